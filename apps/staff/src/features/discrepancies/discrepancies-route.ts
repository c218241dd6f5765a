import type { DiscrepancyState } from '@registry/domain/discrepancies/states'
import type { SearchParams } from '@registry/ui/grid/view-address.ts'
import { queryClient, trpc } from '../../app/shell.ts'

/** The parts of a centre's page by their names in the address, with the listed state of discrepancies. */
export const discrepancyParts = {
  aperte: 'open',
  risposte: 'answered',
  corrette: 'corrected',
  chiuse: 'closed',
} as const satisfies Readonly<Record<string, DiscrepancyState>>
export type DiscrepancyPart = keyof typeof discrepancyParts
export const discrepancyPartNames = Object.keys(discrepancyParts).filter((name): name is DiscrepancyPart => name in discrepancyParts)

/** `richieste` are the queries of DataManagers. `controllo` and `campo` limit the list to one check or field. */
export type DiscrepanciesSearch = {
  readonly parte?: DiscrepancyPart | 'richieste'
  readonly controllo?: string
  readonly campo?: string
}

const readName = (name: unknown): string | undefined => (typeof name === 'string' && name.length <= 80 ? name : undefined)

/** A check, a centre or both limit the page of DataManagers. */
export const overviewRoute = {
  validateSearch: (search: SearchParams): { readonly centro?: string; readonly controllo?: string } => {
    const [centro, controllo] = [readName(search['centro']), readName(search['controllo'])]
    return { ...(centro !== undefined && { centro }), ...(controllo !== undefined && { controllo }) }
  },
}

type ListedDiscrepancies = Parameters<typeof trpc.discrepancies.list.infiniteQueryOptions>[0]

/** The query of a list of discrepancies, page by page. */
export const listDiscrepancies = (search: ListedDiscrepancies) =>
  trpc.discrepancies.list.infiniteQueryOptions(search, { getNextPageParam: ({ next }) => next ?? undefined })

export const discrepanciesRoute = {
  // The names of the tabs have counts. Loaded first, they do not move the tabs when they come.
  loader: () => queryClient.prefetchInfiniteQuery(listDiscrepancies({ state: 'open' })),
  validateSearch: (search: SearchParams): DiscrepanciesSearch => {
    const part = [...discrepancyPartNames, 'richieste' as const].find((one) => one === search['parte'])
    const [controllo, campo] = [readName(search['controllo']), readName(search['campo'])]
    return { ...(part && { parte: part }), ...(controllo !== undefined && { controllo }), ...(campo !== undefined && { campo }) }
  },
}
