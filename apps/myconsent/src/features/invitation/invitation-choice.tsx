import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { askConfirmation, showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type CurrentUser, fetchCurrentUser } from '@registry/app-shell/guard.ts'
import { shell, trpc } from '../../app/shell.ts'
import classes from './invitation-choice.module.css'
import { useInvitationChoices } from './use-invitation-choices.ts'

type Props = { readonly user: CurrentUser; readonly invitedBy: string }

/** Asks the owner of an account whether to stay or to move to the inviting centre (REQ-PAT-04). */
export const InvitationChoice = ({ user, invitedBy }: Props) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const router = useRouter()
  const queryClient = useQueryClient()
  const choices = useInvitationChoices(invitedBy)
  const answer = useMutation(trpc.signIn.answerInvitation.mutationOptions(ownFailures))

  const stay = async (): Promise<void> => {
    await answer.mutateAsync({ choice: 'stay' })
    queryClient.clear()
    await navigate({ to: '/loginp', replace: true })
    await showAlert(t`Il tuo account resta com’è. Entra come sempre, con il tuo recapito e la tua password.`, t`Resti con il tuo account`)
  }
  const move = async (): Promise<void> => {
    const agreed = await askConfirmation({
      title: choices.move.name,
      text: choices.move.effects.join('\n\n'),
      confirm: choices.move.action,
      destructive: true,
    })
    if (!agreed) return
    await answer.mutateAsync({ choice: 'move' })
    queryClient.clear()
    await fetchCurrentUser(shell)
    await router.invalidate()
  }
  const run = (choice: () => Promise<void>) => (): void => void choice().catch(() => undefined)

  return (
    <>
      <PageHeading
        title={t`Questo recapito ha già un account`}
        lead={t`${invitedBy} ti ha invitato a MyConsent con il recapito ${user.username}, con cui entri già. Scegli che cosa fare.`}
      />
      {answer.error !== null && <Notice status="error">{toRequestError(answer.error).message}</Notice>}
      <div className={classes.choices}>
        {[
          { ...choices.stay, choose: stay },
          { ...choices.move, choose: move },
        ].map(({ name, effects, action, choose }) => (
          <section key={name} className={classes.choice} aria-label={name}>
            <h2 className={classes.name}>{name}</h2>
            <ul className={classes.effects}>
              {effects.map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
            <Button size="lg" fullWidth disabled={answer.isPending} onClick={run(choose)}>
              {action}
            </Button>
          </section>
        ))}
      </div>
    </>
  )
}
