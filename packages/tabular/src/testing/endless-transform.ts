import type { RowTransform } from '../transform.ts'

/** A transform for tests that never comes to an end. */
export const createTransform = (): RowTransform<never> => ({
  batch() {
    for (;;);
  },
})
