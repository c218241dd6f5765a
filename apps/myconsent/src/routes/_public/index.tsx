import { PublicHome } from '@registry/ui/layout/public-home.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../app/query-client.ts'
import { trpc } from '../../app/trpc.ts'

const Home = () => {
  const { data: site } = useSuspenseQuery(trpc.session.site.queryOptions())
  return <PublicHome staffOrigin={site.staffOrigin} myconsentOrigin={site.myconsentOrigin} />
}

export const Route = createFileRoute('/_public/')({
  loader: () => queryClient.ensureQueryData(trpc.session.site.queryOptions()),
  component: Home,
})
