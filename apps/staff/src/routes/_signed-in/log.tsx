import { createFileRoute } from '@tanstack/react-router'
import { LogPage } from '../../features/log/log-page.tsx'
import { logRoute } from '../../features/log/log-route.ts'

export const Route = createFileRoute('/_signed-in/log')({
  ...logRoute,
  component: () => <LogPage />,
})
