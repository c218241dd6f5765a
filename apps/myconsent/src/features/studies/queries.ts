import { ownFailures } from '@registry/app-shell/query-client.ts'
import { trpc } from '../../app/shell.ts'

/** The page itself shows errors, so no alert opens. */

/** The studies that invited the patient, and one of them. */
export const studyQueries = {
  list: () => trpc.studies.mine.queryOptions(undefined, ownFailures),
  study: (id: string) => trpc.studies.own.queryOptions({ id }, ownFailures),
}
