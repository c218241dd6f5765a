/** What a person set in a grid; a screen keeps it in the address, so that a link shows the same list. */
export type GridView = { readonly sort: readonly { readonly id: string; readonly desc: boolean }[]; readonly search: string }
export const plainView: GridView = { sort: [], search: '' }
