import { createFileRoute } from '@tanstack/react-router'
import { UserPage } from '../../features/users/user-page.tsx'
import { userRoute } from '../../features/users/user-routes.ts'

export const Route = createFileRoute('/_signed-in/utente/$userId')({
  ...userRoute,
  component: () => <UserPage />,
})
