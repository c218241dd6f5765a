import { createFileRoute } from '@tanstack/react-router'
import { queryClient, trpc } from '../../app/shell.ts'
import { FindingOverviewPage } from '../../features/findings/finding-overview.tsx'

export const Route = createFileRoute('/_signed-in/dm_segnalazioni')({
  loader: () => queryClient.ensureQueryData(trpc.findings.overview.queryOptions()),
  component: () => <FindingOverviewPage />,
})
