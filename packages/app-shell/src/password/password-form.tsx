import { Button, PasswordInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { findPasswordChangeError, maxPasswordLength } from '@registry/domain/access/password'
import { type ChangeEvent, useState } from 'react'
import { ErrorSummary, type FieldErrorsState, useFieldErrors } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import classes from './password.module.css'
import { type PasswordRules, StrengthMeter } from './strength-meter.tsx'

export type Passwords = { readonly oldpassword?: string; readonly newpassword: string }
type Field = 'oldpassword' | 'newpassword' | 'confirmation'

type Props = {
  /** False in the session of a link or a temporary password, which needs no old password (REQ-ACC-13). */
  readonly asksOld: boolean
  readonly rules: PasswordRules
  readonly ownTexts: readonly string[]
  readonly size: 'md' | 'lg'
  /** Changes the password; returns the errors. */
  readonly onChange: (passwords: Passwords) => Promise<FieldErrorsState<Field> | undefined>
}

/** The form for a new password, the same in both apps (REQ-ACC-14). */
export const PasswordForm = ({ asksOld, rules, ownTexts, size, onChange }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const form = useFieldErrors<Field>()
  const [values, setValues] = useState({ oldpassword: '', newpassword: '', confirmation: '' })
  const [busy, setBusy] = useState(false)

  const check = (): FieldErrorsState<Field> => {
    const { oldpassword, newpassword, confirmation } = values
    if (asksOld && oldpassword === '') return { oldpassword: formatError('password_required') }
    const detail = findPasswordChangeError({ ...(asksOld && { old: oldpassword }), new: newpassword, confirmation }, rules.minimum)
    return detail ? { [detail.code === 'passwords_differ' ? 'confirmation' : 'newpassword']: formatError(detail) } : {}
  }
  const submit = async (): Promise<void> => {
    if (form.setErrors(check())) return
    setBusy(true)
    const { oldpassword, newpassword } = values
    form.setErrors((await onChange(asksOld ? { oldpassword, newpassword } : { newpassword })) ?? {})
    setBusy(false)
  }
  const input = (name: Field) => ({
    ...form.field(name),
    size,
    value: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setValues({ ...values, [name]: event.currentTarget.value }),
    visibilityToggleButtonProps: { 'aria-label': t`Mostra o nascondi la password`, tabIndex: 0 },
  })
  const { minimum } = rules

  return (
    <>
      <ErrorSummary errors={form.errors} />
      <Form onSubmit={() => void submit()}>
        {asksOld && <PasswordInput label={t`Vecchia password`} autoComplete="current-password" {...input('oldpassword')} />}
        <PasswordInput
          label={t`Nuova password`}
          description={t`Da ${minimum} a ${maxPasswordLength} caratteri. Una frase di più parole va bene, spazi compresi.`}
          autoComplete="new-password"
          {...input('newpassword')}
        />
        <StrengthMeter password={values.newpassword} rules={rules} ownTexts={ownTexts} />
        <PasswordInput label={t`Conferma la nuova password`} autoComplete="new-password" {...input('confirmation')} />
        <p className={classes.others}>{t`Quando la cambi, gli accessi aperti su altri dispositivi vengono chiusi.`}</p>
        <Button type="submit" size={size} loading={busy}>
          {t`Cambia password`}
        </Button>
      </Form>
    </>
  )
}
