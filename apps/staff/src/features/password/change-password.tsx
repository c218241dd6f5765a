import { useLingui } from '@lingui/react/macro'
import { passwordMin } from '@registry/domain/access/password'
import { showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { failureOf } from '@registry/ui/failure.ts'
import { Column, PageHeading } from '@registry/ui/frame/page.tsx'
import { PasswordForm, type Passwords } from '@registry/ui/password/password-form.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type CurrentUser, currentUser } from '../../app/guard.ts'
import { trpc } from '../../app/trpc.ts'

/** Until the server has said what it asks, the rules of a registry that changed nothing (D6). */
const usualRules = { minimum: passwordMin('user', false), leastStrength: 3 }

/** Changing the password, or choosing one in the session that a link or a temporary password opened (D6). */
export const ChangePassword = ({ user }: { readonly user: CurrentUser }) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: rules = usualRules } = useQuery(trpc.signIn.passwordRules.queryOptions(undefined, { meta: { ownFailures: true } }))
  const change = useMutation(trpc.signIn.changePassword.mutationOptions({ meta: { ownFailures: true } }))
  const choosing = user.passwordExpired
  const tooOld = user.asksOldPassword === true

  const save = async (passwords: Passwords) => {
    try {
      await change.mutateAsync(passwords)
    } catch (error) {
      const { message, fields } = failureOf(error)
      return Object.keys(fields).length > 0 ? fields : { form: message }
    }
    await showAlert(t`Password modificata`)
    queryClient.clear()
    const now = await currentUser()
    await navigate({ to: now && !now.passwordExpired ? '/uhome' : '/' })
    return undefined
  }

  return (
    <Column>
      <PageHeading title={choosing ? t`Scegli la tua password` : t`Cambia password`} />
      {choosing && (
        <Notice status="waiting">
          {tooOld ? t`La tua password è scaduta: per continuare scegline una nuova.` : t`Per continuare devi scegliere una nuova password.`}
        </Notice>
      )}
      <PasswordForm
        asksOld={!choosing || tooOld}
        rules={rules}
        ownTexts={[user.name, user.surname, user.username, ...user.roles.flatMap(({ center }) => center ?? [])]}
        size="md"
        onChange={save}
      />
    </Column>
  )
}
