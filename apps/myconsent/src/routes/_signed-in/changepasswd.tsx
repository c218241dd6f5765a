import { ChangeOwnPassword } from '@registry/app-shell/password/change-own-password.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { InvitationChoice } from '../../features/invitation/invitation-choice.tsx'
import { Welcome } from '../../features/invitation/welcome.tsx'
import { storeSignInPrefill } from '../../features/sign-in/sign-in-prefill.ts'

/** An invited person whose contact has an account chooses between the two first (REQ-PAT-04). The code follows the choice of a password. */
const Page = () => {
  const { user } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  if (user.invitedBy !== undefined) return <InvitationChoice user={user} invitedBy={user.invitedBy} />
  const signIn = (password: string): void => {
    storeSignInPrefill({ contact: user.username, password })
    void navigate({ to: '/loginp', replace: true })
  }
  const welcome = user.registeredBy !== undefined && (
    <Welcome centre={user.registeredBy} contact={user.username} isGuardian={user.actingFor !== undefined} />
  )
  return <ChangeOwnPassword user={user} signIn={signIn} {...(welcome && { welcome })} />
}

export const Route = createFileRoute('/_signed-in/changepasswd')({ component: Page })
