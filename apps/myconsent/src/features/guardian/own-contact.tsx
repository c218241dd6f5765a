import { Button, Group, Radio, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { CodeSent } from '@registry/api-contract/sign-in'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { readCodeField } from '@registry/domain/access/one-time-code'
import { codeDigits } from '@registry/domain/access/sign-in-policy'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'

type Values = { readonly loginMode: 'Email' | 'Mobile'; readonly email: string; readonly mobile: string; readonly otp: string }
const empty: Values = { loginMode: 'Email', email: '', mobile: '', otp: '' }

/** The sign-in contact of a guardian, and its change, which a code to the new contact confirms (REQ-GRD-14). */
export const OwnContact = ({ contact }: { readonly contact: string }) => {
  const { t } = useLingui()
  const client = useQueryClient()
  const router = useRouter()
  const [step, setStep] = useState<'shown' | 'typing' | 'saved'>('shown')
  const save = async (): Promise<void> => {
    setStep('saved')
    await client.refetchQueries({ queryKey: trpc.session.current.queryKey() })
    // The guard gives the person to the page.
    await router.invalidate()
  }
  return (
    <section aria-label={t`Il tuo recapito`}>
      <h2>{t`Il tuo recapito`}</h2>
      <p>{t`Entri e ricevi i messaggi con ${contact}.`}</p>
      {step === 'saved' && <Notice status="yes">{t`Il nuovo recapito è salvato: dal prossimo accesso entri con questo.`}</Notice>}
      {step === 'typing' ? (
        <ContactForm onSaved={() => void save()} onCancel={() => setStep('shown')} />
      ) : (
        <Button variant="default" size="lg" onClick={() => setStep('typing')}>{t`Cambia il recapito`}</Button>
      )}
    </section>
  )
}

type FormProps = { readonly onSaved: () => void; readonly onCancel: () => void }

const ContactForm = ({ onSaved, onCancel }: FormProps) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const { dialog, withReauthentication } = useReauthentication()
  const change = useMutation(trpc.guardian.changeContact.mutationOptions(ownFailures))
  const [sent, setSent] = useState<CodeSent>()
  const form = useForm<Values>({
    initialValues: empty,
    validate: ({ otp }) => (sent && otp.length !== codeDigits ? { otp: formatError(otp === '' ? 'code_required' : 'code_wrong') } : {}),
  })
  const { values } = form
  const isMail = values.loginMode === 'Email'
  const submit = form.onSubmit(async ({ loginMode, email, mobile, otp }) => {
    try {
      const result = await withReauthentication((reauthentication) =>
        change.mutateAsync({
          loginMode,
          ...(loginMode === 'Email' ? { email } : { mobile }),
          ...(sent && { otp }),
          ...reauthentication,
        }),
      )
      if (result?.codeSent) setSent(result.codeSent)
      else if (result) onSaved()
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const type = (typed: Partial<Values>): void => {
    form.setValues(typed)
    // A code belongs to the contact to which it was sent.
    setSent(undefined)
  }
  return (
    <>
      <ErrorSummary errors={form.errors} labels={{ email: t`E-mail`, mobile: t`Cellulare`, otp: t`Codice` }} />
      <Form onSubmit={submit}>
        <Radio.Group
          id={form.field('loginMode').id}
          label={t`Come vuoi entrare`}
          value={values.loginMode}
          onChange={(mode) => type({ loginMode: mode === 'Mobile' ? 'Mobile' : 'Email' })}
        >
          <Group gap="lg" mih={36}>
            <Radio value="Email" label={t`E-mail`} />
            <Radio value="Mobile" label={t`Cellulare`} />
          </Group>
        </Radio.Group>
        {isMail ? (
          <TextInput
            {...form.field('email')}
            value={values.email}
            onChange={({ currentTarget }) => type({ email: currentTarget.value })}
            label={t`E-mail`}
            type="email"
            maxLength={255}
            autoComplete="email"
            size="lg"
          />
        ) : (
          <TextInput
            {...form.field('mobile')}
            value={values.mobile}
            onChange={({ currentTarget }) => type({ mobile: currentTarget.value })}
            label={t`Cellulare`}
            type="tel"
            maxLength={40}
            autoComplete="tel"
            size="lg"
          />
        )}
        {sent && (
          <>
            <Notice status="info">
              {sent.channel === 'mail'
                ? t`Abbiamo mandato un codice per e-mail al nuovo recapito. Finché non lo inserisci non salviamo nulla.`
                : t`Abbiamo mandato un codice per SMS al nuovo recapito. Finché non lo inserisci non salviamo nulla.`}
            </Notice>
            <TextInput
              {...form.field('otp')}
              value={values.otp}
              onChange={({ currentTarget }) => {
                const typed = readCodeField(currentTarget.value)
                if (typed === undefined) form.setErrors({ otp: formatError('code_not_in_text') })
                else form.setFieldValue('otp', typed)
              }}
              label={t`Codice`}
              inputMode="numeric"
              autoComplete="one-time-code"
              size="lg"
            />
          </>
        )}
        <Group mt="md">
          <Button type="submit" size="lg" loading={form.submitting}>
            {sent ? t`Conferma` : t`Mandami il codice`}
          </Button>
          <Button variant="default" size="lg" onClick={onCancel}>{t`Annulla`}</Button>
        </Group>
      </Form>
      {dialog}
    </>
  )
}
