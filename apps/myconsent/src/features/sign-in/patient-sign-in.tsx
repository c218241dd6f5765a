import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { enter } from '@registry/app-shell/session.ts'
import { findContactError } from '@registry/domain/access/contact'
import { rememberedName, rememberName } from '@registry/ui/browser/remembered-name.ts'
import { ErrorSummary, useFieldErrors } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { shell, trpc } from '../../app/shell.ts'
import { CodeStep, codeLength } from './code-step.tsx'
import { Credentials } from './credentials.tsx'
import { useCountdown } from './use-countdown.ts'

type Props = {
  readonly contact?: string
  /** The password that this person has just chosen: its code is requested at once. */
  readonly chosenPassword?: string
  readonly children?: ReactNode
}

/**
 * Patient sign-in: contact and password request a code, the code signs in (REQ-ACC-03, REQ-ACC-04). Patients load this page first:
 * it keeps its own state, because `useForm` would exceed the size limit of the page (docs/dependencies.md).
 */
export const PatientSignIn = ({ contact, chosenPassword, children }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const form = useFieldErrors<'username' | 'password' | 'otp'>()
  const [username, setUsername] = useState(contact ?? rememberedName())
  const [password, setPassword] = useState(chosenPassword ?? '')
  const [otp, setOtp] = useState('')
  const [remember, setRemember] = useState(contact === undefined && username !== '')
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
  const requestCode = (): void => {
    const detail = findContactError(username)
    const errors = {
      ...(detail && { username: formatError(detail) }),
      ...(password === '' && { password: formatError('password_required') }),
    }
    if (!form.setErrors(errors)) request.mutate({ username: username.trim(), password })
  }
  const started = useRef(false)
  useEffect(() => {
    if (chosenPassword === undefined || started.current) return
    started.current = true
    requestCode()
  })
  const send = (code: string): void => {
    const errors = code.length === codeLength ? {} : { otp: formatError(code === '' ? 'code_required' : 'code_wrong') }
    if (!form.setErrors(errors)) signIn.mutate({ username: username.trim(), otp: code })
  }
  const submit = (): void => {
    if (!sent) requestCode()
    else if (!signIn.isPending) send(otp)
  }
  /** The last digit sends the code, typed or filled in by the phone. */
  const changeCode = (typed: string): void => {
    const code = typed.replaceAll(/\s/g, '').slice(0, codeLength)
    setOtp(code)
    if (code.length === codeLength && !signIn.isPending) send(code)
  }
  const startAgain = (): void => {
    form.clearErrors()
    request.reset()
  }

  return (
    <>
      <PageHeading
        title={t`Entra in MyConsent`}
        lead={
          sent
            ? undefined
            : t`Ti servono il tuo indirizzo e-mail o il tuo numero di cellulare, la password e un codice che ti mandiamo ogni volta.`
        }
      />
      {children}
      <ErrorSummary errors={form.errors} />
      <Form onSubmit={submit}>
        {sent ? (
          <CodeStep
            sent={sent}
            contact={username.trim()}
            isPasswordNew={chosenPassword !== undefined}
            field={form.field('otp')}
            code={otp}
            onCode={changeCode}
            isSigningIn={signIn.isPending}
            isRequesting={request.isPending}
            waitSeconds={wait.seconds}
            onRequestAgain={requestCode}
            onStartAgain={startAgain}
          />
        ) : (
          <Credentials
            field={form.field}
            username={username}
            onUsername={setUsername}
            password={password}
            onPassword={setPassword}
            remember={remember}
            onRemember={setRemember}
            isRequesting={request.isPending}
          />
        )}
      </Form>
    </>
  )
}
