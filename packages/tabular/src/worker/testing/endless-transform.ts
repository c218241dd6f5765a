import type { RowTransform } from '../transform.ts'

/** A transform that never ends. */
export const createTransform = (): RowTransform<never> => ({
  batch() {
    for (;;);
  },
})
