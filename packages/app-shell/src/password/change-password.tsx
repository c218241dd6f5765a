import { useLingui } from '@lingui/react/macro'
import { getMinPasswordLength } from '@registry/domain/access/password'
import { showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { Column, PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import type { ReactNode } from 'react'
import { PasswordForm, type Passwords } from './password-form.tsx'
import type { PasswordRules } from './strength-meter.tsx'

type Person = { readonly mode: 'patient' | 'user'; readonly passwordExpired: boolean; readonly asksOldPassword?: boolean | undefined }

type Props = {
  readonly person: Person
  /** The server's rules, once they have arrived. */
  readonly rules: PasswordRules | undefined
  readonly ownTexts: readonly string[]
  /** Changes the password. @throws the server's error */
  readonly change: (passwords: Passwords) => Promise<unknown>
  /** The top of the page of a first password. */
  readonly welcome?: ReactNode
  /** Goes on with the new password; the next page confirms the change. */
  readonly signIn?: (password: string) => void
  /** Leaves the page after the person has read the confirmation. */
  readonly onChanged: () => Promise<void>
}

/** The rules of an installation without changed settings, until the server's rules arrive. */
const defaultRules = (mode: Person['mode']): PasswordRules => ({ minimum: getMinPasswordLength(mode, false), leastStrength: 3 })

/** Changes the password, or chooses one in the restricted session of a link or a temporary password (REQ-ACC-13). */
export const ChangePassword = ({ person, rules = defaultRules(person.mode), ownTexts, welcome, change, signIn, onChanged }: Props) => {
  const { t } = useLingui()
  const isForced = person.passwordExpired
  const isExpiredByAge = person.asksOldPassword === true

  const confirm = async (password: string): Promise<void> => {
    if (signIn) return signIn(password)
    await showAlert(t`Password modificata`)
    await onChanged()
  }

  return (
    <Column>
      {welcome ?? <PageHeading title={isForced ? t`Scegli la tua password` : t`Cambia password`} />}
      {isForced && welcome === undefined && (
        <Notice status="warning">
          {isExpiredByAge
            ? t`La tua password è scaduta: per continuare scegline una nuova.`
            : t`Per continuare devi scegliere una nuova password.`}
        </Notice>
      )}
      <PasswordForm
        asksOld={!isForced || isExpiredByAge}
        isFirst={welcome !== undefined}
        rules={rules}
        ownTexts={ownTexts}
        size={person.mode === 'patient' ? 'lg' : 'md'}
        change={change}
        onChanged={confirm}
      />
    </Column>
  )
}
