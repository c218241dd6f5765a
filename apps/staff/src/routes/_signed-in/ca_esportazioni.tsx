import { createFileRoute } from '@tanstack/react-router'
import { ManifestsPage } from '../../features/exports/manifests-page.tsx'
import { manifestsRoute } from '../../features/exports/manifests-route.ts'

export const Route = createFileRoute('/_signed-in/ca_esportazioni')({
  ...manifestsRoute,
  component: () => <ManifestsPage />,
})
