/** The parts of the page by their names in the address (document 2, section 2), and the list of imports. */
export const importsParts = ['pazienti', 'consensi', 'anagrafici', 'clinici', 'esami', 'storia'] as const
export type ImportsPart = (typeof importsParts)[number]
export type SynchronisationSearch = { readonly parte?: ImportsPart }

export const importsRoute = {
  validateSearch: (search: Readonly<Record<string, unknown>>): SynchronisationSearch => {
    const part = importsParts.find((one) => one === search['parte'])
    return part ? { parte: part } : {}
  },
}
