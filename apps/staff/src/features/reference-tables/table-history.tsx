import { useLingui } from '@lingui/react/macro'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import { showMoment } from '@registry/ui/language/format.ts'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { PageSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { skipToken, useQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { showDifferent } from './changed-rows.tsx'

/** Changes of the rows of a table with their authors, the newest first (REQ-ADM-16). */
export const TableHistory = ({ table }: { readonly table: ReferenceTable | undefined }) => {
  const { t } = useLingui()
  const { data } = useQuery(trpc.referenceTables.history.queryOptions(table === undefined ? skipToken : { table }, { staleTime: 0 }))
  if (table === undefined) return <Notice status="waiting">{t`Scegli una tabella`}</Notice>
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
