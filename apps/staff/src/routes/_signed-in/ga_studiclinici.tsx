import { createFileRoute } from '@tanstack/react-router'
import { studyAreas } from '../../features/studies/study-areas.ts'
import { StudyList } from '../../features/studies/study-list.tsx'
import { studyListRoute } from '../../features/studies/study-routes.ts'

export const Route = createFileRoute('/_signed-in/ga_studiclinici')({
  ...studyListRoute(studyAreas.ga),
  component: () => <StudyList area={studyAreas.ga} />,
})
