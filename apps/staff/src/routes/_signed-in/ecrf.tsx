import { createFileRoute } from '@tanstack/react-router'
import { EcrfPage } from '../../features/ecrf/ecrf-page.tsx'

export const Route = createFileRoute('/_signed-in/ecrf')({
  component: () => <EcrfPage />,
})
