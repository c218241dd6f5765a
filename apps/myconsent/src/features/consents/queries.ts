import { ownFailures } from '@registry/app-shell/query-client.ts'
import { trpc } from '../../app/shell.ts'

/** The page itself shows errors, so no alert opens. */

/** The documents in the current language, and the current consents. */
export const consentQueries = {
  information: () => trpc.consents.information.queryOptions(undefined, ownFailures),
  preliminary: () => trpc.consents.preliminary.queryOptions(undefined, ownFailures),
  questions: () => trpc.consents.questions.queryOptions(undefined, ownFailures),
  assentText: () => trpc.consents.assentText.queryOptions(undefined, ownFailures),
  withdrawalChoices: () => trpc.consents.withdrawalChoices.queryOptions(undefined, ownFailures),
  answered: () => trpc.consents.answered.queryOptions(undefined, ownFailures),
  reconsentRequest: () => trpc.consents.reconsentRequest.queryOptions(undefined, ownFailures),
  current: () => trpc.consents.current.queryOptions(undefined, ownFailures),
  shownDocuments: (entry: number) => trpc.consents.shownDocuments.queryOptions({ entry }, ownFailures),
  history: () => trpc.consents.history.queryOptions(undefined, ownFailures),
}
