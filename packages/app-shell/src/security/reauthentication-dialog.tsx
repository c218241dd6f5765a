import { Button, PasswordInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'

type Props = {
  /** Runs the action with the password; returns the error of the password. */
  readonly onAttempt: (password: string) => Promise<string | undefined>
  readonly onCancel: () => void
}

/** Requires the password again, so that a stranger at an open computer cannot run the action (REQ-ACC-21). */
export const ReauthenticationDialog = ({ onAttempt, onCancel }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    if (password === '') return setError(formatError('password_required'))
    setBusy(true)
    setError(await onAttempt(password))
    setBusy(false)
  }
  return (
    <Dialog title={t`Conferma che sei tu`} onClose={onCancel}>
      <Form onSubmit={() => void submit()}>
        <PasswordInput
          label={t`La tua password`}
          description={t`La chiediamo per essere sicuri che sia tu.`}
          autoComplete="current-password"
          size="md"
          value={password}
          error={error}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t`Mostra o nascondi la password`, tabIndex: 0 }}
        />
        <DialogButtons>
          <Button variant="default" onClick={onCancel}>
            {t`Annulla`}
          </Button>
          <Button type="submit" loading={busy}>
            {t`Continua`}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
