/** The states of a saved filter. A deleted filter never returns (REQ-FIL-20, REQ-FIL-21). */
export const filterStates = ['active', 'disabled', 'deleted'] as const
export type FilterState = (typeof filterStates)[number]
