import { useLingui } from '@lingui/react/macro'
import { passwordMin } from '@registry/domain/access/password'
import { showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { Column, PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { PasswordForm, type Passwords } from './password-form.tsx'
import type { PasswordRules } from './strength-meter.tsx'

type Person = { readonly mode: 'patient' | 'user'; readonly passwordExpired: boolean; readonly asksOldPassword?: boolean | undefined }

type Props = {
  readonly person: Person
  /** What the server asks of a password, once it has said so. */
  readonly rules: PasswordRules | undefined
  readonly ownTexts: readonly string[]
  /** Changes the password. @throws what the server refused */
  readonly change: (passwords: Passwords) => Promise<unknown>
  /** Goes on once the person has read that it is changed. */
  readonly onChanged: () => Promise<void>
}

/** Until the server has said what it asks, the rules of a registry that changed nothing (D6). */
const usualRules = (mode: Person['mode']): PasswordRules => ({ minimum: passwordMin(mode, false), leastStrength: 3 })

/** Changing the password, or choosing one in the session that a link or a temporary password opened, the same on both sites (D6). */
export const ChangePassword = ({ person, rules = usualRules(person.mode), ownTexts, change, onChanged }: Props) => {
  const { t } = useLingui()
  const choosing = person.passwordExpired
  const tooOld = person.asksOldPassword === true

  const save = async (passwords: Passwords) => {
    try {
      await change(passwords)
    } catch (error) {
      const { message, fields } = toRequestError(error)
      return Object.keys(fields).length > 0 ? fields : { form: message }
    }
    await showAlert(t`Password modificata`)
    await onChanged()
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
        ownTexts={ownTexts}
        size={person.mode === 'patient' ? 'lg' : 'md'}
        onChange={save}
      />
    </Column>
  )
}
