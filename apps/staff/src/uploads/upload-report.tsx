import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ImportReport } from '@registry/api-contract/imports'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'

type Props = { readonly report: ImportReport; readonly dryRun: boolean }

/** The counts of an upload and what was refused or noted, row by row (REQ-IMP-05). */
export const UploadReport = ({ report: { ok, ko, detail }, dryRun }: Props) => {
  const { t } = useLingui()
  const stored = t`${plural(ok, { one: '# riga registrata', other: '# righe registrate' })}`
  const checked = t`${plural(ok, { one: '# riga valida', other: '# righe valide' })}`
  const refused = t`${plural(ko, { one: '# riga rifiutata', other: '# righe rifiutate' })}`
  return (
    <>
      <Notice
        status={ko === 0 ? 'yes' : 'error'}
        title={dryRun ? t`Controllo terminato, nulla è stato registrato` : t`Caricamento terminato`}
      >
        {dryRun ? checked : stored}, {refused}
      </Notice>
      <ReportDetail detail={detail} />
    </>
  )
}

/** The entries of a report. An entry of row 0 counts what is not listed. */
export const ReportDetail = ({ detail }: Pick<ImportReport, 'detail'>) => {
  const { t } = useLingui()
  if (detail.length === 0) return null
  const hasFields = detail.some(({ field }) => field !== undefined)
  const headings = [t`Riga`, t`Codice`, ...(hasFields ? [t`Campo`] : []), t`Esito`, t`Motivo`]
  return (
    <ScrollableTable label={t`Segnalazioni`}>
      <TableHead headings={headings} />
      <tbody>
        {detail.map(({ row, key, field, code, message }) => (
          <tr key={`${row} ${key} ${field} ${code}`}>
            <td>{row === 0 ? '' : row}</td>
            <td>{key}</td>
            {hasFields && <td translate="no">{field}</td>}
            <td>{row === 0 ? '' : code.startsWith('warning_') ? t`avviso` : t`riga rifiutata`}</td>
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </ScrollableTable>
  )
}
