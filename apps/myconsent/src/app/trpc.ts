import { i18n } from '@lingui/core'
import type { AppRouter } from '@registry/api-contract/app-router'
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { queryClient } from './query-client.ts'

const link = {
  url: `${window.location.origin}/api/trpc`,
  /** Inputs in a body, not in an address that logs keep (THREAT-36). */
  methodOverride: 'POST',
  headers: () => ({ 'X-Requested-By': 'app', 'Accept-Language': i18n.locale }),
} as const

/** The server by its contract; calls that change something go one by one, since their batches are refused (D6). */
export const api = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: (operation) => operation.type === 'mutation',
      true: httpLink(link),
      false: httpBatchLink({ ...link, maxItems: 10 }),
    }),
  ],
})

/** Query and mutation options of every procedure: `trpc.home.staff.queryOptions()` is the hook's argument. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client: api, queryClient })
