import { createFileRoute } from '@tanstack/react-router'
import { studyAreas } from '../../features/studies/study-areas.ts'
import { StudyPage } from '../../features/studies/study-page.tsx'
import { studyRoute } from '../../features/studies/study-routes.ts'

/** The centre comes from the role of the user (REQ-GEO-02). */
const Page = () => {
  const { user } = Route.useRouteContext()
  return <StudyPage area={studyAreas.ca} ownCentre={user.centre ?? user.roles.find(({ role }) => role === studyAreas.ca.asRole)?.center} />
}

export const Route = createFileRoute('/_signed-in/ca_studio/$studioId')({
  ...studyRoute(studyAreas.ca),
  component: Page,
})
