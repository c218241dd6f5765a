import { Select } from '@mantine/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { referenceTables } from '@registry/domain/reference/tables'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageTabs } from '../../layout/page-tabs.tsx'
import { TableDownload } from './table-download.tsx'
import { TableHistory } from './table-history.tsx'
import { TableUpload } from './table-upload.tsx'
import classes from './reference-tables.module.css'
import { tableTabs, type TableSearch, type TableTab } from './reference-tables-route.ts'

const tabTexts = {
  recupero: msg`Recupero tabella`,
  caricamento: msg`Caricamento tabella`,
  storia: msg`Storia`,
} as const satisfies Record<TableTab, ReturnType<typeof msg>>

/** The service tables: download, upload and history (REQ-ADM-04, REQ-ADM-16). The address holds the table and the tab. */
export const ReferenceTablesPage = () => {
  const { t } = useLingui()
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
        data={[...referenceTables]}
        renderOption={({ option }) => <code>{option.label}</code>}
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
