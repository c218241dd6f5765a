import { Button, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { parseSecondFactorCode } from '@registry/domain/access/second-factor'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { trpc } from '../../app/shell.ts'

type Props = {
  readonly onEnter: (user: CurrentUser) => void
  /** Returns to the password, with the server's message when the server requires it again. */
  readonly onBack: (reason?: string) => void
}

/** The second step of the sign-in: a code of the authenticator app, or a recovery code (REQ-ACC-01). */
export const CodeStep = ({ onEnter, onBack }: Props) => {
  const { t } = useLingui()
  const [recovery, setRecovery] = useState(false)
  const form = useForm({
    initialValues: { otp: '' },
    validate: ({ otp }) => {
      if (parseSecondFactorCode(otp)?.kind === (recovery ? 'recovery' : 'app')) return {}
      return { otp: recovery ? t`Un codice di recupero ha 12 lettere e cifre` : t`Scrivi le 6 cifre che mostra l’app` }
    },
  })
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [recovery])
  const signIn = useMutation(
    trpc.secondFactor.signIn.mutationOptions({
      ...ownFailures,
      onSuccess: onEnter,
      onError: (error) => {
        const { code, message, fields } = toRequestError(error)
        form.setFieldValue('otp', '')
        if (code === 'sign_in_stale') onBack(message)
        else form.setErrors(Object.keys(fields).length > 0 ? fields : { form: t`Accesso fallito: ${message}` })
      },
    }),
  )
  const switchCode = (): void => {
    form.reset()
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
      <Form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
        <TextInput
          {...form.getInputProps('otp')}
          ref={input}
          label={recovery ? t`Codice di recupero` : t`Codice dell’app`}
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          autoCapitalize="characters"
          maxLength={recovery ? 20 : 7}
          size="md"
        />
        <Button type="submit" size="md" loading={signIn.isPending}>
          {t`Accedi`}
        </Button>
        <Button variant="default" size="md" onClick={switchCode}>
          {recovery ? t`Usa l’app` : t`Non ho l’app con me`}
        </Button>
        <Button variant="default" size="md" onClick={() => onBack()}>
          {t`Indietro`}
        </Button>
      </Form>
    </>
  )
}
