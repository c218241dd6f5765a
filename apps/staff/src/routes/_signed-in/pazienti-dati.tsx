import { createFileRoute } from '@tanstack/react-router'
import { ImportsPage } from '../../features/imports/imports-page.tsx'
import { importsRoute } from '../../features/imports/imports-route.ts'

export const Route = createFileRoute('/_signed-in/pazienti-dati')({
  ...importsRoute,
  component: () => <ImportsPage />,
})
