import { z } from 'zod'
import { permissions } from '@registry/domain/access/permissions'
import { procedure, router } from './trpc.ts'

export const PublishedQuery = z.strictObject({ asRole: z.enum(permissions['cohort:read']) })
export const Published = z.object({
  /** The number of published records. */
  records: z.number().int(),
  /** Whether the role gets them as a file. */
  readable: z.boolean(),
})

export type PublishedQuery = z.infer<typeof PublishedQuery>
export type Published = z.infer<typeof Published>

export const anonymousRecords = router({
  /** The published anonymous records, as a number (REQ-CON-08). */
  published: procedure({ permission: 'cohort:read', audit: ['anonymous_records', 'COUNT'] })
    .input(PublishedQuery)
    .query(Published),
})
