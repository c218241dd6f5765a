import { trpc } from '../../app/shell.ts'

/** The page itself shows errors, so no alert opens. */
const withoutAlert = { meta: { ownFailures: true } } as const

/** The studies that invited the patient, and one of them. */
export const studyQueries = {
  list: () => trpc.studies.mine.queryOptions(undefined, withoutAlert),
  study: (id: string) => trpc.studies.own.queryOptions({ id }, withoutAlert),
}
