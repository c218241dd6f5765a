import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReferenceRow } from '@registry/api-contract/reference-tables'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import layout from '../../layout/layout.module.css'
import type { TableDifference } from '../../uploads/files.ts'

const kindTexts = {
  added: msg`aggiunta`,
  changed: msg`cambiata`,
  removed: msg`tolta`,
} as const satisfies Record<TableDifference['kind'], ReturnType<typeof msg>>

/** The columns whose value differs, with the value in one of the rows. */
export const showDifferent = (row: ReferenceRow | null, other: ReferenceRow | null): string =>
  Object.entries(row ?? {})
    .filter(([name, value]) => name !== 'id' && value !== null && value !== (other?.[name] ?? null))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('; ')

type Props = { readonly difference: readonly TableDifference[]; readonly dryRun: boolean }

/** The rows that a file adds, changes and removes. */
export const ChangedRows = ({ difference, dryRun }: Props) => {
  const { t } = useLingui()
  if (difference.length === 0) return <p className={layout.note}>{t`Il file non cambia nessuna riga della tabella.`}</p>
  return (
    <ScrollableTable label={dryRun ? t`Che cosa cambierebbe` : t`Che cosa è cambiato`} className={layout.topHeads}>
      <TableHead headings={[t`Riga`, t`Id`, t`Prima`, t`Dopo`]} />
      <tbody>
        {difference.map(({ kind, id, before, after }) => (
          <tr key={id}>
            <td>{t(kindTexts[kind])}</td>
            <th scope="row">{id}</th>
            <td>{showDifferent(before, after)}</td>
            <td>{showDifferent(after, before)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollableTable>
  )
}
