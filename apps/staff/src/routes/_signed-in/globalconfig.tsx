import { createFileRoute } from '@tanstack/react-router'
import { ConfigurationPage } from '../../features/configuration/configuration-page.tsx'
import { configurationRoute } from '../../features/configuration/configuration-route.ts'

export const Route = createFileRoute('/_signed-in/globalconfig')({
  ...configurationRoute,
  component: () => <ConfigurationPage />,
})
