import { createFileRoute } from '@tanstack/react-router'
import { SynchronisationPage } from '../../features/synchronisation/synchronisation-page.tsx'
import { synchronisationRoute } from '../../features/synchronisation/synchronisation-route.ts'

export const Route = createFileRoute('/_signed-in/pazienti-dati')({
  ...synchronisationRoute,
  component: () => <SynchronisationPage />,
})
