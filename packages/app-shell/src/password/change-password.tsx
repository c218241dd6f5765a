import { useLingui } from '@lingui/react/macro'
import { getMinPasswordLength } from '@registry/domain/access/password'
import { showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { Column, PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { PasswordForm, type Passwords } from './password-form.tsx'
import type { PasswordRules } from './strength-meter.tsx'

type Person = { readonly mode: 'patient' | 'user'; readonly passwordExpired: boolean; readonly asksOldPassword?: boolean | undefined }

type Props = {
  readonly person: Person
  /** The password rules of the server; undefined until it has answered. */
  readonly rules: PasswordRules | undefined
  readonly ownTexts: readonly string[]
  /** Changes the password. @throws the server's error */
  readonly change: (passwords: Passwords) => Promise<unknown>
  /** Called after the person has confirmed the message of success. */
  readonly onChanged: () => Promise<void>
}

/** The default rules, until the server has answered (REQ-ACC-07, REQ-ACC-08). */
const defaultRules = (mode: Person['mode']): PasswordRules => ({ minimum: getMinPasswordLength(mode, false), leastStrength: 3 })

/** The page to change the password, and to choose one in the session of a link or a temporary password (REQ-ACC-13). */
export const ChangePassword = ({ person, rules = defaultRules(person.mode), ownTexts, change, onChanged }: Props) => {
  const { t } = useLingui()
  const isForced = person.passwordExpired
  const isExpiredByAge = person.asksOldPassword === true

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
      <PageHeading title={isForced ? t`Scegli la tua password` : t`Cambia password`} />
      {isForced && (
        <Notice status="waiting">
          {isExpiredByAge
            ? t`La tua password è scaduta: per continuare scegline una nuova.`
            : t`Per continuare devi scegliere una nuova password.`}
        </Notice>
      )}
      <PasswordForm
        asksOld={!isForced || isExpiredByAge}
        rules={rules}
        ownTexts={ownTexts}
        size={person.mode === 'patient' ? 'lg' : 'md'}
        onChange={save}
      />
    </Column>
  )
}
