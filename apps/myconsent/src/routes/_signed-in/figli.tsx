import { createFileRoute } from '@tanstack/react-router'
import { queryClient, trpc } from '../../app/shell.ts'
import { ChildrenPage } from '../../features/guardian/children-page.tsx'

const Page = () => <ChildrenPage user={Route.useRouteContext().user} />

export const Route = createFileRoute('/_signed-in/figli')({
  loader: () => queryClient.ensureQueryData(trpc.guardian.children.queryOptions()),
  component: Page,
})
