import { createFileRoute } from '@tanstack/react-router'
import { queryClient, trpc } from '../../app/shell.ts'
import { StaffHome } from '../../features/home/staff-home.tsx'

const Page = () => <StaffHome user={Route.useRouteContext().user} />

export const Route = createFileRoute('/_signed-in/uhome')({
  loader: () => queryClient.ensureQueryData(trpc.home.staff.queryOptions()),
  component: Page,
})
