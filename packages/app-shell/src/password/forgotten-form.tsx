import { Button, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorSummary, type FieldErrorsState, useFieldErrors } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import classes from './password.module.css'

type Field = 'username'

type Props = {
  readonly label: string
  readonly initial: string
  readonly size: 'md' | 'lg'
  readonly button: string
  /** Returns the error of the input, before it is sent. */
  readonly check: (username: string) => string | undefined
  /** Requests the message; returns the errors. */
  readonly onSend: (username: string) => Promise<FieldErrorsState<Field> | undefined>
  /** The text after the request, the same for unknown names (REQ-ACC-09). */
  readonly sent: { readonly title: string; readonly text: string; readonly ifNothingComes: string }
  readonly children?: ReactNode
}

/** The form for a forgotten password: one field, then a notice about the next step (REQ-ACC-11, REQ-ACC-12). */
export const ForgottenForm = ({ label, initial, size, button, check, onSend, sent, children }: Props) => {
  const { t } = useLingui()
  const form = useFieldErrors<Field>()
  const [username, setUsername] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  // The focused button is gone; the notice takes the focus.
  useEffect(() => {
    if (isSent) notice.current?.focus()
  }, [isSent])

  const submit = async (): Promise<void> => {
    const error = check(username.trim())
    if (form.setErrors(error === undefined ? {} : { username: error })) return
    setBusy(true)
    const errors = await onSend(username.trim())
    setBusy(false)
    if (!form.setErrors(errors ?? {})) setIsSent(true)
  }

  if (isSent)
    return (
      <div ref={notice} tabIndex={-1} className={classes.sent}>
        <Notice status="yes" title={sent.title}>
          {sent.text}
        </Notice>
        <p className={classes.others}>{sent.ifNothingComes}</p>
        <Button variant="default" size={size} onClick={() => setIsSent(false)}>
          {t`Chiedi di nuovo`}
        </Button>
        {children}
      </div>
    )
  return (
    <>
      <ErrorSummary errors={form.errors} />
      <Form onSubmit={() => void submit()}>
        <TextInput
          {...form.field('username')}
          label={label}
          autoComplete="username"
          autoCapitalize="none"
          size={size}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <Button type="submit" size={size} loading={busy}>
          {button}
        </Button>
        {children}
      </Form>
    </>
  )
}
