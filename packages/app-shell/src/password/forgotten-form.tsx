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
  /** What is wrong with what was typed, before it is sent. */
  readonly check: (username: string) => string | undefined
  /** Asks for the message, and answers what was wrong. */
  readonly onSend: (username: string) => Promise<FieldErrorsState<Field> | undefined>
  /** What stands there once the message was asked for: the same for names that nobody has (D6). */
  readonly sent: { readonly title: string; readonly text: string; readonly ifNothingComes: string }
  readonly children?: ReactNode
}

/** Asking for a way back in, the same on both sites: one field, and then what happens next (spec 1, section 2, forgotten password). */
export const ForgottenForm = ({ label, initial, size, button, check, onSend, sent, children }: Props) => {
  const { t } = useLingui()
  const form = useFieldErrors<Field>()
  const [username, setUsername] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone; what is said instead takes it.
  useEffect(() => {
    if (asked) notice.current?.focus()
  }, [asked])

  const submit = async (): Promise<void> => {
    const wrong = check(username.trim())
    if (form.setErrors(wrong === undefined ? {} : { username: wrong })) return
    setBusy(true)
    const errors = await onSend(username.trim())
    setBusy(false)
    if (!form.setErrors(errors ?? {})) setAsked(true)
  }

  if (asked)
    return (
      <div ref={notice} tabIndex={-1} className={classes.sent}>
        <Notice status="yes" title={sent.title}>
          {sent.text}
        </Notice>
        <p className={classes.others}>{sent.ifNothingComes}</p>
        <Button variant="default" size={size} onClick={() => setAsked(false)}>
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
