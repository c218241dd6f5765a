import { createFileRoute } from '@tanstack/react-router'
import { FindingsPage } from '../../features/findings/findings-page.tsx'
import { findingsRoute } from '../../features/findings/findings-route.ts'

export const Route = createFileRoute('/_signed-in/ca_segnalazioni')({
  ...findingsRoute,
  component: () => <FindingsPage />,
})
