import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { findContactError } from '@registry/domain/access/contact'
import { rememberedName, rememberName } from '@registry/ui/browser/remembered-name.ts'
import { toRequestError } from '@registry/ui/request-error.ts'
import { ErrorSummary, useFieldErrors } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { enter } from '@registry/app-shell/session.ts'
import { shell, trpc } from '../../app/shell.ts'
import { CodeSent } from './code-sent.tsx'
import classes from './sign-in.module.css'
import { useCountdown } from './use-countdown.ts'

const codeLength = 6

type Props = { readonly contact?: string; readonly children?: ReactNode }

/** Patient sign-in: contact and password ask for a code, the code signs in (spec 1, sections 2, 4 and 5). */
export const PatientSignIn = ({ contact: given, children }: Props) => {
  const { t } = useLingui()
  const say = useErrorMessage()
  const form = useFieldErrors<'username' | 'password' | 'otp'>()
  const [username, setUsername] = useState(given ?? rememberedName())
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState('')
  const [remember, setRemember] = useState(given === undefined && username !== '')
  const codeField = useRef<HTMLInputElement>(null)
  const wait = useCountdown()

  const request = useMutation(
    trpc.signIn.requestCode.mutationOptions({
      meta: { ownFailures: true },
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
      meta: { ownFailures: true },
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
  // Only when the field stands open on the page can it take the focus.
  useEffect(() => {
    if (sent) codeField.current?.focus()
  }, [sent])

  const credentialFaults = () => {
    const wrong = findContactError(username)
    return { ...(wrong && { username: say(wrong) }), ...(password === '' && { password: say('password_required') }) }
  }
  const askCode = (): void => {
    if (!form.setErrors(credentialFaults())) request.mutate({ username: username.trim(), password })
  }
  const submit = (): void => {
    if (!requested) return askCode()
    const code = otp.trim()
    const errors = code === '' ? { otp: say('code_required') } : code.length === codeLength ? {} : { otp: say('code_wrong') }
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
          label={t`E-mail o numero di cellulare`}
          autoComplete="username"
          autoCapitalize="none"
          size="lg"
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          {...form.field('password')}
          label={t`Password`}
          autoComplete="current-password"
          size="lg"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t`Mostra o nascondi la password`, tabIndex: 0 }}
        />
        <Checkbox
          size="md"
          label={t`Ricorda il mio contatto su questo dispositivo`}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        {/* Enter presses the form's first submit button: the one whose turn it is, since a disabled one would swallow it. */}
        <Button
          size="lg"
          variant={requested ? 'default' : 'filled'}
          loading={request.isPending}
          disabled={wait.seconds > 0}
          {...(requested ? { onClick: askCode } : { type: 'submit' })}
        >
          {requested ? t`Richiedi di nuovo` : t`Richiedi il codice`}
          {wait.seconds > 0 && ` (${wait.seconds} s)`}
        </Button>
        <div className={classes.code} data-open={requested}>
          {sent && <CodeSent sent={sent} />}
          <TextInput
            {...form.field('otp')}
            ref={codeField}
            label={t`Codice`}
            description={t`Sono ${codeLength} cifre.`}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={codeLength}
            size="lg"
            disabled={!requested}
            classNames={{ input: classes.codeInput ?? '' }}
            value={otp}
            onChange={(event) => setOtp(event.currentTarget.value)}
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
