import { createFileRoute } from '@tanstack/react-router'
import { studyAreas } from '../../features/studies/study-areas.ts'
import { StudyList } from '../../features/studies/study-list.tsx'
import { studyListRoute } from '../../features/studies/study-routes.ts'

export const Route = createFileRoute('/_signed-in/ca_studiclinici')({
  ...studyListRoute(studyAreas.ca),
  component: () => <StudyList area={studyAreas.ca} />,
})
