/** The parts of the page by their names in the address (document 2, section 2), and the list of imports. */
export const synchronisationParts = ['pazienti', 'consensi', 'anagrafici', 'clinici', 'storia'] as const
export type SynchronisationPart = (typeof synchronisationParts)[number]
export type SynchronisationSearch = { readonly parte?: SynchronisationPart }

export const synchronisationRoute = {
  validateSearch: (search: Readonly<Record<string, unknown>>): SynchronisationSearch => {
    const part = synchronisationParts.find((one) => one === search['parte'])
    return part ? { parte: part } : {}
  },
}
