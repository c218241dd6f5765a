import { createFileRoute } from '@tanstack/react-router'
import { Sf36VersionsPage } from '../../features/sf36-versions/sf36-versions-page.tsx'
import { sf36VersionsRoute } from '../../features/sf36-versions/sf36-versions-route.ts'

export const Route = createFileRoute('/_signed-in/creasf36')({
  ...sf36VersionsRoute,
  component: () => <Sf36VersionsPage />,
})
