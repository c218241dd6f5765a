import { Button, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { readCodeField } from '@registry/domain/access/one-time-code'
import { codeDigits } from '@registry/domain/access/sign-in-policy'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { describeFailure, toRequestError } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { useCountdown } from '../../app/use-countdown.ts'
import content from '../../app/content.module.css'

type Props = {
  /** Uses a code. A failure is shown at the code. */
  readonly onCode: (otp: string) => Promise<unknown>
}

/** Asks for a fresh code before the patient's record, against somebody else at the screen (REQ-PAT-26, THREAT-65). */
export const RecordCode = ({ onCode }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const { seconds, start } = useCountdown()
  const request = useMutation(
    trpc.myRecord.requestCode.mutationOptions({ ...ownFailures, onSuccess: ({ againInSeconds }) => start(againInSeconds) }),
  )
  const form = useForm({
    initialValues: { otp: '' },
    validate: ({ otp }) => {
      if (otp === '') return { otp: formatError('code_required') }
      return otp.length === codeDigits ? {} : { otp: formatError('code_wrong') }
    },
  })
  const submit = form.onSubmit(({ otp }) =>
    onCode(otp).catch((error: unknown) => form.setErrors({ otp: toRequestError(error).fields['otp'] ?? describeFailure(error) })),
  )
  const { data: sent, error, isPending } = request
  const minutes = sent?.validMinutes
  return (
    <div className={content.content}>
      <p
        className={content.note}
      >{t`Per vedere la tua cartella serve un codice: chi passa davanti al tuo schermo non deve leggerla. Con un codice la vedi per dieci minuti.`}</p>
      {error && <Notice status="error">{describeFailure(error)}</Notice>}
      {sent && (
        <Notice status="info">
          {sent.channel === 'mail' ? t`Ti abbiamo mandato un codice per e-mail.` : t`Ti abbiamo mandato un codice per SMS.`}
        </Notice>
      )}
      {sent && (
        <Form onSubmit={submit}>
          <TextInput
            {...form.field('otp')}
            value={form.values.otp}
            onChange={({ currentTarget }) => {
              const typed = readCodeField(currentTarget.value)
              if (typed === undefined) form.setErrors({ otp: formatError('code_not_in_text') })
              else form.setFieldValue('otp', typed)
            }}
            label={t`Codice`}
            description={t`Sono ${codeDigits} cifre. Il codice vale ${minutes} minuti: non dirlo a nessuno.`}
            inputMode="numeric"
            autoComplete="one-time-code"
            size="lg"
          />
          <Button type="submit" size="lg" loading={form.submitting}>
            {t`Apri la cartella`}
          </Button>
        </Form>
      )}
      <Button variant={sent ? 'default' : 'filled'} size="lg" loading={isPending} disabled={seconds > 0} onClick={() => request.mutate({})}>
        {sent ? t`Richiedi di nuovo` : t`Mandami il codice`}
        {seconds > 0 && ` (${seconds} s)`}
      </Button>
    </div>
  )
}
