import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type CurrentUser, fetchCurrentUser } from '@registry/app-shell/guard.ts'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { unansweredDays } from '@registry/domain/access/sign-in-policy'
import { askConfirmation, showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { shell, trpc } from '../../app/shell.ts'
import classes from './invitation-choice.module.css'

type Choice = { readonly name: string; readonly effects: readonly string[]; readonly action: string }

/** The texts of both choices: name, effects and button (REQ-PAT-04). */
const useInvitationChoices = (invitedBy: string): Readonly<Record<'stay' | 'move', Choice>> => {
  const { t } = useLingui()
  return {
    stay: {
      name: t`Resto con il mio account`,
      effects: [
        t`Il tuo account, i tuoi consensi e i tuoi dati restano come sono.`,
        t`La registrazione di ${invitedBy} resta «invitata» e finisce ${unansweredDays} giorni dopo che il centro l’ha fatta.`,
        t`${invitedBy} vede solo che non c’è stata risposta: non sa che hai già un account.`,
      ],
      action: t`Resto`,
    },
    move: {
      name: t`Passo a ${invitedBy}`,
      effects: [
        t`Il tuo recapito passa alla nuova registrazione: scegli subito una nuova password, e poi i tuoi consensi.`,
        t`La registrazione del centro che ti segue ora si chiude: i dati raccolti finora restano utilizzabili per la ricerca, non se ne raccolgono altri e non li vedi più in MyConsent.`,
        t`Il centro che ti segue ora riceve un’e-mail: sei passato a un altro centro, senza dire quale.`,
        t`Non si può annullare.`,
      ],
      action: t`Passo al nuovo centro`,
    },
  }
}

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
