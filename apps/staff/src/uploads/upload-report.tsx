import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ImportReport } from '@registry/api-contract/imports'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import classes from './uploads.module.css'

type Props = { readonly report: ImportReport; readonly dryRun: boolean }

/** The counts of an upload and what was rejected or noted, row by row (REQ-IMP-05). */
export const UploadReport = ({ report: { ok, ko, detail }, dryRun }: Props) => {
  const { t } = useLingui()
  const stored = t`${plural(ok, { one: '# riga registrata', other: '# righe registrate' })}`
  const checked = t`${plural(ok, { one: '# riga valida', other: '# righe valide' })}`
  const rejected = t`${plural(ko, { one: '# riga rifiutata', other: '# righe rifiutate' })}`
  return (
    <>
      <Notice
        status={ko === 0 ? 'yes' : 'error'}
        title={dryRun ? t`Controllo terminato, nulla è stato registrato` : t`Caricamento terminato`}
      >
        {dryRun ? checked : stored}, {rejected}
      </Notice>
      <ReportDetail detail={detail} />
    </>
  )
}

/** The entries of a report. An entry of row 0 counts what is not listed. */
export const ReportDetail = ({ detail }: Pick<ImportReport, 'detail'>) => {
  const { t } = useLingui()
  if (detail.length === 0) return null
  return (
    <ScrollableTable label={t`Segnalazioni`}>
      <TableHead headings={[t`Riga`, t`Codice`, t`Motivo`, t`Esito`]} />
      <tbody>
        {detail.map(({ row, key, field, code, message }) => (
          <tr key={`${row} ${key} ${field} ${code}`}>
            <td>{row === 0 ? '' : row}</td>
            <td className={classes.code}>{key}</td>
            <td className={classes.reason}>
              {field !== undefined && <strong translate="no">{`${field}: `}</strong>}
              {message}
            </td>
            <td>{row === 0 ? '' : code.startsWith('warning_') ? t`avviso` : t`riga rifiutata`}</td>
          </tr>
        ))}
      </tbody>
    </ScrollableTable>
  )
}
