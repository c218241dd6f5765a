import type { Sf36Response } from '@registry/api-contract/sf36'

export type ScoredResponse = Sf36Response & { readonly scores: NonNullable<Sf36Response['scores']> }

/** Returns the questionnaires that have scores. Other questions than those of the SF-36 have none (docs/policies.md). */
export const listScored = (responses: readonly Sf36Response[]): readonly ScoredResponse[] =>
  responses.flatMap(({ scores, ...response }) => (scores === null ? [] : [{ ...response, scores }]))
