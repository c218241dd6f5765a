import type { AppRouter } from '@registry/api-contract/app-router'
import { createTRPCClient, httpBatchLink, httpLink, type HTTPLinkOptions, splitLink } from '@trpc/client'
import { type Connection, longLimitMs } from './connection.ts'

type Fetch = NonNullable<HTTPLinkOptions<AppRouter['_def']['_config']['$types']>['fetch']>

/** Options of a query about many patients: it has more time, and no other query waits for its answer. */
export const longCall = { trpc: { context: { isLong: true } } } as const

/**
 * A client of the server's procedures, through a `fetch` that watches the connection. Mutations go one by one, because the server rejects
 * batches of them (REQ-ACC-19).
 */
export const createApi = (watchedFetch: Connection['watchedFetch'], headers: () => Readonly<Record<string, string>>) => {
  const send =
    (options: Parameters<typeof watchedFetch>[2]): Fetch =>
    (input, init) =>
      watchedFetch(input, { ...init, signal: init?.signal ?? null }, options)
  const link = {
    url: `${window.location.origin}/api/trpc`,
    /** Inputs in a body, not in an address that logs keep (THREAT-36). */
    methodOverride: 'POST',
    headers,
  } as const
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'mutation',
        true: httpLink({ ...link, fetch: send({ isRepeatable: false }) }),
        false: splitLink({
          condition: (operation) => operation.context['isLong'] === true,
          true: httpLink({ ...link, fetch: send({ isRepeatable: true, limitMs: longLimitMs }) }),
          false: httpBatchLink({ ...link, fetch: send({ isRepeatable: true }), maxItems: 10 }),
        }),
      }),
    ],
  })
}
