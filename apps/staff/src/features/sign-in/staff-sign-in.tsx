import { Button, Checkbox, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { enter } from '@registry/app-shell/session.ts'
import { rememberedName, rememberName } from '@registry/ui/browser/remembered-name.ts'
import { signInErrorMessages } from '@registry/domain/access/sign-in-errors'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { PasswordField } from '@registry/ui/forms/password-field.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { shell, trpc } from '../../app/shell.ts'
import { CodeStep } from './code-step.tsx'

/** Staff sign-in: e-mail and password, then the code of the second factor for those who have one (REQ-ACC-01). */
export const StaffSignIn = () => {
  const { t, i18n } = useLingui()
  const [needsCode, setNeedsCode] = useState(false)
  const form = useForm({
    initialValues: { username: rememberedName(), password: '', remember: rememberedName() !== '' },
    validate: ({ username, password }) => ({
      ...(username.trim() === '' && { username: t`Inserisci il tuo indirizzo e-mail` }),
      ...(password === '' && { password: i18n._(signInErrorMessages.password_required) }),
    }),
  })
  const finish = (user: CurrentUser): void => {
    const { remember, username } = form.getValues()
    rememberName(remember ? username.trim() : undefined)
    enter(shell, user)
  }
  const signIn = useMutation(
    trpc.signIn.staff.mutationOptions({
      ...ownFailures,
      onSuccess: finish,
      onError: (error) => {
        const { code, message, fields } = toRequestError(error)
        if (code === 'second_factor_required') setNeedsCode(true)
        else form.setErrors({ form: t`Accesso fallito: ${message}`, ...fields })
      },
    }),
  )
  if (needsCode) {
    const leaveCode = (reason?: string): void => {
      setNeedsCode(false)
      form.setFieldValue('password', '')
      form.setErrors({ form: reason })
    }
    return <CodeStep onEnter={finish} onBack={leaveCode} />
  }
  return (
    <>
      <PageHeading title={t`Accesso operatori`} />
      <ErrorSummary errors={form.errors} />
      <Form onSubmit={form.onSubmit(({ username, password }) => signIn.mutate({ username, password }))}>
        <TextInput {...form.getInputProps('username')} label={t`E-mail`} type="email" autoComplete="username" size="md" />
        <PasswordField {...form.getInputProps('password')} label={t`Password`} autoComplete="current-password" size="md" />
        <Checkbox {...form.getCheckboxProps('remember')} label={t`Ricorda il mio indirizzo su questo dispositivo`} />
        <Button type="submit" size="md" loading={signIn.isPending}>
          {t`Accedi`}
        </Button>
        <RouteLink href="/forgot_password">{t`Password dimenticata?`}</RouteLink>
      </Form>
    </>
  )
}
