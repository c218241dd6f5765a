import { Footer } from '@registry/ui/layout/footer.tsx'
import { useQuery } from '@tanstack/react-query'
import { trpc } from './trpc.ts'

/** The controller and the contacts that the operator configured, at the foot of every page. */
export const SiteContacts = () => {
  const { data: site } = useQuery(
    trpc.session.site.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY, meta: { ownFailures: true } }),
  )
  return site ? <Footer contacts={site.contacts} /> : null
}
