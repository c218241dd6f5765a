import { createFileRoute } from '@tanstack/react-router'
import { ManifestsPage } from '../../features/export-manifests/manifests-page.tsx'
import { manifestsRoute } from '../../features/export-manifests/manifests-route.ts'

export const Route = createFileRoute('/_signed-in/ga_esportazioni')({
  ...manifestsRoute,
  component: () => <ManifestsPage />,
})
