import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ImportChanges } from '@registry/api-contract/imports'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import layout from '../../layout/layout.module.css'

/** The values that a file would change in the records, old and new (REQ-IMP-06). */
export const ChangedValues = ({ changes: { count, first } }: { readonly changes: ImportChanges }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  if (count === 0) return <p className={layout.note}>{t`Il file non cambierebbe nessun valore delle cartelle.`}</p>
  const shown = showNumber(first.length, language)
  const all = showNumber(count, language)
  return (
    <section aria-label={t`Valori che cambierebbero`} className={layout.part}>
      <h2 className={layout.title}>{t`Valori che cambierebbero`}</h2>
      <p className={layout.text}>
        {t`${plural(count, { one: 'Il file cambierebbe un valore delle cartelle.', other: `Il file cambierebbe ${all} valori delle cartelle.` })}`}
        {first.length < count && ` ${t`${plural(first.length, { one: 'Qui c’è il primo.', other: `Qui ci sono i primi ${shown}.` })}`}`}
      </p>
      <ScrollableTable label={t`Valori che cambierebbero`} className={layout.topHeads}>
        <TableHead headings={[t`Riga`, t`Codice`, t`Campo`, t`Adesso`, t`Dopo il file`]} />
        <tbody>
          {first.map(({ row, key, field, before, after }) => (
            <tr key={`${row} ${field}`}>
              <td>{showNumber(row, language)}</td>
              <th scope="row">{key}</th>
              <td translate="no">{field}</td>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </ScrollableTable>
    </section>
  )
}
