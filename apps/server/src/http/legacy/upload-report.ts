import { z } from 'zod'

const Line = z.object({ row: z.number().int(), key: z.string(), field: z.string().optional(), code: z.string(), message: z.string() })

const Report = z.object({
  /** The number of rows stored. */
  ok: z.number().int(),
  /** The number of rows rejected. */
  ko: z.number().int(),
  detail: z.array(Line),
})

/**
 * The response of every path that receives a file of rows. The fields of `report` are also at the top level, where some programs read them.
 * A dry run is marked.
 */
export const uploadReport = { dry_run: z.literal(true).optional(), report: Report, ...Report.shape } as const
