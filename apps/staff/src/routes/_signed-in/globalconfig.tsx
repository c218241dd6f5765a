import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { settingsRoute } from '../../features/settings/settings-route.ts'

export const Route = createFileRoute('/_signed-in/globalconfig')({
  ...settingsRoute,
  component: () => <SettingsPage />,
})
