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
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { useCountdown } from './use-countdown.ts'

type Props = {
  /** Sends a code. Undefined if none was sent, because the page has ended. */
  readonly onSend: () => Promise<CodeSent | undefined>
  /** Says where the code went, and for how long it is valid. */
  readonly describe: (sent: CodeSent) => string
  readonly submitLabel: string
  /** Uses the code. A failure is shown in the form. */
  readonly onCode: (otp: string) => Promise<unknown>
  /** On a device of somebody else the browser must not suggest or keep codes. */
  readonly isShared?: boolean
}

/** Sends a code to a contact on request, and confirms an action with it. */
export const CodeConfirmation = ({ onSend, describe, submitLabel, onCode, isShared = false }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const { seconds, start } = useCountdown()
  const send = useMutation({ mutationFn: onSend, ...ownFailures, onSuccess: (result) => result && start(result.againInSeconds) })
  const form = useForm({
    initialValues: { otp: '' },
    validate: ({ otp }) => {
      if (otp === '') return { otp: formatError('code_required') }
      return otp.length === codeDigits ? {} : { otp: formatError('code_wrong') }
    },
  })
  const submit = form.onSubmit(({ otp }) => onCode(otp).catch((error: unknown) => form.setErrors(toFormErrors(error))))
  const { data: sent, error, isPending } = send
  return (
    <>
      {error && <Notice status="error">{describeFailure(error)}</Notice>}
      {sent && (
        <Form onSubmit={submit}>
          <ErrorSummary errors={form.errors} labels={{ otp: t`Codice` }} />
          <TextInput
            {...form.field('otp')}
            value={form.values.otp}
            onChange={({ currentTarget }) => {
              const typed = readCodeField(currentTarget.value)
              if (typed === undefined) form.setErrors({ otp: formatError('code_not_in_text') })
              else form.setFieldValue('otp', typed)
            }}
            label={t`Codice`}
            description={describe(sent)}
            inputMode="numeric"
            autoComplete={isShared ? 'off' : 'one-time-code'}
            size="lg"
            autoFocus
          />
          <Button type="submit" size="lg" loading={form.submitting}>
            {submitLabel}
          </Button>
        </Form>
      )}
      <Button
        size="lg"
        variant={sent ? 'default' : 'filled'}
        loading={isPending}
        disabled={seconds > 0}
        onClick={() => {
          form.reset()
          send.mutate()
        }}
      >
        {sent ? t`Manda un altro codice` : t`Manda il codice`}
        {seconds > 0 && ` (${seconds} s)`}
      </Button>
    </>
  )
}
