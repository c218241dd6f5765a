import { trpc } from '../../app/shell.ts'

/** A failure is shown in the page's place, so no alert opens. */
const inThePage = { meta: { ownFailures: true } } as const

/** The documents in the language spoken, and what the patient agrees to now. */
export const consentQueries = {
  information: () => trpc.consents.information.queryOptions(undefined, inThePage),
  preliminary: () => trpc.consents.preliminary.queryOptions(undefined, inThePage),
  points: () => trpc.consents.points.queryOptions(undefined, inThePage),
  withdrawalChoices: () => trpc.consents.withdrawalChoices.queryOptions(undefined, inThePage),
  current: () => trpc.consents.current.queryOptions(undefined, inThePage),
  history: () => trpc.consents.history.queryOptions(undefined, inThePage),
}
