import { Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CodeSent } from '@registry/api-contract/sign-in'
import { readCodeField } from '@registry/domain/access/one-time-code'
import { codeDigits } from '@registry/domain/access/sign-in-policy'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import classes from './personal-data.module.css'

export type SentCode = { readonly contact: string; readonly sent: CodeSent }

type Props = SentCode & {
  /** Seconds until another code is possible (REQ-ACC-06). */
  readonly waitSeconds: number
  /** Saves with the code. Returns the message of a rejected code. */
  readonly onCode: (otp: string) => Promise<string | undefined>
  readonly onRequestAgain: () => void
  readonly onCancel: () => void
}

/** The code that confirms a new contact. Until it is entered, nothing is saved (REQ-PAT-10). */
export const ContactCodeDialog = ({ contact, sent, waitSeconds, onCode, onRequestAgain, onCancel }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const form = useForm({
    initialValues: { otp: '' },
    validate: ({ otp }) => {
      if (otp === '') return { otp: formatError('code_required') }
      return otp.length === codeDigits ? {} : { otp: formatError('code_wrong') }
    },
  })
  const submit = form.onSubmit(async ({ otp }) => form.setErrors({ otp: await onCode(otp) }))
  const minutes = sent.validMinutes
  return (
    <Dialog title={t`Conferma il nuovo recapito`} onClose={onCancel}>
      <p>
        {sent.channel === 'mail' ? (
          <Trans>
            Abbiamo mandato un codice per e-mail a <strong>{contact}</strong>. Finché non lo inserisci non salviamo nulla.
          </Trans>
        ) : (
          <Trans>
            Abbiamo mandato un codice per SMS a <strong>{contact}</strong>. Finché non lo inserisci non salviamo nulla.
          </Trans>
        )}
      </p>
      <Form onSubmit={submit}>
        <TextInput
          {...form.field('otp')}
          value={form.values.otp}
          onChange={({ currentTarget }) => {
            const content = readCodeField(currentTarget.value)
            if (content === undefined) form.setErrors({ otp: formatError('code_not_in_text') })
            else form.setFieldValue('otp', content)
          }}
          className={classes.code ?? ''}
          label={t`Codice`}
          description={t`Sono ${codeDigits} cifre. Il codice vale ${minutes} minuti: non dirlo a nessuno.`}
          inputMode="numeric"
          autoComplete="one-time-code"
          size="lg"
        />
        <Button variant="default" size="lg" disabled={waitSeconds > 0} onClick={onRequestAgain}>
          {t`Richiedi di nuovo`}
          {waitSeconds > 0 && ` (${waitSeconds} s)`}
        </Button>
        <DialogButtons>
          <Button variant="default" size="lg" onClick={onCancel}>
            {t`Annulla`}
          </Button>
          <Button type="submit" size="lg" loading={form.submitting}>
            {t`Conferma`}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
