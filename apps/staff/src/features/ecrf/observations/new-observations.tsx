import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PatientRecordView } from '@registry/api-contract/ecrf'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { formatUnit } from '@registry/domain/fields/units'
import { observedAnalytes } from '@registry/domain/observations/analytes'
import { listUnits } from '@registry/domain/observations/units'
import { DateField } from '@registry/ui/fields/date-field.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { getItalianToday } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { trpc } from '../../../app/shell.ts'
import layout from '../../../layout/layout.module.css'
import classes from './observations.module.css'
import { splitTypedResult } from './typed-result.ts'
import { useRefreshRecord } from './use-refresh.ts'

type Values = Record<string, string>

const names = observedAnalytes.map(({ name }) => name)
const unitKey = (name: string): string => `${name}-unit`
const emptyValues: Values = {
  takenOn: '',
  sample: '',
  ...Object.fromEntries(
    observedAnalytes.flatMap(({ name }) => [
      [name, ''],
      [unitKey(name), listUnits(name)[0] ?? ''],
    ]),
  ),
}

/** The analyte to whose input a key leads: Enter and the arrows move in the column, as in the laboratory table. */
const findNext = (name: string, { key, shiftKey }: KeyboardEvent): string | undefined => {
  const step = key === 'ArrowDown' || (key === 'Enter' && !shiftKey) ? 1 : key === 'ArrowUp' || key === 'Enter' ? -1 : 0
  return step === 0 ? undefined : names[names.indexOf(name) + step]
}

type Props = {
  readonly record: PatientRecordView
  /** Absent in a record without results, whose form stays open. */
  readonly onClose?: () => void
}

/** Enters the results of one day as a column of values (REQ-OBS-09). */
export const NewObservations = ({ record, onClose }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatError = useErrorMessage()
  const refresh = useRefreshRecord(record)
  const add = useMutation(trpc.observations.add.mutationOptions(ownFailures))
  const [stored, setStored] = useState<{ readonly added: number; readonly unchanged: number; readonly warnings: readonly string[] }>()
  const form = useForm<Values>({
    initialValues: emptyValues,
    validate: (values) => ({
      ...(values['takenOn'] === '' && { takenOn: formatError('field_required') }),
      ...(names.every((name) => values[name]?.trim() === '') && { form: t`Scrivi almeno un risultato.` }),
    }),
  })
  const analyteLabels: Values = Object.fromEntries(observedAnalytes.map(({ name, label }) => [name, label[language]]))
  const labels = { takenOn: t`Giorno del prelievo o dell’esame`, sample: t`Numero del campione`, ...analyteLabels }
  const submit = form.onSubmit(async (values) => {
    const filled = names.filter((name) => values[name]?.trim() !== '')
    const results = filled.map((name) => ({
      analyte: name,
      ...splitTypedResult(values[name] ?? '', language),
      unit: values[unitKey(name)] ?? '',
      takenOn: values['takenOn'] ?? '',
      sample: values['sample'] ?? '',
    }))
    try {
      const { added, unchanged, warnings } = await add.mutateAsync({ code: record.code, results })
      form.reset()
      setStored({
        added,
        unchanged,
        warnings: warnings.map(({ field, message }) => `${analyteLabels[filled[Number.parseInt(field, 10)] ?? ''] ?? ''}: ${message}`),
      })
      await refresh()
    } catch (error) {
      // The server names a result by its position.
      form.setErrors(
        Object.fromEntries(
          Object.entries(toFormErrors(error)).map(([field, message]) => {
            const [position = '', part = ''] = field.split('.')
            const name = filled[Number(position)]
            return [name === undefined ? field : part === 'takenOn' || part === 'sample' ? part : name, message]
          }),
        ),
      )
    }
  })
  const takenOn = form.field('takenOn')
  return (
    <section aria-label={t`Nuovi esami`} className={classes.entry}>
      <h2 className={layout.title}>{t`Nuovi esami`}</h2>
      <ErrorSummary errors={form.errors} labels={labels} />
      <Form
        onSubmit={() => {
          setStored(undefined)
          submit()
        }}
      >
        <div className={classes.head}>
          <DateField
            {...takenOn}
            label={labels.takenOn}
            withAsterisk
            maxDate={getItalianToday()}
            value={form.values['takenOn'] || null}
            onChange={(day) => form.setFieldValue('takenOn', day ?? '')}
          />
          <TextInput {...form.getInputProps('sample')} label={labels.sample} maxLength={80} autoComplete="off" />
        </div>
        <p
          className={classes.hint}
        >{t`Invio e le frecce passano da un esame all’altro. Con < o > davanti il numero è un limite, come <10.`}</p>
        <table aria-label={t`Risultati del giorno`} className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t`Esame`}</th>
              <th scope="col">{t`Risultato`}</th>
              <th scope="col">{t`Unità`}</th>
            </tr>
          </thead>
          <tbody>
            {observedAnalytes.map(({ name, field, label }) => (
              <tr key={name}>
                <th scope="row">{label[language]}</th>
                <td>
                  <TextInput
                    {...form.getInputProps(name)}
                    aria-label={label[language]}
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={40}
                    onKeyDown={(event) => {
                      const next = event.nativeEvent.isComposing ? undefined : findNext(name, event)
                      if (next === undefined) return
                      // Enter would submit the form.
                      event.preventDefault()
                      document.getElementById(fieldId(next))?.focus()
                    }}
                  />
                </td>
                <td>
                  {field.unit !== undefined && (
                    <NativeSelect
                      {...form.field(unitKey(name))}
                      value={form.values[unitKey(name)] ?? ''}
                      onChange={({ currentTarget }) => form.setFieldValue(unitKey(name), currentTarget.value)}
                      aria-label={t`Unità di ${label[language]}`}
                      data={listUnits(name).map((unit) => ({ value: unit, label: formatUnit(unit, language) }))}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Group>
          <Button type="submit" loading={form.submitting}>{t`Registra gli esami`}</Button>
          {onClose && <Button variant="default" onClick={onClose}>{t`Chiudi`}</Button>}
        </Group>
      </Form>
      <div role="status">
        {stored && (
          <>
            <p>
              {t`${plural(stored.added, { one: '# risultato registrato.', other: '# risultati registrati.' })}`}{' '}
              {stored.unchanged > 0 && t`${plural(stored.unchanged, { one: '# era già registrato.', other: '# erano già registrati.' })}`}
            </p>
            {stored.warnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
          </>
        )}
      </div>
    </section>
  )
}
