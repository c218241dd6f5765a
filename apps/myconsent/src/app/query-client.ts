import { showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { toRequestError, isSessionLost } from '@registry/ui/request-error.ts'
import { rememberRoute } from '@registry/ui/layout/remembered-route.ts'
import { type Mutation, MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { history } from './history.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `ownFailures`: the screen shows a failure itself, at the field or in the page, so no alert opens. */
    queryMeta: { ownFailures?: boolean }
    mutationMeta: { ownFailures?: boolean }
  }
}

/** A lost session leads to /logout and back here after signing in; every other failure is shown (spec 1, section 8). */
const onFailure = (error: Error, call: Pick<Query | Mutation<unknown, unknown>, 'meta'>): void => {
  const failure = toRequestError(error)
  if (isSessionLost(failure)) {
    rememberRoute('myconsent', history.location.href)
    history.push('/logout')
  } else if (call.meta?.ownFailures !== true) {
    void showAlert(failure.message)
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: onFailure }),
  mutationCache: new MutationCache({ onError: (error, _variables, _result, mutation) => onFailure(error, mutation) }),
  defaultOptions: { queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: false } },
})

/**
 * Forgets what was read with a session that has ended. What the page still shows goes with the page: taken away before, the page would
 * ask for it again, without a session.
 */
export const forgetReadings = (): void => {
  const cache = queryClient.getQueryCache()
  queryClient.removeQueries({ type: 'inactive' })
  if (cache.getAll().length === 0) return
  const stop = cache.subscribe(({ type, query }) => {
    if (type !== 'observerRemoved' || query.isActive()) return
    cache.remove(query)
    if (!cache.getAll().some((kept) => kept.isActive())) stop()
  })
}
