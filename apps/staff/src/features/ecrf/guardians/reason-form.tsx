import { Button, Group, Textarea } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'

type Props = { readonly onSubmit: (reason: string) => Promise<void>; readonly onCancel: () => void }

/** The form for the reason why the centre ends a guardian's role. */
export const ReasonForm = ({ onSubmit, onCancel }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const form = useForm({
    initialValues: { reason: '' },
    validate: ({ reason }) => (reason.trim() === '' ? { reason: formatError('field_required') } : {}),
  })
  const submit = form.onSubmit(async ({ reason }) => {
    try {
      await onSubmit(reason)
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  return (
    <Form onSubmit={submit}>
      <Textarea
        {...form.getInputProps('reason')}
        label={t`Perché l’incarico finisce`}
        description={t`Da subito questa persona non può più rispondere per il paziente.`}
        withAsterisk
        maxLength={500}
      />
      <Group>
        <Button type="submit" loading={form.submitting}>{t`Chiudi l’incarico`}</Button>
        <Button variant="default" onClick={onCancel}>{t`Annulla`}</Button>
      </Group>
    </Form>
  )
}
