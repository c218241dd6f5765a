import type { RowTransform } from '../worker/transform.ts'

/** A transform that never ends. */
export const createTransform = (): RowTransform<never> => ({
  batch() {
    for (;;);
  },
})
