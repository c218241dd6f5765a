import { useLingui } from '@lingui/react/macro'
import type { ConsentDocumentVersion } from '@registry/api-contract/consent-documents'
import { showMoment } from '@registry/ui/language/format.ts'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import layout from '../../layout/layout.module.css'

/** The published versions, newest first: when, by whom, how and why (REQ-CON-19). */
export const Versions = ({ versions }: { readonly versions: readonly ConsentDocumentVersion[] }) => {
  const { t } = useLingui()
  const describe = ({ material, fields }: ConsentDocumentVersion): string => {
    if (!material) return t`redazionale`
    const named = fields.join(', ')
    return named === '' ? t`richiede una nuova risposta a tutte le domande` : t`richiede una nuova risposta a ${named}`
  }
  return (
    <ScrollableTable label={t`Versioni`} className={layout.plainNames}>
      <TableHead headings={[t`Versione`, t`Pubblicata`, t`Modifica`, t`Motivo`]} />
      <tbody>
        {versions.map((version) => (
          <tr key={version.version}>
            <th scope="row">{version.version}</th>
            <td>
              {showMoment(version.publishedAt)}
              {version.publishedBy !== null && `, ${version.publishedBy}`}
            </td>
            <td>{describe(version)}</td>
            <td>{version.note || (version.publishedBy === null ? t`testo dell’installazione` : '')}</td>
          </tr>
        ))}
      </tbody>
    </ScrollableTable>
  )
}
