import { createFileRoute } from '@tanstack/react-router'
import { mayUse } from '@registry/domain/access/permissions'
import { queryClient, trpc } from '../../app/shell.ts'
import { StaffHome } from '../../features/home/staff-home.tsx'

const Page = () => <StaffHome user={Route.useRouteContext().user} />

export const Route = createFileRoute('/_signed-in/uhome')({
  loader: async ({ context: { user } }) => {
    const roles = user.roles.map(({ role }) => role)
    const [home] = await Promise.all([
      queryClient.ensureQueryData(trpc.home.staff.queryOptions()),
      // Loaded first, so that the list does not move the page when it comes.
      mayUse(roles, 'paper-consent:verify') &&
        queryClient.prefetchQuery(trpc.paperConsents.pending.queryOptions(undefined, { staleTime: 0 })),
    ])
    return home
  },
  component: Page,
})
