import { createFileRoute } from '@tanstack/react-router'
import { CommunicationList } from '../../features/communications/communication-list.tsx'
import { communicationListRoute } from '../../features/communications/communication-routes.ts'

export const Route = createFileRoute('/_signed-in/comunicazioni')({
  ...communicationListRoute,
  component: () => <CommunicationList />,
})
