import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, Select, Stack, Group, Radio } from '@mantine/core'
import type { ReferenceRow } from '@registry/api-contract/reference-tables'
import { referenceTables, type ReferenceTable } from '@registry/domain/reference/tables'
import { tableNames } from '@registry/domain/reference/table-names'
import { listTableActions, type TableAction } from '@registry/domain/reference/upload'
import { filterByNameOrCode, NameAndCode } from '@registry/ui/fields/name-and-code.tsx'
import type { GridColumn } from '@registry/ui/grid/column.ts'
import { Grid } from '@registry/ui/grid/grid.tsx'
import { showMoment } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { PageSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { PageTabs } from '../../layout/page-tabs.tsx'
import classes from './reference-tables.module.css'
import { tableTabs, type TableSearch, type TableTab } from './reference-tables-route.ts'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { RowDialog } from './row-dialog.tsx'
import { showDifferent, ChangedRows } from './changed-rows.tsx'
import { RetrievalForm } from '../../uploads/retrieval-form.tsx'
import { UploadForm } from '../../uploads/upload-form.tsx'

const actionTexts = {
  APPEND: msg`Aggiungi righe nuove (APPEND)`,
  CHANGE: msg`Cambia righe che ci sono (CHANGE)`,
  REPLACE: msg`Sostituisci tutto (REPLACE)`,
} as const satisfies Record<TableAction, ReturnType<typeof msg>>

/** Changes a table by a file, after a check that shows every difference (REQ-ADM-04). */
const TableUpload = ({ table }: { readonly table: ReferenceTable | undefined }) => {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [action, setAction] = useState<TableAction>()
  const [missing, setMissing] = useState(false)
  if (table === undefined) return <Notice status="info">{t`Scegli una tabella`}</Notice>
  const actions = listTableActions(table)
  if (actions.length === 0) return <Notice status="info">{t`Questa tabella non si cambia con un file`}</Notice>
  return (
    <Stack>
      <Radio.Group
        label={t`Operazione`}
        withAsterisk
        error={missing && action === undefined && <span role="alert">{t`Scegli l’operazione`}</span>}
        value={action ?? null}
        onChange={(selected) => setAction(actions.find((one) => one === selected))}
      >
        <Group gap="lg" mih={36}>
          {actions.map((one) => (
            <Radio key={one} value={one} label={t(actionTexts[one])} />
          ))}
        </Group>
      </Radio.Group>
      <UploadForm
        target={{ path: '/admin/ConfTable', field: 'table_file', fields: { table_name: table, action: action ?? '' } }}
        checkOthers={() => {
          setMissing(true)
          return action !== undefined
        }}
        onStored={() => queryClient.invalidateQueries({ queryKey: trpc.referenceTables.history.queryKey() })}
      >
        {({ difference = [] }, dryRun) => <ChangedRows difference={difference} dryRun={dryRun} />}
      </UploadForm>
    </Stack>
  )
}

/** Shows a table in a grid, or saves it as a file named after it (REQ-ADM-04). */
const TableDownload = ({ table }: { readonly table: ReferenceTable | undefined }) => {
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
        initialFormat="video"
      />
      {rows && table && <TableGrid table={table} rows={rows} onStored={showRows} />}
    </Stack>
  )
}

const rowId = ({ id }: ReferenceRow): string => String(id)

/** The columns of a table. The id of a row opens it, where it can be changed. */
const useTableColumns = (
  rows: readonly ReferenceRow[],
  onEdit: ((row: ReferenceRow) => void) | undefined,
): readonly GridColumn<ReferenceRow>[] => {
  const { t } = useLingui()
  return useMemo(
    () =>
      Object.keys(rows[0] ?? { id: '' }).map((name) => ({
        id: name,
        header: name,
        width: name.startsWith('trans_') ? 260 : 160,
        value: (row) => (row[name] === null || row[name] === undefined ? '' : String(row[name])),
        ...(name === 'id' &&
          onEdit && {
            show: (row) => (
              <Button size="compact-sm" variant="subtle" color="blue" title={t`Modifica la riga ${rowId(row)}`} onClick={() => onEdit(row)}>
                {rowId(row)}
              </Button>
            ),
          }),
      })),
    [t, rows, onEdit],
  )
}

type TableGridProps = {
  readonly table: ReferenceTable
  readonly rows: readonly ReferenceRow[]
  readonly onStored: () => Promise<undefined>
}

const TableGrid = ({ table, rows, onStored }: TableGridProps) => {
  const { language } = useLanguage()
  const queryClient = useQueryClient()
  const [edited, setEdited] = useState<ReferenceRow>()
  const mayChange = listTableActions(table).includes('CHANGE')
  const columns = useTableColumns(rows, mayChange ? setEdited : undefined)
  return (
    <>
      <Grid label={tableNames[table][language]} columns={columns} rows={rows} rowId={rowId} />
      {edited && (
        <RowDialog
          table={table}
          row={edited}
          onClose={() => setEdited(undefined)}
          onStored={async () => {
            await onStored()
            await queryClient.invalidateQueries({ queryKey: trpc.referenceTables.history.queryKey() })
          }}
        />
      )}
    </>
  )
}

/** Changes of the rows of a table with their authors, the newest first (REQ-ADM-16). */
const TableHistory = ({ table }: { readonly table: ReferenceTable | undefined }) => {
  const { t } = useLingui()
  const { data } = useQuery(trpc.referenceTables.history.queryOptions(table === undefined ? skipToken : { table }, { staleTime: 0 }))
  if (table === undefined) return <Notice status="info">{t`Scegli una tabella`}</Notice>
  if (!data) return <PageSkeleton />
  if (data.length === 0)
    return <EmptyState title={t`Nessuna modifica`}>{t`La tabella è ancora come è stata installata con il registro.`}</EmptyState>
  return (
    <ScrollableTable role="region" label={t`Storia della tabella`} className={layout.topHeads}>
      <TableHead headings={[t`Quando`, t`Chi`, t`Id`, t`Prima`, t`Dopo`]} />
      <tbody>
        {data.map(({ id, at, actor, valueId, before, after }) => (
          <tr key={id}>
            <td>{showMoment(at)}</td>
            <td>{actor}</td>
            <th scope="row">{valueId}</th>
            <td>{before === null ? t`riga aggiunta` : showDifferent(before, after)}</td>
            <td>{after === null ? t`riga tolta` : showDifferent(after, before)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollableTable>
  )
}

const tabTexts = {
  recupero: msg`Recupero tabella`,
  caricamento: msg`Caricamento tabella`,
  storia: msg`Storia`,
} as const satisfies Record<TableTab, ReturnType<typeof msg>>

/** The service tables: download, upload and history (REQ-ADM-04, REQ-ADM-16). The address holds the table and the tab. */
export const ReferenceTablesPage = () => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const tables = referenceTables
    .map((table) => ({ value: table, label: tableNames[table][language] }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language))
  const navigate = useNavigate()
  const { scheda = 'recupero', tabella }: TableSearch = useSearch({ strict: false })
  const show = (search: TableSearch): void => void navigate({ to: '.', search, replace: true, resetScroll: false })
  const panels = {
    recupero: <TableDownload key={tabella} table={tabella} />,
    caricamento: <TableUpload key={tabella} table={tabella} />,
    storia: <TableHistory table={tabella} />,
  } as const satisfies Record<TableTab, unknown>
  return (
    <>
      <PageHeading title={t`Tabelle di servizio`} />
      <Select
        className={classes.choice}
        label={t`Tabella`}
        placeholder={t`Scegli una tabella`}
        withAsterisk
        searchable
        allowDeselect={false}
        data={tables}
        renderOption={({ option }) => <NameAndCode name={option.label} code={option.value} />}
        filter={filterByNameOrCode}
        value={tabella ?? null}
        onChange={(name) => {
          const chosen = referenceTables.find((one) => one === name)
          show({ scheda, ...(chosen && { tabella: chosen }) })
        }}
      />
      <PageTabs
        label={t`Operazioni`}
        tabs={tableTabs.map((tab) => ({ name: tab, label: t(tabTexts[tab]), panel: panels[tab] }))}
        open={scheda}
        onOpen={(tab) => show({ scheda: tab, ...(tabella && { tabella }) })}
      />
    </>
  )
}
