import { createFileRoute } from '@tanstack/react-router'
import { CentreList } from '../../features/centres/centre-list.tsx'
import { centreListRoute } from '../../features/centres/centre-routes.ts'

export const Route = createFileRoute('/_signed-in/centri')({
  ...centreListRoute,
  component: () => <CentreList />,
})
