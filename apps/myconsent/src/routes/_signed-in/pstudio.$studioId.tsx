import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../app/shell.ts'
import { studyQueries } from '../../features/studies/queries.ts'
import { StudiesSkeleton } from '../../features/studies/studies-skeleton.tsx'
import { StudyPage } from '../../features/studies/study-page.tsx'
import { readStudySearch } from '../../features/studies/views.ts'

const Page = () => <StudyPage id={Route.useParams().studioId} search={Route.useSearch()} />

export const Route = createFileRoute('/_signed-in/pstudio/$studioId')({
  validateSearch: readStudySearch,
  loader: ({ params: { studioId } }) => queryClient.ensureQueryData(studyQueries.study(studioId)),
  pendingMs: 100,
  pendingComponent: StudiesSkeleton,
  component: Page,
})
