import { useQuery } from '@tanstack/react-query'
import { ownFailures } from '../query-client.ts'
import { useShell } from '../shell.ts'

/** The query of hosts, versions and contacts. The server is asked once per page load; without an answer the page still works. */
export const useSiteInfo = () => {
  const { trpc } = useShell()
  return useQuery(trpc.session.site.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY, ...ownFailures }))
}
