import { createFileRoute } from '@tanstack/react-router'
import { InvitationChoice } from '../../features/invitation/invitation-choice.tsx'
import { ChangeOwnPassword } from '@registry/app-shell/password/change-own-password.tsx'

/** An invited person whose contact has an account chooses between the two first (REQ-PAT-04). */
const Page = () => {
  const { user } = Route.useRouteContext()
  return user.invitedBy === undefined ? <ChangeOwnPassword user={user} /> : <InvitationChoice user={user} invitedBy={user.invitedBy} />
}

export const Route = createFileRoute('/_signed-in/changepasswd')({ component: Page })
