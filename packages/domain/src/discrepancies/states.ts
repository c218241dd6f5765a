/**
 * The states of a discrepancy. `corrected`: the values satisfy the rule now, and the centre is asked to close the discrepancy.
 * An answered discrepancy stays answered while its values are the same.
 */
export const discrepancyStates = ['open', 'answered', 'corrected', 'closed'] as const
export type DiscrepancyState = (typeof discrepancyStates)[number]

export const centreQueryStates = ['open', 'answered', 'closed'] as const
export type CentreQueryState = (typeof centreQueryStates)[number]

/** The maximum length of a reason, a question and a reply, in characters. */
export const maxDiscrepancyText = 500
