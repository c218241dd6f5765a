import { createFileRoute } from '@tanstack/react-router'
import { UserList } from '../../features/users/user-list.tsx'
import { userListRoute } from '../../features/users/user-routes.ts'

export const Route = createFileRoute('/_signed-in/utenti')({
  ...userListRoute,
  component: () => <UserList />,
})
