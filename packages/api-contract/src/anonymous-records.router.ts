import { Published, PublishedQuery } from './anonymous-records.ts'
import { can, router } from './trpc.ts'

export const anonymousRecords = router({
  published: can('cohort:read', 'anonymous_records', 'COUNT')
    .input(PublishedQuery)
    .output(Published)
    .query(({ ctx, input }) => ctx.anonymousRecords.published(ctx.caller, input)),
})
