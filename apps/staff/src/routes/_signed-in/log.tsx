import { createFileRoute } from '@tanstack/react-router'
import { AuditLogPage } from '../../features/audit-log/audit-log-page.tsx'
import { auditLogRoute } from '../../features/audit-log/audit-log-route.ts'

export const Route = createFileRoute('/_signed-in/log')({
  ...auditLogRoute,
  component: () => <AuditLogPage />,
})
