import { createFileRoute } from '@tanstack/react-router'
import { queryClient, trpc } from '../../app/shell.ts'
import { DiscrepancyOverviewPage } from '../../features/discrepancies/discrepancy-overview.tsx'

export const Route = createFileRoute('/_signed-in/dm_segnalazioni')({
  loader: () => queryClient.ensureQueryData(trpc.discrepancies.overview.queryOptions()),
  component: () => <DiscrepancyOverviewPage />,
})
