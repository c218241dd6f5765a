import { createFileRoute } from '@tanstack/react-router'
import { LogPage } from '../../features/audit-log/log-page.tsx'
import { logRoute } from '../../features/audit-log/log-route.ts'

export const Route = createFileRoute('/_signed-in/log')({
  ...logRoute,
  component: () => <LogPage />,
})
