import { Autocomplete, Button, Group, Radio, Select, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { LogQueryInput } from '@registry/api-contract/audit-log'
import { type FileFormat, fileFormats } from '@registry/domain/file-formats'
import { parseDay } from '@registry/domain/calendar'
import { findLogQueryErrors, formatLogUsername, logLimits, type LogQueryForm } from '@registry/domain/audit-log/query-form'
import { toLogSearch, toLogViewSettings } from '@registry/domain/audit-log/views'
import { DateField } from '@registry/ui/fields/date-field.tsx'
import { filterByNameOrCode, NameAndCode } from '@registry/ui/fields/name-and-code.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useFieldErrorMessages } from '@registry/ui/language/error-message.ts'
import { getItalianToday } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { IconSearch } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { downloadTable } from '../../uploads/files.ts'
import { FormatChoice } from '../../uploads/format-choice.tsx'
import { firstQuery } from './audit-log-route.ts'
import classes from './audit-log.module.css'
import { useCommandName } from './command-names.ts'
import { LogViews } from './log-views.tsx'

type Format = FileFormat | 'video'
const formats: readonly Format[] = ['video', ...fileFormats]
type Values = Omit<LogQueryForm, 'format' | 'limit'> & { readonly format: Format | ''; readonly limit: (typeof logLimits)[number] }

/** Labels and inputs of a row are aligned, because a hint is below its input. */
const hintBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

type Props = {
  readonly onSearch: (query: LogQueryInput) => Promise<void>
  readonly onSaved: (fileName: string) => void
}

/** The query of the log: on screen or as a file (REQ-ADM-03). */
export const AuditLogForm = ({ onSearch, onSaved }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatErrors = useFieldErrorMessages()
  const { data: choices } = useSuspenseQuery({ ...trpc.auditLog.choices.queryOptions(), staleTime: Infinity })
  const nameCommand = useCommandName()
  const commands = choices.commands
    .map((command) => ({ value: command, label: nameCommand(command) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language))
  const today = getItalianToday()
  const form = useForm<Values>({
    initialValues: { ...firstQuery, format: 'video' },
    validate: (values) => formatErrors(findLogQueryErrors(values, today)),
  })
  const download = async (values: Values, format: FileFormat): Promise<void> => {
    const fields = {
      command: values.command,
      action2search: values.action,
      username: formatLogUsername(values),
      date_range_min: values.from,
      date_range_max: values.to,
      limit: values.limit,
      sort_col: 'timestamp',
      sort_direction: 'desc',
    }
    onSaved(await downloadTable('/admin/log_query', { fields, format, name: 'log', language, fallback: t`Errore lato server` }))
  }
  const submit = form.onSubmit(async (values) => {
    const { format, ...query } = values
    try {
      if (format === 'video') await onSearch(query)
      else if (format !== '') await download(values, format)
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const day = (name: 'from' | 'to', label: string) => (
    <DateField
      {...form.field(name)}
      label={label}
      value={form.values[name] || null}
      maxDate={today}
      onChange={(value) => form.setFieldValue(name, value === null ? '' : (parseDay(value) ?? value))}
    />
  )
  const labels = { from: t`Dal giorno`, to: t`Al giorno`, format: t`Formato`, limit: t`Risultati al massimo` }
  return (
    <section aria-label={t`Cerca nel log`}>
      <div className={classes.views}>
        <LogViews
          settings={{ ...toLogViewSettings(form.values, today), limit: form.values.limit }}
          onShow={({ limit, ...conditions }) => {
            form.setValues({ ...toLogSearch({ ...conditions, limit }, today), limit, format: 'video' })
            submit()
          }}
        />
      </div>
      <ErrorSummary errors={form.errors} labels={labels} />
      <Form onSubmit={submit}>
        <div className={classes.fields}>
          <Select
            {...form.field('command')}
            label={t`Comando`}
            placeholder={t`Tutti`}
            data={commands}
            renderOption={({ option }) => <NameAndCode name={option.label} code={option.value} />}
            filter={filterByNameOrCode}
            value={form.values.command || null}
            onChange={(command) => form.setFieldValue('command', command ?? '')}
            searchable
            clearable
            nothingFoundMessage={t`Nessun comando`}
          />
          <Select
            {...form.field('action')}
            label={t`Azione`}
            placeholder={t`Tutte`}
            data={choices.actions}
            renderOption={({ option }) => <code>{option.label}</code>}
            value={form.values.action || null}
            onChange={(action) => form.setFieldValue('action', action ?? '')}
            searchable
            clearable
            nothingFoundMessage={t`Nessuna azione`}
          />
          <Autocomplete
            {...form.field('username')}
            label={t`Nome utente`}
            placeholder={t`Tutti`}
            description={t`Un’e-mail, o un centro: center RM01`}
            inputWrapperOrder={hintBelow}
            data={choices.users}
            limit={50}
            value={form.values.username}
            onChange={(username) => form.setFieldValue('username', username)}
          />
          <TextInput
            {...form.getInputProps('patient')}
            label={t`Numero del paziente (db-id)`}
            description={t`Numero interno, per esempio 12`}
            inputWrapperOrder={hintBelow}
            inputMode="numeric"
            autoComplete="off"
          />
          {day('from', t`Dal giorno`)}
          {day('to', t`Al giorno`)}
        </div>
        <Radio.Group
          label={t`Risultati al massimo`}
          error={form.errors['limit']}
          value={String(form.values.limit)}
          onChange={(selected) => form.setFieldValue('limit', logLimits.find((one) => String(one) === selected) ?? logLimits[0])}
        >
          <Group gap="lg" mih={36}>
            {logLimits.map((limit) => (
              <Radio key={limit} value={String(limit)} label={String(limit)} />
            ))}
          </Group>
        </Radio.Group>
        <FormatChoice
          id={form.field('format').id}
          formats={formats}
          value={form.values.format || null}
          error={form.errors['format']}
          disabled={form.submitting}
          onChange={(format) => form.setFieldValue('format', format ?? '')}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={form.submitting} leftSection={<IconSearch size={20} aria-hidden="true" />}>{t`Cerca`}</Button>
        </div>
      </Form>
    </section>
  )
}
