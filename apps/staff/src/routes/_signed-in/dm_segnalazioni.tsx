import { createFileRoute } from '@tanstack/react-router'
import { queryClient, trpc } from '../../app/shell.ts'
import { overviewRoute } from '../../features/discrepancies/discrepancies-route.ts'
import { DiscrepancyOverviewPage } from '../../features/discrepancies/discrepancy-overview.tsx'

export const Route = createFileRoute('/_signed-in/dm_segnalazioni')({
  ...overviewRoute,
  loader: () =>
    Promise.all([
      queryClient.ensureQueryData(trpc.discrepancies.overview.queryOptions()),
      queryClient.ensureQueryData(trpc.discrepancies.queries.queryOptions({ of: 'area' })),
    ]),
  component: () => <DiscrepancyOverviewPage />,
})
