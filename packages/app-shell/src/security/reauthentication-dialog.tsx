import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { PasswordField } from '@registry/ui/forms/password-field.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'

type Props = {
  /** Runs the action with the password. Returns the message of a rejected password. */
  readonly onAttempt: (password: string) => Promise<string | undefined>
  readonly onCancel: () => void
}

/** Requires the password again before an action that a stranger at an open computer must not run (REQ-ACC-21). */
export const ReauthenticationDialog = ({ onAttempt, onCancel }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const form = useForm({
    initialValues: { password: '' },
    validate: ({ password }) => (password === '' ? { password: formatError('password_required') } : {}),
  })
  const submit = form.onSubmit(async ({ password }) => form.setErrors({ password: await onAttempt(password) }))
  return (
    <Dialog title={t`Conferma che sei tu`} onClose={onCancel}>
      <Form onSubmit={submit}>
        <PasswordField
          {...form.getInputProps('password')}
          label={t`La tua password`}
          description={t`La chiediamo per essere sicuri che sia tu.`}
          autoComplete="current-password"
          size="md"
        />
        <DialogButtons>
          <Button variant="default" onClick={onCancel}>
            {t`Annulla`}
          </Button>
          <Button type="submit" loading={form.submitting}>
            {t`Continua`}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
