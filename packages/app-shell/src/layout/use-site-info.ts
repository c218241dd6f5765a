import { useQuery } from '@tanstack/react-query'
import { ownFailures } from '../query-client.ts'
import { useShell } from '../shell.ts'

/** The query of hosts, versions and contacts. One request per page load; without a response the page still works. */
export const useSiteInfo = () => {
  const { trpc } = useShell()
  return useQuery(trpc.session.site.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY, ...ownFailures }))
}
