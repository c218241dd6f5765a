import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import type { ReferenceRow } from '@registry/api-contract/reference-tables'
import { clearToken } from '@registry/domain/fields/values'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import { textColumns } from '@registry/domain/reference/upload'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { uploadFile } from '../../uploads/files.ts'

const labels = {
  trans_it: msg`Italiano`,
  trans_en: msg`Inglese`,
  trans_fr: msg`Francese`,
  trans_pt: msg`Portoghese`,
} as const satisfies Record<(typeof textColumns)[number], ReturnType<typeof msg>>

type Props = {
  readonly table: ReferenceTable
  readonly row: ReferenceRow
  readonly onClose: () => void
  readonly onStored: () => Promise<void>
}

/** Changes the texts of one row, sent as a file of one row with the checks of every file (REQ-ADM-04). */
export const RowDialog = ({ table, row, onClose, onStored }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatError = useErrorMessage()
  const read = (name: string): string => (typeof row[name] === 'string' ? row[name] : '')
  const form = useForm({
    initialValues: { trans_it: read('trans_it'), trans_en: read('trans_en'), trans_fr: read('trans_fr'), trans_pt: read('trans_pt') },
    validate: ({ trans_it: it, trans_en: en }) => ({
      ...(it.trim() === '' && { trans_it: formatError('field_required') }),
      ...(en.trim() === '' && { trans_en: formatError('field_required') }),
    }),
  })
  const id = String(row['id'])
  const submit = form.onSubmit(async (values) => {
    const texts = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim() === '' ? clearToken : text]))
    const file = new File([JSON.stringify([{ id, ...texts }])], 'row.json', { type: 'application/json' })
    const target = { path: '/admin/ConfTable', field: 'table_file', fields: { table_name: table, action: 'CHANGE' } }
    const transfer = { uploadId: crypto.randomUUID(), signal: new AbortController().signal, onSent: () => {} }
    try {
      const { detail } = await uploadFile(target, file, {
        format: 'json',
        language,
        fallback: t`Errore lato server`,
        dryRun: false,
        transfer,
      })
      if (detail.length > 0) return form.setErrors(Object.fromEntries(detail.map(({ field = 'form', message }) => [field, message])))
      await onStored()
      onClose()
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const names = Object.fromEntries(textColumns.map((name) => [name, t(labels[name])]))
  return (
    <Dialog title={t`Modifica la riga ${id}`} onClose={onClose}>
      <ErrorSummary errors={form.errors} labels={names} />
      <Form onSubmit={submit}>
        {textColumns.map((name) => (
          <TextInput
            key={name}
            {...form.getInputProps(name)}
            label={names[name]}
            lang={name.slice(-2)}
            withAsterisk={name === 'trans_it' || name === 'trans_en'}
            autoComplete="off"
          />
        ))}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>{t`Annulla`}</Button>
          <Button type="submit" loading={form.submitting}>{t`Salva`}</Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
