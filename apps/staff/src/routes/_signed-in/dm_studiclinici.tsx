import { createFileRoute } from '@tanstack/react-router'
import { studyAreas } from '../../features/studies/study-areas.ts'
import { StudyList } from '../../features/studies/study-list.tsx'
import { studyListRoute } from '../../features/studies/study-routes.ts'

export const Route = createFileRoute('/_signed-in/dm_studiclinici')({
  ...studyListRoute(studyAreas.dm),
  component: () => <StudyList area={studyAreas.dm} />,
})
