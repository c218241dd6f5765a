import { Button, Checkbox, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { enter } from '@registry/app-shell/session.ts'
import { findContactError } from '@registry/domain/access/contact'
import { rememberedName, rememberName } from '@registry/ui/browser/remembered-name.ts'
import { ErrorSummary, useFieldErrors } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { PasswordField } from '@registry/ui/forms/password-field.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { shell, trpc } from '../../app/shell.ts'
import { CodeSent } from './code-sent.tsx'
import classes from './sign-in.module.css'
import { useCountdown } from './use-countdown.ts'

const codeLength = 6

type Props = { readonly contact?: string; readonly children?: ReactNode }

/**
 * Patient sign-in: contact and password request a code, the code signs in (REQ-ACC-03, REQ-ACC-04). Patients load this page first:
 * it keeps its own state, because `useForm` would exceed the size limit of the page (docs/dependencies.md).
 */
export const PatientSignIn = ({ contact, children }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const form = useFieldErrors<'username' | 'password' | 'otp'>()
  const [username, setUsername] = useState(contact ?? rememberedName())
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState('')
  const [remember, setRemember] = useState(contact === undefined && username !== '')
  const codeField = useRef<HTMLInputElement>(null)
  const wait = useCountdown()

  const request = useMutation(
    trpc.signIn.requestCode.mutationOptions({
      ...ownFailures,
      onSuccess: ({ againInSeconds }) => {
        form.clearErrors()
        setOtp('')
        wait.start(againInSeconds)
      },
      onError: (error) => {
        const { message, fields } = toRequestError(error)
        form.setErrors({ form: t`Errore: ${message}`, ...fields })
      },
    }),
  )
  const signIn = useMutation(
    trpc.signIn.withCode.mutationOptions({
      ...ownFailures,
      onSuccess: (user) => {
        rememberName(remember ? username.trim() : undefined)
        enter(shell, user)
      },
      onError: (error) => {
        const { message, fields } = toRequestError(error)
        setOtp('')
        form.setErrors({ form: t`Accesso fallito: ${message}`, ...fields })
      },
    }),
  )
  const sent = request.data
  const requested = sent !== undefined
  // A hidden field cannot take the focus: it becomes visible with `sent`.
  useEffect(() => {
    if (sent) codeField.current?.focus()
  }, [sent])

  const checkCredentials = () => {
    const detail = findContactError(username)
    return { ...(detail && { username: formatError(detail) }), ...(password === '' && { password: formatError('password_required') }) }
  }
  const requestCode = (): void => {
    if (!form.setErrors(checkCredentials())) request.mutate({ username: username.trim(), password })
  }
  const submit = (): void => {
    if (!requested) return requestCode()
    const code = otp.trim()
    const errors = code.length === codeLength ? {} : { otp: formatError(code === '' ? 'code_required' : 'code_wrong') }
    if (!form.setErrors(errors)) signIn.mutate({ username: username.trim(), otp: code })
  }

  return (
    <>
      <PageHeading
        title={t`Entra in MyConsent`}
        lead={t`Ti servono il tuo indirizzo e-mail o il tuo numero di cellulare, la password e un codice che ti mandiamo ogni volta.`}
      />
      {children}
      <ErrorSummary errors={form.errors} />
      <Form onSubmit={submit}>
        <TextInput
          {...form.field('username')}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          label={t`E-mail o numero di cellulare`}
          autoComplete="username"
          autoCapitalize="none"
          size="lg"
        />
        <PasswordField
          {...form.field('password')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          label={t`Password`}
          autoComplete="current-password"
          size="lg"
        />
        <Checkbox
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
          size="md"
          label={t`Ricorda il mio contatto su questo dispositivo`}
        />
        {/* Enter presses the first submit button, also a disabled one: only the next step has that type. */}
        <Button
          size="lg"
          variant={requested ? 'default' : 'filled'}
          loading={request.isPending}
          disabled={wait.seconds > 0}
          {...(requested ? { onClick: requestCode } : { type: 'submit' })}
        >
          {requested ? t`Richiedi di nuovo` : t`Richiedi il codice`}
          {wait.seconds > 0 && ` (${wait.seconds} s)`}
        </Button>
        <div className={classes.code} data-open={requested}>
          {sent && <CodeSent sent={sent} />}
          <TextInput
            {...form.field('otp')}
            value={otp}
            onChange={(event) => setOtp(event.currentTarget.value)}
            ref={codeField}
            label={t`Codice`}
            description={t`Sono ${codeLength} cifre.`}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={codeLength}
            size="lg"
            disabled={!requested}
            classNames={{ input: classes.codeInput ?? '' }}
          />
          <Button type={requested ? 'submit' : 'button'} size="lg" disabled={!requested} loading={signIn.isPending}>
            {t`Accedi`}
          </Button>
        </div>
        <RouteLink href="/forgot_password_patient" className={classes.forgotten ?? ''}>
          {t`Password dimenticata?`}
        </RouteLink>
      </Form>
    </>
  )
}
