import { Stack } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ReferenceRow } from '@registry/api-contract/reference-tables'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import { Grid } from '@registry/ui/grid/grid.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { RetrievalForm } from '../../uploads/retrieval-form.tsx'

/** Shows a table in a grid, or saves it as a file named after it (REQ-ADM-04). */
export const TableDownload = ({ table }: { readonly table: ReferenceTable | undefined }) => {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [rows, setRows] = useState<readonly ReferenceRow[]>()
  const showRows = async (): Promise<undefined> => {
    if (table !== undefined) setRows(await queryClient.fetchQuery(trpc.referenceTables.rows.queryOptions({ table }, { staleTime: 0 })))
  }
  return (
    <Stack>
      <RetrievalForm
        file={{ path: '/admin/GetConfTable', fields: { table_name: table ?? '' }, name: table ?? '' }}
        missing={table === undefined ? t`Scegli una tabella` : undefined}
        onStart={() => setRows(undefined)}
        onScreen={showRows}
      />
      {rows && table && <TableGrid table={table} rows={rows} />}
    </Stack>
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
