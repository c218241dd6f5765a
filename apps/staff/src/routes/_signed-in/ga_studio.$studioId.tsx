import { createFileRoute } from '@tanstack/react-router'
import { studyAreas } from '../../features/studies/study-areas.ts'
import { StudyPage } from '../../features/studies/study-page.tsx'
import { studyRoute } from '../../features/studies/study-routes.ts'

export const Route = createFileRoute('/_signed-in/ga_studio/$studioId')({
  ...studyRoute(studyAreas.ga),
  component: () => <StudyPage area={studyAreas.ga} />,
})
