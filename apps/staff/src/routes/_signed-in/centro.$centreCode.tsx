import { createFileRoute } from '@tanstack/react-router'
import { CentrePage } from '../../features/centres/centre-page.tsx'
import { centreRoute } from '../../features/centres/centre-routes.ts'

export const Route = createFileRoute('/_signed-in/centro/$centreCode')({
  ...centreRoute,
  component: () => <CentrePage />,
})
