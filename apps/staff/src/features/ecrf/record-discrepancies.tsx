import { UnstyledButton } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Discrepancy } from '@registry/api-contract/discrepancies'
import { findField } from '@registry/domain/fields/dictionary'
import { showDate } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import layout from '../../layout/layout.module.css'
import classes from './ecrf.module.css'

type Props = { readonly discrepancies: readonly Discrepancy[]; readonly onShowField: (field: string) => void }

/** The open and answered discrepancies of the record. Each leads to its field (REQ-CRF-10). */
export const RecordDiscrepancies = ({ discrepancies, onShowField }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  if (discrepancies.length === 0)
    return <EmptyState title={t`Nessuna segnalazione`}>{t`I controlli non hanno trovato nulla in questa cartella.`}</EmptyState>
  return (
    <ScrollableTable role="region" label={t`Segnalazioni della cartella`} className={`${classes.table} ${layout.topHeads}`}>
      <TableHead headings={[t`Campo`, t`Controllo`, t`Dal`, t`Risposta`]} />
      <tbody>
        {discrepancies.map(({ id, fields, values, message, openedAt, answer }) => (
          <tr key={id}>
            <td>
              {fields.map((field) => (
                <UnstyledButton key={field} className={classes.fieldLink} onClick={() => onShowField(field)}>
                  {`${findField(field)?.label[language] ?? field}: ${values.find((one) => one.field === field)?.text ?? ''}`}
                </UnstyledButton>
              ))}
            </td>
            <td>{message}</td>
            <td>{showDate(openedAt)}</td>
            <td>{answer && t`«${answer.text}», ${answer.by}`}</td>
          </tr>
        ))}
      </tbody>
    </ScrollableTable>
  )
}
