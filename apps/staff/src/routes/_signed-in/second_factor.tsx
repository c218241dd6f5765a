import { createFileRoute } from '@tanstack/react-router'
import { SecondFactorPage } from '../../features/second-factor/second-factor-page.tsx'

const Page = () => <SecondFactorPage user={Route.useRouteContext().user} />

export const Route = createFileRoute('/_signed-in/second_factor')({ component: Page })
