import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { findPasswordChangeError, maxPasswordLength } from '@registry/domain/access/password'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { PasswordField } from '@registry/ui/forms/password-field.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import classes from './password.module.css'
import { type PasswordRules, StrengthMeter } from './strength-meter.tsx'

export type Passwords = { readonly oldpassword?: string; readonly newpassword: string }

type Props = {
  /** False in the restricted session of a link or a temporary password: there the old one is unknown (REQ-ACC-13). */
  readonly asksOld: boolean
  /** The first password of the person: there are no other sessions and no previous password. */
  readonly isFirst: boolean
  readonly rules: PasswordRules
  readonly ownTexts: readonly string[]
  readonly size: 'md' | 'lg'
  /** Changes the password. @throws the server's error */
  readonly change: (passwords: Passwords) => Promise<unknown>
  readonly onChanged: (password: string) => Promise<void>
}

/** The fields of a new password, with the old one where it is required (REQ-ACC-14). */
export const PasswordForm = ({ asksOld, isFirst, rules, ownTexts, size, change, onChanged }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const form = useForm({
    initialValues: { oldpassword: '', newpassword: '', confirmation: '' },
    validate: ({ oldpassword, newpassword, confirmation }) => {
      if (asksOld && oldpassword === '') return { oldpassword: formatError('password_required') }
      const detail = findPasswordChangeError({ ...(asksOld && { old: oldpassword }), new: newpassword, confirmation }, rules.minimum)
      return detail ? { [detail.code === 'passwords_differ' ? 'confirmation' : 'newpassword']: formatError(detail) } : {}
    },
  })
  const submit = form.onSubmit(async ({ oldpassword, newpassword }) => {
    try {
      await change(asksOld ? { oldpassword, newpassword } : { newpassword })
    } catch (error) {
      return form.setErrors(toFormErrors(error))
    }
    return onChanged(newpassword)
  })
  const { minimum } = rules

  return (
    <>
      <ErrorSummary errors={form.errors} />
      <Form onSubmit={submit}>
        {asksOld && (
          <PasswordField {...form.getInputProps('oldpassword')} label={t`Vecchia password`} autoComplete="current-password" size={size} />
        )}
        <PasswordField
          {...form.getInputProps('newpassword')}
          label={isFirst ? t`La tua password` : t`Nuova password`}
          description={t`Da ${minimum} a ${maxPasswordLength} caratteri. Una frase di più parole va bene, spazi compresi.`}
          autoComplete="new-password"
          size={size}
        />
        <StrengthMeter password={form.values.newpassword} rules={rules} ownTexts={ownTexts} />
        <PasswordField
          {...form.getInputProps('confirmation')}
          label={isFirst ? t`Scrivila di nuovo` : t`Conferma la nuova password`}
          autoComplete="new-password"
          size={size}
        />
        {!isFirst && <p className={classes.others}>{t`Quando la cambi, gli accessi aperti su altri dispositivi vengono chiusi.`}</p>}
        <Button type="submit" size={size} loading={form.submitting}>
          {isFirst ? t`Scegli questa password` : t`Cambia password`}
        </Button>
      </Form>
    </>
  )
}
