import { createFileRoute } from '@tanstack/react-router'
import { queryClient, shell } from '../../app/shell.ts'
import { ConsentsPage } from '../../features/consents/consents-page.tsx'
import { ConsentsSkeleton } from '../../features/consents/consents-skeleton.tsx'
import { consentQueries } from '../../features/consents/queries.ts'
import { readConsentsSearch } from '../../features/consents/views.ts'

const Page = () => <ConsentsPage search={Route.useSearch()} user={Route.useRouteContext().user} />

export const Route = createFileRoute('/_signed-in/consenso')({
  validateSearch: readConsentsSearch,
  loader: () =>
    Promise.all([
      queryClient.ensureQueryData(consentQueries.information()),
      queryClient.ensureQueryData(consentQueries.preliminary()),
      queryClient.ensureQueryData(consentQueries.questions()),
      queryClient.ensureQueryData(consentQueries.current()),
      queryClient.ensureQueryData(consentQueries.answered()),
      queryClient.ensureQueryData(consentQueries.reconsentRequest()),
      shell.drafts.open(),
    ]),
  pendingMs: 100,
  pendingComponent: ConsentsSkeleton,
  component: Page,
})
