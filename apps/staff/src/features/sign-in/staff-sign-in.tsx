import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { rememberedName, rememberName } from '@registry/ui/browser/remembered-name.ts'
import { toRequestError } from '@registry/ui/request-error.ts'
import { ErrorSummary, useFieldErrors } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { enter } from '@registry/app-shell/session.ts'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { shell, trpc } from '../../app/shell.ts'
import { CodeStep } from './code-step.tsx'

/** Staff sign-in: e-mail and password, and the code of whoever has an authenticator app (spec 1, section 2; D6). */
export const StaffSignIn = () => {
  const { t } = useLingui()
  const say = useErrorMessage()
  const form = useFieldErrors<'username' | 'password'>()
  const [username, setUsername] = useState(rememberedName)
  const [password, setPassword] = useState('')
  const [owesCode, setOwesCode] = useState(false)
  const [remember, setRemember] = useState(username !== '')
  const welcome = (user: CurrentUser): void => {
    rememberName(remember ? username.trim() : undefined)
    enter(shell, user)
  }
  const signIn = useMutation(
    trpc.signIn.staff.mutationOptions({
      meta: { ownFailures: true },
      onSuccess: (user) => welcome(user),
      onError: (error) => {
        const { code, message, fields } = toRequestError(error)
        if (code === 'second_factor_required') {
          form.clearErrors()
          setOwesCode(true)
        } else form.setErrors({ form: t`Accesso fallito: ${message}`, ...fields })
      },
    }),
  )
  const submit = (): void => {
    const missing = {
      ...(username.trim() === '' && { username: t`Inserisci il tuo indirizzo e-mail` }),
      ...(password === '' && { password: say('password_required') }),
    }
    if (!form.setErrors(missing)) signIn.mutate({ username, password })
  }
  if (owesCode) {
    const back = (why?: string): void => {
      setOwesCode(false)
      setPassword('')
      form.setErrors(why === undefined ? {} : { form: why })
    }
    return <CodeStep onEnter={welcome} onBack={back} />
  }
  return (
    <>
      <PageHeading title={t`Accesso operatori`} />
      <ErrorSummary errors={form.errors} />
      <Form onSubmit={submit}>
        <TextInput
          {...form.field('username')}
          label={t`E-mail`}
          type="email"
          autoComplete="username"
          size="md"
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          {...form.field('password')}
          label={t`Password`}
          autoComplete="current-password"
          size="md"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t`Mostra o nascondi la password`, tabIndex: 0 }}
        />
        <Checkbox
          label={t`Ricorda il mio indirizzo su questo dispositivo`}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <Button type="submit" size="md" loading={signIn.isPending}>
          {t`Accedi`}
        </Button>
        <RouteLink href="/forgot_password">{t`Password dimenticata?`}</RouteLink>
      </Form>
    </>
  )
}
