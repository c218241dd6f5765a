import { Button, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './password.module.css'

type Props = {
  readonly label: string
  readonly initial: string
  readonly size: 'md' | 'lg'
  readonly button: string
  /** The error of the typed name, before it is sent. */
  readonly check: (username: string) => string | undefined
  /** Requests the message. @throws the server's error */
  readonly send: (username: string) => Promise<unknown>
  /** The confirmation. It is the same for unknown names (REQ-ACC-09). */
  readonly sent: { readonly title: string; readonly text: string; readonly ifNothingComes: string }
  readonly children?: ReactNode
}

/** Requests a new way to sign in: one field, then the confirmation (REQ-ACC-11, REQ-ACC-12). */
export const ForgottenForm = ({ label, initial, size, button, check, send, sent, children }: Props) => {
  const { t } = useLingui()
  const [isSent, setIsSent] = useState(false)
  const form = useForm({ initialValues: { username: initial }, validate: ({ username }) => ({ username: check(username.trim()) }) })
  const notice = useRef<HTMLDivElement>(null)
  // The focused button is gone: the confirmation takes the focus.
  useEffect(() => {
    if (isSent) notice.current?.focus()
  }, [isSent])

  const submit = form.onSubmit(async ({ username }) => {
    try {
      await send(username.trim())
      setIsSent(true)
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })

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
      <Form onSubmit={submit}>
        <TextInput {...form.getInputProps('username')} label={label} autoComplete="username" autoCapitalize="none" size={size} />
        <Button type="submit" size={size} loading={form.submitting}>
          {button}
        </Button>
        {children}
      </Form>
    </>
  )
}
