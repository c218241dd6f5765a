import { Button, Select, Textarea } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { maxDiscrepancyText } from '@registry/domain/discrepancies/states'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'

type Props = {
  readonly title: string
  /** Handler called with the sent text. */
  readonly intro?: string
  readonly label: string
  readonly submitLabel: string
  /** The other button. It needs words of its own where the action itself is an undo. */
  readonly cancelLabel?: string
  /** The centres among which a person chooses. With none, the text needs no choice. */
  readonly centres?: readonly { readonly code: string; readonly name: string }[]
  readonly onSend: (text: string, centre: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for one text: the reason of an answer, a question or a reply. It stays in the dialog until the server has stored it. */
export const TextDialog = ({ title, intro, label, submitLabel, cancelLabel, centres = [], onSend, onClose }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const form = useForm<{ readonly centre: string; readonly text: string }>({
    initialValues: { centre: '', text: '' },
    validate: ({ centre, text }) => ({
      ...(centres.length > 0 && centre === '' && { centre: formatError('field_required') }),
      ...(text.trim() === '' && { text: formatError('field_required') }),
    }),
  })
  const submit = form.onSubmit(async ({ centre, text }) => {
    try {
      await onSend(text.trim(), centre)
      onClose()
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <ErrorSummary errors={form.errors} labels={{ centre: t`Centro`, text: label }} />
      {intro !== undefined && <p>{intro}</p>}
      <Form onSubmit={submit}>
        {centres.length > 0 && (
          <Select
            {...form.field('centre')}
            label={t`Centro`}
            withAsterisk
            data={centres.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
            value={form.values.centre || null}
            onChange={(centre) => form.setFieldValue('centre', centre ?? '')}
          />
        )}
        <Textarea
          {...form.field('text')}
          label={label}
          description={t`Non scrivere nomi o codici di pazienti.`}
          withAsterisk
          rows={3}
          maxLength={maxDiscrepancyText}
          value={form.values.text}
          onChange={({ currentTarget }) => form.setFieldValue('text', currentTarget.value)}
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {cancelLabel ?? t`Annulla`}
          </Button>
          <Button type="submit" loading={form.submitting}>
            {submitLabel}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
