import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../app/shell.ts'
import { studyQueries } from '../../features/studies/queries.ts'
import { StudiesSkeleton } from '../../features/studies/studies-skeleton.tsx'
import { StudyList } from '../../features/studies/study-list.tsx'

export const Route = createFileRoute('/_signed-in/pstudi')({
  loader: () => queryClient.ensureQueryData(studyQueries.list()),
  pendingMs: 100,
  pendingComponent: StudiesSkeleton,
  component: StudyList,
})
