import { Button, PasswordInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'

type Props = {
  /** Tries the step with the password, and answers what was wrong with it. */
  readonly onAttempt: (password: string) => Promise<string | undefined>
  readonly onGiveUp: () => void
}

/** Asks for the password before a step that a stranger at an open computer must not take (D6). */
export const ReauthenticationDialog = ({ onAttempt, onGiveUp }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const [password, setPassword] = useState('')
  const [detail, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    if (password === '') return setFault(formatError('password_required'))
    setBusy(true)
    setFault(await onAttempt(password))
    setBusy(false)
  }
  return (
    <Dialog title={t`Conferma che sei tu`} onClose={onGiveUp}>
      <Form onSubmit={() => void submit()}>
        <PasswordInput
          label={t`La tua password`}
          description={t`La chiediamo per essere sicuri che sia tu.`}
          autoComplete="current-password"
          size="md"
          value={password}
          error={detail}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t`Mostra o nascondi la password`, tabIndex: 0 }}
        />
        <DialogButtons>
          <Button variant="default" onClick={onGiveUp}>
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
