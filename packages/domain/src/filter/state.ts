/** The states of a saved filter. A deleted filter never returns. */
export const filterStates = ['active', 'disabled', 'deleted'] as const
export type FilterState = (typeof filterStates)[number]
