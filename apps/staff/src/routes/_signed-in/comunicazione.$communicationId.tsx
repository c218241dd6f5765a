import { createFileRoute } from '@tanstack/react-router'
import { CommunicationPage } from '../../features/communications/communication-page.tsx'
import { communicationRoute } from '../../features/communications/communication-routes.ts'

export const Route = createFileRoute('/_signed-in/comunicazione/$communicationId')({
  ...communicationRoute,
  component: () => <CommunicationPage />,
})
