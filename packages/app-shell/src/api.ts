import { i18n } from '@lingui/core'
import type { AppRouter } from '@registry/api-contract/app-router'
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client'

/** A client of the server's procedures. Mutations go one by one, because the server refuses batches of them (REQ-ACC-19). */
export const createApi = () => {
  const link = {
    url: `${window.location.origin}/api/trpc`,
    /** Inputs in a body, not in an address that logs keep (THREAT-36). */
    methodOverride: 'POST',
    headers: () => ({ 'X-Requested-By': 'app', 'Accept-Language': i18n.locale }),
  } as const
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'mutation',
        true: httpLink(link),
        false: httpBatchLink({ ...link, maxItems: 10 }),
      }),
    ],
  })
}
