import { Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { RecordChoices } from '@registry/api-contract/ecrf'
import { getField, type FieldName } from '@registry/domain/fields/dictionary'
import { showMoment } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { RecordSnapshotView } from './record-snapshot.tsx'
import { useSourceText } from './use-source-text.ts'
import { useValueText } from './use-value-text.ts'
import classes from './ecrf.module.css'

type Props = { readonly code: string; readonly choices: RecordChoices }

/** The changes of a record, newest first: of one field or of all (REQ-CRF-03). */
const RecordHistory = ({ code, choices }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const showValue = useValueText(choices)
  const showSource = useSourceText()
  const { data } = useSuspenseQuery(trpc.ecrf.history.queryOptions({ code }, { staleTime: 0 }))
  const [field, setField] = useState<string | null>(null)
  const label = (name: FieldName): string => getField(name).label[language]
  const names = [...new Set(data.changes.map((change) => change.field))]
  const shown = data.changes.filter((change) => field === null || change.field === field)
  return (
    <div className={layout.page}>
      <Select
        label={t`Campo`}
        placeholder={t`Tutti i campi`}
        data={names.map((name) => ({ value: name, label: label(name) }))}
        value={field}
        onChange={setField}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t`Svuota` }}
      />
      <ScrollableTable role="region" label={t`Storia della cartella`} className={classes.table}>
        <TableHead headings={[t`Quando`, t`Campo`, t`Prima`, t`Dopo`, t`Chi`, t`Origine`, t`Motivo`]} />
        <tbody>
          {shown.map((change) => (
            <tr key={`${change.at} ${change.field}`}>
              <td>{showMoment(change.at)}</td>
              <th scope="row">{label(change.field)}</th>
              <td>{showValue(change.field, change.old)}</td>
              <td>{showValue(change.field, change.new)}</td>
              <td>{change.actor}</td>
              <td>{showSource(change.source)}</td>
              <td>{change.reason ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </ScrollableTable>
      <RecordSnapshotView code={code} choices={choices} moments={[...new Set(data.changes.map(({ at }) => at))]} />
      {data.more && <p className={classes.note}>{t`La storia continua: qui ci sono i 2000 cambiamenti più recenti.`}</p>}
    </div>
  )
}

export default RecordHistory
