import { describeFailure, type RequestError, toRequestError } from '@registry/ui/request-error.ts'
import { showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { type Mutation, MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    /** `ownFailures`: the screen shows a failure itself, at the field or in the page, so no alert opens. */
    queryMeta: { ownFailures?: boolean }
    mutationMeta: { ownFailures?: boolean }
  }
}

/** Options of a query or mutation whose screen shows its failures itself. */
export const ownFailures = { meta: { ownFailures: true } } as const

/** Options of a query whose reads are logged. It runs once while its screen is open, and its answer goes with the screen (REQ-ADM-01). */
export const loggedRead = { gcTime: 0, staleTime: Infinity, ...ownFailures } as const

/**
 * The cache of the server's answers. `leavePage` leaves the page if the failure ends it (REQ-API-04), and returns whether it did. Every
 * other failure is shown once: by the screen, the page that did not load, the connection banner (FAULT-24), or else an alert.
 */
export const createQueryClient = (leavePage: (failure: RequestError) => boolean): QueryClient => {
  const onFailure = (error: Error, { meta }: Pick<Query | Mutation<unknown, unknown>, 'meta'>, isShown: boolean): void => {
    const failure = toRequestError(error)
    if (leavePage(failure)) return
    if (meta?.ownFailures !== true && !isShown && failure.kind !== 'unreachable') void showAlert(describeFailure(error))
  }
  return new QueryClient({
    // A query without observers is that of a loader: its page shows the failure.
    queryCache: new QueryCache({ onError: (error, query) => onFailure(error, query, query.getObserversCount() === 0) }),
    mutationCache: new MutationCache({ onError: (error, _variables, _result, mutation) => onFailure(error, mutation, false) }),
    // Without a network a call must fail immediately: a paused one would show nothing.
    defaultOptions: {
      queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}

/**
 * Removes the answers that an ended session received. The answers of the open page stay until it closes. Otherwise the page would request
 * them again without a session.
 */
export const forgetAnswers = (queryClient: QueryClient): void => {
  const cache = queryClient.getQueryCache()
  queryClient.removeQueries({ type: 'inactive' })
  if (cache.getAll().length === 0) return
  const unsubscribe = cache.subscribe(({ type, query }) => {
    if (type !== 'observerRemoved' || query.isActive()) return
    cache.remove(query)
    if (!cache.getAll().some((remaining) => remaining.isActive())) unsubscribe()
  })
}
