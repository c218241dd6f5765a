import type { FindingState } from '@registry/domain/findings/states'
import type { SearchParams } from '@registry/ui/grid/view-address.ts'

/** The parts of the page of a centre by their names in the address, with the state of the findings that each lists. */
export const findingParts = {
  aperte: 'open',
  risposte: 'answered',
  corrette: 'corrected',
  chiuse: 'closed',
} as const satisfies Readonly<Record<string, FindingState>>
export type FindingPart = keyof typeof findingParts
export const findingPartNames = Object.keys(findingParts).filter((name): name is FindingPart => name in findingParts)

/** `richieste` are the queries of DataManagers. `controllo` limits the list to the findings of one check. */
export type FindingsSearch = { readonly parte?: FindingPart | 'richieste'; readonly controllo?: string }

export const findingsRoute = {
  validateSearch: (search: SearchParams): FindingsSearch => {
    const part = [...findingPartNames, 'richieste' as const].find((one) => one === search['parte'])
    const check = search['controllo']
    return { ...(part && { parte: part }), ...(typeof check === 'string' && check.length <= 80 && { controllo: check }) }
  },
}
