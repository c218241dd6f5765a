/** Order and search of a grid. Screens keep them in the address, so that a link shows the same list. */
export type GridView = { readonly sort: readonly { readonly id: string; readonly desc: boolean }[]; readonly search: string }
export const defaultView: GridView = { sort: [], search: '' }
