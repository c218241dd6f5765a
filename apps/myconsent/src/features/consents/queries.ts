import { trpc } from '../../app/shell.ts'

/** The page itself shows errors, so no alert opens. */
const withoutAlert = { meta: { ownFailures: true } } as const

/** The documents in the current language, and the current consents. */
export const consentQueries = {
  information: () => trpc.consents.information.queryOptions(undefined, withoutAlert),
  preliminary: () => trpc.consents.preliminary.queryOptions(undefined, withoutAlert),
  points: () => trpc.consents.points.queryOptions(undefined, withoutAlert),
  withdrawalChoices: () => trpc.consents.withdrawalChoices.queryOptions(undefined, withoutAlert),
  answered: () => trpc.consents.answered.queryOptions(undefined, withoutAlert),
  renewal: () => trpc.consents.renewal.queryOptions(undefined, withoutAlert),
  current: () => trpc.consents.current.queryOptions(undefined, withoutAlert),
  shownTexts: (entry: number) => trpc.consents.shownTexts.queryOptions({ entry }, withoutAlert),
  history: () => trpc.consents.history.queryOptions(undefined, withoutAlert),
}
