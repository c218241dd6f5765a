import { trpc } from '../../app/shell.ts'

/** The page itself shows errors, so no alert opens. */
const withoutAlert = { meta: { ownFailures: true } } as const

/** The newest questionnaire in the current language, and those that the patient filled in. */
export const sf36Queries = {
  questionnaire: () => trpc.sf36.questionnaire.queryOptions(undefined, withoutAlert),
  responses: () => trpc.sf36.responses.queryOptions(undefined, withoutAlert),
  response: (key: string) => trpc.sf36.response.queryOptions({ key }, withoutAlert),
}
