import { Button, Checkbox, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { enter } from '@registry/app-shell/session.ts'
import { findContactError } from '@registry/domain/access/contact'
import { rememberedName, rememberName } from '@registry/ui/browser/remembered-name.ts'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { PasswordField } from '@registry/ui/forms/password-field.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { shell, trpc } from '../../app/shell.ts'
import { CodeSent } from './code-sent.tsx'
import classes from './sign-in.module.css'
import { useCountdown } from './use-countdown.ts'

const codeLength = 6

type Values = { readonly username: string; readonly password: string; readonly otp: string; readonly remember: boolean }
type Props = { readonly contact?: string; readonly children?: ReactNode }

/** Patient sign-in: contact and password request a code, the code signs in (REQ-ACC-03, REQ-ACC-04). */
export const PatientSignIn = ({ contact, children }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const knownContact = contact ?? rememberedName()
  const form = useForm<Values>({
    initialValues: { username: knownContact, password: '', otp: '', remember: contact === undefined && knownContact !== '' },
    validate: (values) => (requested ? checkCode(values) : checkCredentials(values)),
  })
  const codeField = useRef<HTMLInputElement>(null)
  const wait = useCountdown()

  const request = useMutation(
    trpc.signIn.requestCode.mutationOptions({
      ...ownFailures,
      onSuccess: ({ againInSeconds }) => {
        form.setFieldValue('otp', '')
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
        const { remember, username } = form.getValues()
        rememberName(remember ? username.trim() : undefined)
        enter(shell, user)
      },
      onError: (error) => {
        const { message, fields } = toRequestError(error)
        form.setFieldValue('otp', '')
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

  const checkCredentials = ({ username, password }: Values) => {
    const detail = findContactError(username)
    return { ...(detail && { username: formatError(detail) }), ...(password === '' && { password: formatError('password_required') }) }
  }
  const checkCode = ({ otp }: Values) => {
    const length = otp.trim().length
    return length === codeLength ? {} : { otp: formatError(length === 0 ? 'code_required' : 'code_wrong') }
  }
  const requestCode = ({ username, password }: Values): void => request.mutate({ username: username.trim(), password })
  const requestAgain = (): void => {
    const errors = checkCredentials(form.values)
    form.setErrors(errors)
    if (Object.keys(errors).length === 0) requestCode(form.values)
  }
  const submit = form.onSubmit((values) => {
    if (requested) signIn.mutate({ username: values.username.trim(), otp: values.otp.trim() })
    else requestCode(values)
  })

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
          {...form.getInputProps('username')}
          label={t`E-mail o numero di cellulare`}
          autoComplete="username"
          autoCapitalize="none"
          size="lg"
        />
        <PasswordField {...form.getInputProps('password')} label={t`Password`} autoComplete="current-password" size="lg" />
        <Checkbox
          {...form.getInputProps('remember', { type: 'checkbox' })}
          size="md"
          label={t`Ricorda il mio contatto su questo dispositivo`}
        />
        {/* Enter presses the first submit button, also a disabled one: only the next step has that type. */}
        <Button
          size="lg"
          variant={requested ? 'default' : 'filled'}
          loading={request.isPending}
          disabled={wait.seconds > 0}
          {...(requested ? { onClick: requestAgain } : { type: 'submit' })}
        >
          {requested ? t`Richiedi di nuovo` : t`Richiedi il codice`}
          {wait.seconds > 0 && ` (${wait.seconds} s)`}
        </Button>
        <div className={classes.code} data-open={requested}>
          {sent && <CodeSent sent={sent} />}
          <TextInput
            {...form.getInputProps('otp')}
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
