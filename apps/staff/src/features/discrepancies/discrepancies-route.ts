import type { DiscrepancyState } from '@registry/domain/discrepancies/states'
import type { SearchParams } from '@registry/ui/grid/view-address.ts'

/** The parts of a centre's page by their names in the address, with the listed state of discrepancies. */
export const discrepancyParts = {
  aperte: 'open',
  risposte: 'answered',
  corrette: 'corrected',
  chiuse: 'closed',
} as const satisfies Readonly<Record<string, DiscrepancyState>>
export type DiscrepancyPart = keyof typeof discrepancyParts
export const discrepancyPartNames = Object.keys(discrepancyParts).filter((name): name is DiscrepancyPart => name in discrepancyParts)

/** `richieste` are the queries of DataManagers. `controllo` limits the list to the discrepancies of one check. */
export type DiscrepanciesSearch = { readonly parte?: DiscrepancyPart | 'richieste'; readonly controllo?: string }

export const discrepanciesRoute = {
  validateSearch: (search: SearchParams): DiscrepanciesSearch => {
    const part = [...discrepancyPartNames, 'richieste' as const].find((one) => one === search['parte'])
    const check = search['controllo']
    return { ...(part && { parte: part }), ...(typeof check === 'string' && check.length <= 80 && { controllo: check }) }
  },
}
