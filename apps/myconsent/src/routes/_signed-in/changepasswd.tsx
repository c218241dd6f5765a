import { createFileRoute } from '@tanstack/react-router'
import { ChangePassword } from '../../features/password/change-password.tsx'

const Page = () => <ChangePassword user={Route.useRouteContext().user} />

export const Route = createFileRoute('/_signed-in/changepasswd')({ component: Page, staticData: { back: '/myconsent' } })
