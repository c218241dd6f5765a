import { Button, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { CodeSent } from '@registry/api-contract/sign-in'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { readCodeField } from '@registry/domain/access/one-time-code'
import { codeDigits } from '@registry/domain/access/sign-in-policy'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { useLinkCode } from '../../app/use-link-code.ts'
import classes from '../../app/content.module.css'

/**
 * Confirms a sign-in contact that the centre corrected, for the person who received the link there, without a session (REQ-PAT-24). Opening the page sends
 * nothing, because mail scanners open links (THREAT-11).
 */
export const ConfirmContactPage = () => {
  const { t } = useLingui()
  const [secret, setSecret] = useState<string>()
  const [confirmed, setConfirmed] = useState<boolean>()
  const send = useMutation(trpc.personalData.sendCorrectionCode.mutationOptions(ownFailures))
  useLinkCode((code) => {
    send.reset()
    setConfirmed(undefined)
    setSecret(code)
  })
  const isEnded = confirmed === false || send.data?.codeSent === null
  const sent = send.data?.codeSent ?? undefined
  return (
    <>
      <PageHeading
        title={t`Conferma il nuovo recapito`}
        lead={t`Il tuo centro ha corretto il recapito con cui entri in MyConsent. Finché non lo confermi vale quello di prima.`}
      />
      <div className={classes.content}>
        {send.error && <Notice status="error">{describeFailure(send.error)}</Notice>}
        {confirmed === true ? (
          <Confirmed />
        ) : isEnded ? (
          <Notice status="error" title={t`Il link non è più valido`}>
            {t`Funziona una volta sola e per 7 giorni, e finisce se il recapito è stato annullato o corretto di nuovo. Chiedi al tuo centro.`}
          </Notice>
        ) : secret === undefined ? (
          <Notice status="waiting">{t`Apri il link del messaggio che ti abbiamo mandato: contiene ciò che serve.`}</Notice>
        ) : (
          <>
            <Button size="lg" variant={sent ? 'default' : 'filled'} loading={send.isPending} onClick={() => send.mutate({ secret })}>
              {sent ? t`Manda un altro codice` : t`Manda il codice`}
            </Button>
            {sent && <CodeForm key={secret} secret={secret} sent={sent} onAnswer={setConfirmed} />}
            <p className={classes.note}>{t`Se non conosci il centro che ti ha scritto, chiudi questa pagina: non succede nulla.`}</p>
          </>
        )}
      </div>
    </>
  )
}

type CodeFormProps = { readonly secret: string; readonly sent: CodeSent; readonly onAnswer: (confirmed: boolean) => void }

const CodeForm = ({ secret, sent, onAnswer }: CodeFormProps) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const confirm = useMutation(trpc.personalData.confirmCorrection.mutationOptions(ownFailures))
  const form = useForm({
    initialValues: { otp: '' },
    validate: ({ otp }) => {
      if (otp === '') return { otp: formatError('code_required') }
      return otp.length === codeDigits ? {} : { otp: formatError('code_wrong') }
    },
  })
  const submit = form.onSubmit(async ({ otp }) => {
    try {
      onAnswer((await confirm.mutateAsync({ secret, otp })).confirmed)
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const minutes = sent.validMinutes
  return (
    <Form onSubmit={submit}>
      <ErrorSummary errors={form.errors} labels={{ otp: t`Codice` }} />
      <TextInput
        {...form.field('otp')}
        value={form.values.otp}
        onChange={({ currentTarget }) => {
          const content = readCodeField(currentTarget.value)
          if (content === undefined) form.setErrors({ otp: formatError('code_not_in_text') })
          else form.setFieldValue('otp', content)
        }}
        label={t`Codice`}
        description={
          sent.channel === 'mail'
            ? t`Sono ${codeDigits} cifre, mandate per e-mail al nuovo recapito. Il codice vale ${minutes} minuti: non dirlo a nessuno.`
            : t`Sono ${codeDigits} cifre, mandate per SMS al nuovo recapito. Il codice vale ${minutes} minuti: non dirlo a nessuno.`
        }
        inputMode="numeric"
        autoComplete="one-time-code"
        size="lg"
        autoFocus
      />
      <Button type="submit" size="lg" loading={form.submitting}>
        {t`Conferma`}
      </Button>
    </Form>
  )
}

const Confirmed = () => {
  const { t } = useLingui()
  return (
    <>
      <Notice status="yes" title={t`Il nuovo recapito è confermato`}>
        {t`Da ora entri in MyConsent con questo recapito e con la tua password.`}
      </Notice>
      <Button size="lg" component="a" href="/loginp">
        {t`Entra`}
      </Button>
    </>
  )
}
