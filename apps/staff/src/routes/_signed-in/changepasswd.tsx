import { createFileRoute } from '@tanstack/react-router'
import { ChangeOwnPassword } from '@registry/app-shell/password/change-own-password.tsx'

const Page = () => <ChangeOwnPassword user={Route.useRouteContext().user} />

export const Route = createFileRoute('/_signed-in/changepasswd')({ component: Page })
