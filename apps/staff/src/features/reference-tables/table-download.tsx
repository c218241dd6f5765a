import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ReferenceRow } from '@registry/api-contract/reference-tables'
import { type FileFormat, fileFormats } from '@registry/domain/file-formats'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { Grid } from '@registry/ui/grid/grid.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { downloadTable } from '../../uploads/files.ts'
import { FormatChoice } from '../../uploads/format-choice.tsx'
import classes from './reference-tables.module.css'

type Format = FileFormat | 'video'
const formats: readonly Format[] = ['video', ...fileFormats]
type Values = { readonly format: Format | undefined }

/** Shows a table in a grid, or saves it as a file named after it (REQ-ADM-04). */
export const TableDownload = ({ table }: { readonly table: ReferenceTable | undefined }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatError = useErrorMessage()
  const queryClient = useQueryClient()
  const [rows, setRows] = useState<readonly ReferenceRow[]>()
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly failed?: true }>()
  const form = useForm<Values>({
    initialValues: { format: undefined },
    validate: ({ format }) => (format === undefined ? { format: formatError('format_required') } : {}),
  })
  const submit = form.onSubmit(async ({ format }) => {
    setRows(undefined)
    setOutcome(undefined)
    if (table === undefined) return setOutcome({ text: t`Scegli una tabella`, failed: true })
    try {
      if (format === 'video') setRows(await queryClient.fetchQuery(trpc.referenceTables.rows.queryOptions({ table }, { staleTime: 0 })))
      else if (format !== undefined) {
        const download = { fields: { table_name: table }, format, name: table, language, fallback: t`Errore lato server` }
        setOutcome({ text: t`File ${await downloadTable('/admin/GetConfTable', download)} salvato` })
      }
    } catch (error) {
      setOutcome({ text: describeFailure(error), failed: true })
    }
  })
  return (
    <div className={classes.part}>
      <Form onSubmit={submit}>
        <FormatChoice
          formats={formats}
          value={form.values.format ?? null}
          error={form.errors.format}
          disabled={form.submitting}
          onChange={(format) => form.setValues({ format })}
        />
        <Button type="submit" loading={form.submitting}>{t`Recupera`}</Button>
      </Form>
      {outcome && <Notice status={outcome.failed ? 'error' : 'yes'}>{outcome.text}</Notice>}
      {rows && table && <TableGrid table={table} rows={rows} />}
    </div>
  )
}

const rowId = ({ id }: ReferenceRow): string => String(id)

const TableGrid = ({ table, rows }: { readonly table: ReferenceTable; readonly rows: readonly ReferenceRow[] }) => {
  const columns = useMemo(
    () =>
      Object.keys(rows[0] ?? { id: '' }).map((name) => ({
        id: name,
        header: name,
        width: name.startsWith('trans_') ? 260 : 160,
        value: (row: ReferenceRow) => (row[name] === null || row[name] === undefined ? '' : String(row[name])),
      })),
    [rows],
  )
  return <Grid label={table} columns={columns} rows={rows} rowId={rowId} />
}
