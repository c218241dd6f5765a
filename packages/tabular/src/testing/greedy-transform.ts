import type { RowTransform } from '../transform.ts'

/** A transform for tests that grows one array without end: what ends the whole process of a thread that does it. */
export const createTransform = (): RowTransform<never> => ({
  batch() {
    const held: object[] = []
    for (;;) held.push(held)
  },
})
