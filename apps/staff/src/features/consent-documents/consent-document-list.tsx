import { useLingui } from '@lingui/react/macro'
import type { ConsentDocumentRow } from '@registry/api-contract/consent-documents'
import { showMoment } from '@registry/ui/language/format.ts'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { consentDocumentAddress } from './consent-document-routes.ts'
import { useDocumentLabels } from './document-labels.ts'

/** The consent documents, with their drafts and their requests to answer again (REQ-CON-18, REQ-CON-20). */
export const ConsentDocumentList = () => {
  const { t } = useLingui()
  const { data: rows } = useSuspenseQuery(trpc.consentDocuments.list.queryOptions())
  return (
    <>
      <PageHeading
        title={t`Testi dei consensi`}
        lead={t`I pazienti leggono sempre la versione in vigore. Ogni risposta resta legata alla versione letta, che nessuna modifica può cambiare.`}
      />
      <ScrollableTable label={t`Testi dei consensi`} role="region" className={layout.plainNames}>
        <TableHead headings={[t`Testo`, t`Versione in vigore`, t`Bozza`, t`Nuove risposte`]} />
        <tbody>
          {rows.map((row) => (
            <Row key={row.kind} row={row} />
          ))}
        </tbody>
      </ScrollableTable>
    </>
  )
}

const Row = ({ row: { kind, version, publishedAt, draft, campaign } }: { readonly row: ConsentDocumentRow }) => {
  const { t } = useLingui()
  const { formatKind, formatCount } = useDocumentLabels()
  const published = showMoment(publishedAt)
  const saved = draft && showMoment(draft.changedAt)
  const who = draft?.changedBy ?? ''
  const [answered, asked] = [formatCount(campaign?.answered ?? null), formatCount(campaign?.asked ?? null)]
  const number = campaign?.version
  return (
    <tr>
      <th scope="row">
        <RouteLink href={consentDocumentAddress(kind)}>{formatKind(kind)}</RouteLink>
      </th>
      <td>{t`${version}, dal ${published}`}</td>
      <td>{draft ? t`di ${who}, ${saved}` : t`nessuna`}</td>
      <td>{campaign ? t`${answered} di ${asked}, versione ${number}` : t`mai richieste`}</td>
    </tr>
  )
}
