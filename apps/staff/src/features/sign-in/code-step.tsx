import { Button, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { parseSecondFactorCode } from '@registry/domain/access/second-factor'
import { toRequestError } from '@registry/ui/request-error.ts'
import { ErrorSummary, useFieldErrors } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { trpc } from '../../app/shell.ts'

type Props = {
  readonly onEnter: (user: CurrentUser) => void
  /** Back to the password, with what the server said where it wants it again. */
  readonly onBack: (why?: string) => void
}

/** The second step of whoever has an authenticator app: its code, or a recovery code (D6). */
export const CodeStep = ({ onEnter, onBack }: Props) => {
  const { t } = useLingui()
  const form = useFieldErrors<'otp'>()
  const [otp, setOtp] = useState('')
  const [recovery, setRecovery] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [recovery])
  const signIn = useMutation(
    trpc.secondFactor.signIn.mutationOptions({
      meta: { ownFailures: true },
      onSuccess: onEnter,
      onError: (error) => {
        const { code, message, fields } = toRequestError(error)
        setOtp('')
        if (code === 'sign_in_stale') onBack(message)
        else form.setErrors(Object.keys(fields).length > 0 ? fields : { form: t`Accesso fallito: ${message}` })
      },
    }),
  )
  const submit = (): void => {
    const typed = parseSecondFactorCode(otp)?.kind
    if (typed === (recovery ? 'recovery' : 'app')) return signIn.mutate({ otp })
    form.setErrors({ otp: recovery ? t`Un codice di recupero ha 12 lettere e cifre` : t`Scrivi le 6 cifre che mostra l’app` })
  }
  const change = (): void => {
    form.clearErrors()
    setOtp('')
    setRecovery(!recovery)
  }
  return (
    <>
      <PageHeading
        title={recovery ? t`Codice di recupero` : t`Codice dell’app`}
        lead={
          recovery
            ? t`Scrivi uno dei codici che hai conservato quando hai aggiunto l’app. Vale una volta sola.`
            : t`Apri la tua app di autenticazione e scrivi il codice che mostra per questo registro.`
        }
      />
      <ErrorSummary errors={form.errors} />
      <Form onSubmit={submit}>
        <TextInput
          {...form.field('otp')}
          ref={input}
          label={recovery ? t`Codice di recupero` : t`Codice dell’app`}
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          autoCapitalize="characters"
          maxLength={recovery ? 20 : 7}
          size="md"
          value={otp}
          onChange={(event) => setOtp(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={signIn.isPending}>
          {t`Accedi`}
        </Button>
        <Button variant="default" size="md" onClick={change}>
          {recovery ? t`Usa l’app` : t`Non ho l’app con me`}
        </Button>
        <Button variant="default" size="md" onClick={() => onBack()}>
          {t`Indietro`}
        </Button>
      </Form>
    </>
  )
}
