import { useLingui } from '@lingui/react/macro'
import { Button, Checkbox, TextInput } from '@mantine/core'
import type { CodeSent } from '@registry/api-contract/sign-in'
import { fetchCurrentUser } from '@registry/app-shell/guard.ts'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { enter } from '@registry/app-shell/session.ts'
import { findContactError } from '@registry/domain/access/contact'
import { readCodeField } from '@registry/domain/access/one-time-code'
import { type SignInErrorCode, signInErrorMessages } from '@registry/domain/access/sign-in-errors'
import { rememberedName, rememberName } from '@registry/ui/browser/remembered-name.ts'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { PasswordField } from '@registry/ui/forms/password-field.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { queryClient, shell, trpc } from '../../app/shell.ts'
import { CodeStep } from './code-step.tsx'
import { useCountdown } from '../../app/use-countdown.ts'
import classes from './sign-in.module.css'

type Values = { readonly username: string; readonly password: string; readonly remember: boolean }
type CredentialsProps = {
  readonly form: Pick<ReturnType<typeof useForm<Values>>, 'getInputProps' | 'getCheckboxProps'>
  readonly isRequesting: boolean
}

/** The first step: contact and password request a code. Code field and sign-in button are disabled until then (REQ-ACC-04). */
const Credentials = ({ form, isRequesting }: CredentialsProps) => {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        {...form.getInputProps('username')}
        label={t`E-mail o numero di cellulare`}
        autoComplete="username"
        autoCapitalize="none"
        size="lg"
      />
      <PasswordField {...form.getInputProps('password')} label={t`Password`} autoComplete="current-password" size="lg" />
      <Checkbox {...form.getCheckboxProps('remember')} size="md" label={t`Ricorda il mio recapito su questo dispositivo`} />
      <Button type="submit" size="lg" loading={isRequesting}>
        {t`Richiedi il codice`}
      </Button>
      <RouteLink href="/forgot_password_patient" className={classes.forgotten ?? ''}>
        {t`Password dimenticata?`}
      </RouteLink>
      <div className={classes.next}>
        <TextInput label={t`Codice`} size="lg" disabled classNames={{ input: classes.codeInput ?? '' }} />
        <Button type="button" size="lg" disabled>
          {t`Accedi`}
        </Button>
      </div>
      <RouteLink href="/stato_ritiro" className={classes.forgotten ?? ''}>
        {t`Ti sei ritirato? Vedi lo stato del ritiro`}
      </RouteLink>
    </>
  )
}

const codeLength = 6

type Props = {
  readonly contact?: string
  /** The password that this person has just chosen: its code is requested immediately. */
  readonly chosenPassword?: string
  readonly children?: ReactNode
}

/** Patient sign-in: contact and password request a code, the code signs in (REQ-ACC-03, REQ-ACC-04). */
export const PatientSignIn = ({ contact, chosenPassword, children }: Props) => {
  const { t, i18n } = useLingui()
  const formatError = (code: SignInErrorCode): string => i18n._(signInErrorMessages[code])
  const [sent, setSent] = useState<CodeSent>()
  const known = contact ?? rememberedName()
  const form = useForm({
    initialValues: { username: known, password: chosenPassword ?? '', otp: '', remember: contact === undefined && known !== '' },
    validate: ({ username, password, otp }) => {
      if (sent) return otp.length === codeLength ? {} : { otp: formatError(otp === '' ? 'code_required' : 'code_wrong') }
      const detail = findContactError(username)
      return {
        ...(detail && { username: formatError(detail) }),
        ...(password === '' && { password: formatError('password_required') }),
      }
    },
  })
  const username = form.values.username.trim()
  const wait = useCountdown()

  const request = useMutation(
    trpc.signIn.requestCode.mutationOptions({
      ...ownFailures,
      onSuccess: (answer) => {
        form.setErrors({})
        form.setFieldValue('otp', '')
        setSent(answer)
        wait.start(answer.againInSeconds)
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
      onSuccess: async (answer) => {
        rememberName(form.values.remember ? username : undefined)
        // The session of a link acted for nobody. This one may act for a patient, of whom the answer has no data (REQ-GRD-04).
        shell.account.release()
        if (answer.actingFor === undefined) return enter(shell, answer)
        queryClient.removeQueries({ queryKey: trpc.session.current.queryKey() })
        const user = await fetchCurrentUser(shell)
        if (user) enter(shell, user)
      },
      onError: (error) => {
        const { code, message, fields } = toRequestError(error)
        const text = t`Accesso fallito: ${message}`
        form.setFieldValue('otp', '')
        form.setErrors(code === 'code_refused' ? { otp: text } : { form: text, ...fields })
      },
    }),
  )
  const requestCode = (): void => request.mutate({ username, password: form.values.password })
  const submit = form.onSubmit(({ otp }) => {
    if (!sent) requestCode()
    else if (!signIn.isPending) signIn.mutate({ username, otp })
  })
  const started = useRef(false)
  useEffect(() => {
    if (chosenPassword === undefined || started.current) return
    started.current = true
    submit()
  })
  /** The last digit sends the code, typed or filled in by the phone. */
  const changeCode = (typed: string): void => {
    const content = readCodeField(typed)
    if (content === undefined) {
      form.setErrors({ otp: formatError('code_not_in_text') })
      return
    }
    form.setFieldValue('otp', content)
    if (content.length === codeLength) submit()
  }
  const startAgain = (): void => {
    form.setErrors({})
    setSent(undefined)
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
            contact={username}
            isPasswordNew={chosenPassword !== undefined && signIn.submittedAt === 0}
            field={form.field('otp')}
            code={form.values.otp}
            codeLength={codeLength}
            onCode={changeCode}
            isSigningIn={signIn.isPending}
            isRequesting={request.isPending}
            waitSeconds={wait.seconds}
            onRequestAgain={requestCode}
            onStartAgain={startAgain}
          />
        ) : (
          <Credentials form={form} isRequesting={request.isPending} />
        )}
      </Form>
    </>
  )
}
