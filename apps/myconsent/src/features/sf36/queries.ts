import { ownFailures } from '@registry/app-shell/query-client.ts'
import { trpc } from '../../app/shell.ts'

/** The page itself shows errors, so no alert opens. */

/** The newest questionnaire in the current language, and those that the patient filled in. */
export const sf36Queries = {
  questionnaire: () => trpc.sf36.questionnaire.queryOptions(undefined, ownFailures),
  responses: () => trpc.sf36.responses.queryOptions(undefined, ownFailures),
  response: (key: string) => trpc.sf36.response.queryOptions({ key }, ownFailures),
}
