import { CohortPage, CohortQuery } from './cohort.ts'
import { can, router } from './trpc.ts'

export const cohort = router({
  read: can('cohort:read', 'cohort', 'READ', 'counts')
    .input(CohortQuery)
    .output(CohortPage)
    .query(({ ctx, input }) => ctx.cohort.read(ctx.caller, input)),
})
