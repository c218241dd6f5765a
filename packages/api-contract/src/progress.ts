import { z } from 'zod'

/**
 * Progress of the caller's export or upload. `total` is null until the number of rows is known. Unknown work counts as finished, also
 * that of another person.
 */
export const Progress = z.object({
  state: z.enum(['waiting', 'running', 'finished']),
  rows: z.number().int(),
  total: z.number().int().nullable(),
  /** The queue position, if it is known. */
  ahead: z.number().int().nullish(),
})
export type Progress = z.infer<typeof Progress>
