import { queryClient, trpc } from '../../app/shell.ts'

/** The route loads the record each time that it opens, so the page need not do it again: each read is logged (REQ-ADM-01). */
const loadedByRoute = { staleTime: 0, refetchOnMount: false } as const

/** What the page of a record shows. */
export const recordQueries = {
  open: (record: string) => trpc.ecrf.open.queryOptions({ record }, loadedByRoute),
  choices: () => trpc.ecrf.choices.queryOptions(),
  discrepancies: (record: string) => trpc.discrepancies.ofRecord.queryOptions({ record }, loadedByRoute),
  queries: (record: string) => trpc.discrepancies.queries.queryOptions({ of: 'centre', record }, loadedByRoute),
  corrections: (record: string) => trpc.corrections.open.queryOptions({ record }, loadedByRoute),
}

/** Loads a record while the code of its page arrives. */
export const loadRecord = (record: string): Promise<unknown> =>
  Promise.all([
    queryClient.fetchQuery(recordQueries.open(record)),
    queryClient.fetchQuery(recordQueries.choices()),
    queryClient.fetchQuery(recordQueries.discrepancies(record)),
    queryClient.fetchQuery(recordQueries.queries(record)),
    queryClient.fetchQuery(recordQueries.corrections(record)),
  ])
