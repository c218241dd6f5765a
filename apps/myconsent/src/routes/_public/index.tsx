import { Entrances } from '@registry/ui/frame/entrances.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../app/query-client.ts'
import { trpc } from '../../app/trpc.ts'

const Home = () => {
  const { data: site } = useSuspenseQuery(trpc.session.site.queryOptions())
  return <Entrances staffOrigin={site.staffOrigin} myconsentOrigin={site.myconsentOrigin} />
}

export const Route = createFileRoute('/_public/')({
  loader: () => queryClient.ensureQueryData(trpc.session.site.queryOptions()),
  component: Home,
})
