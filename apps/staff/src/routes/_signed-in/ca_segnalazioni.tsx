import { createFileRoute } from '@tanstack/react-router'
import { DiscrepanciesPage } from '../../features/discrepancies/discrepancies-page.tsx'
import { discrepanciesRoute } from '../../features/discrepancies/discrepancies-route.ts'

export const Route = createFileRoute('/_signed-in/ca_segnalazioni')({
  ...discrepanciesRoute,
  component: () => <DiscrepanciesPage />,
})
