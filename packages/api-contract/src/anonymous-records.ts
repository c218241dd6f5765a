import { z } from 'zod'
import { permissions } from '@registry/domain/access/permissions'
import type { Caller } from './caller.ts'

export const PublishedQuery = z.strictObject({ asRole: z.enum(permissions['cohort:read']) })
export const Published = z.object({
  /** The number of published records. */
  records: z.number().int(),
  /** Whether the role gets them as a file. */
  readable: z.boolean(),
})

export type PublishedQuery = z.infer<typeof PublishedQuery>
export type Published = z.infer<typeof Published>

export type AnonymousRecords = {
  /** The published anonymous records, as a number (REQ-CON-08). */
  published(caller: Caller, query: PublishedQuery): Promise<Published>
}
