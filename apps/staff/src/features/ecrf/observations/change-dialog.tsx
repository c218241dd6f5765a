import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { PatientRecordView } from '@registry/api-contract/ecrf'
import type { ObservationRow } from '@registry/api-contract/observations'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { formatPlainNumber, formatUnit } from '@registry/domain/fields/units'
import { listUnits } from '@registry/domain/observations/units'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { DateField } from '@registry/ui/fields/date-field.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { getItalianToday } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '../../../app/shell.ts'
import { splitTypedResult } from './typed-result.ts'
import { useRefreshRecord } from './use-refresh.ts'

export type Change = { readonly kind: 'correct' | 'remove'; readonly row: ObservationRow }
type Props = { readonly record: PatientRecordView; readonly change: Change; readonly onClose: () => void }

/** Corrects or removes a result, with the reason. The previous result stays in the record (REQ-OBS-03). */
export const ChangeDialog = ({ record, change: { kind, row }, onClose }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatError = useErrorMessage()
  const refresh = useRefreshRecord(record)
  const correct = useMutation(trpc.observations.correct.mutationOptions(ownFailures))
  const remove = useMutation(trpc.observations.remove.mutationOptions(ownFailures))
  const isCorrection = kind === 'correct'
  const units = [...new Set([row.unit, ...listUnits(row.analyte)])]
  const form = useForm({
    initialValues: {
      value: `${row.comparator ?? ''}${formatPlainNumber(row.value, language)}`,
      unit: row.unit,
      takenOn: row.takenOn,
      sample: row.sample ?? '',
      reason: '',
    },
    validate: ({ reason }) => (reason.trim() === '' ? { reason: formatError('field_required') } : {}),
  })
  const submit = form.onSubmit(async ({ value, unit, takenOn, sample, reason }) => {
    const named = { code: record.code, id: row.id, reason }
    try {
      await (isCorrection
        ? correct.mutateAsync({ ...named, ...splitTypedResult(value, language), unit, takenOn, sample })
        : remove.mutateAsync(named))
      await refresh()
      onClose()
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const labels = {
    value: t`Risultato`,
    unit: t`Unità`,
    takenOn: t`Giorno del prelievo o dell’esame`,
    sample: t`Numero del campione`,
    reason: t`Motivo`,
  }
  const day = form.field('takenOn')
  return (
    <Dialog title={isCorrection ? t`Correggi il risultato` : t`Togli il risultato`} onClose={onClose}>
      <p>{t`Il risultato di prima resta nella cartella, con il motivo. Le statistiche si calcolano di nuovo.`}</p>
      <ErrorSummary errors={form.errors} labels={labels} />
      <Form onSubmit={submit}>
        {isCorrection && (
          <>
            <TextInput {...form.getInputProps('value')} label={labels.value} withAsterisk inputMode="decimal" autoComplete="off" />
            <NativeSelect
              {...form.field('unit')}
              label={labels.unit}
              value={form.values.unit}
              onChange={({ currentTarget }) => form.setFieldValue('unit', currentTarget.value)}
              data={units.map((unit) => ({ value: unit, label: formatUnit(unit, language) }))}
            />
            <DateField
              {...day}
              label={labels.takenOn}
              withAsterisk
              maxDate={getItalianToday()}
              value={form.values.takenOn || null}
              onChange={(next) => form.setFieldValue('takenOn', next ?? '')}
            />
            <TextInput {...form.getInputProps('sample')} label={labels.sample} maxLength={80} autoComplete="off" />
          </>
        )}
        <Textarea {...form.getInputProps('reason')} label={labels.reason} withAsterisk maxLength={500} rows={2} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>{t`Annulla`}</Button>
          <Button type="submit" loading={form.submitting}>
            {isCorrection ? t`Correggi` : t`Togli`}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
