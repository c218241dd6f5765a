import { useLingui } from '@lingui/react/macro'
import { showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { failureOf } from '@registry/ui/failure.ts'
import { PasswordForm, type Passwords } from '@registry/ui/forms/password-form.tsx'
import { Column, PageHeading } from '@registry/ui/frame/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type CurrentUser, currentUser } from '../../app/guard.ts'
import { trpc } from '../../app/trpc.ts'

/** Changing the password, or choosing one in the session that a link or a temporary password opened (D6). */
export const ChangePassword = ({ user }: { readonly user: CurrentUser }) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const change = useMutation(trpc.signIn.changePassword.mutationOptions({ meta: { ownFailures: true } }))
  const choosing = user.passwordExpired

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
    await navigate({ to: now && !now.passwordExpired ? '/myconsent' : '/' })
    return undefined
  }

  return (
    <Column>
      <PageHeading title={choosing ? t`Scegli la tua password` : t`Cambia password`} />
      {choosing && <Notice status="waiting">{t`Per continuare devi scegliere una nuova password.`}</Notice>}
      <PasswordForm asksOld={!choosing} hint={t`Almeno 10 caratteri. Una frase di più parole va bene.`} onChange={save} />
    </Column>
  )
}
