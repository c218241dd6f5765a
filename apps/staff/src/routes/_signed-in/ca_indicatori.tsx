import { createFileRoute } from '@tanstack/react-router'
import { queryClient, trpc } from '../../app/shell.ts'
import { CentreIndicatorsPage } from '../../features/indicators/indicators-page.tsx'

export const Route = createFileRoute('/_signed-in/ca_indicatori')({
  loader: () => queryClient.ensureQueryData(trpc.indicators.read.queryOptions({})),
  component: () => <CentreIndicatorsPage />,
})
