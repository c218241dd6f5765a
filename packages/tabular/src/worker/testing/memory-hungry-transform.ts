import type { RowTransform } from '../transform.ts'

/** A transform that fills the heap. In a worker thread, V8 would end the whole process. */
export const createTransform = (): RowTransform<never> => ({
  batch() {
    const references: object[] = []
    for (;;) references.push(references)
  },
})
