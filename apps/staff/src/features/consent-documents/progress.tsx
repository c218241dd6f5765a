import { Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { CampaignProgress, ConsentDocumentDetail } from '@registry/api-contract/consent-documents'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import versioned from '../../versioned-texts/versioned-texts.module.css'
import classes from './consent-documents.module.css'
import { useDocumentLabels } from './document-labels.ts'

/** Number of patients who answered a material version again, by centre (REQ-CON-20). */
export const Progress = ({ document: { kind, versions } }: { readonly document: ConsentDocumentDetail }) => {
  const { t } = useLingui()
  const material = versions.filter((one) => one.material)
  const [chosen, setChosen] = useState(material[0]?.version)
  if (chosen === undefined)
    return (
      <EmptyState title={t`Nessuna versione ha richiesto una nuova risposta`}>
        {t`Quando ne pubblichi una, qui vedi quante persone hanno già risposto, centro per centro.`}
      </EmptyState>
    )
  return (
    <div className={layout.page}>
      <Select
        className={versioned.choice}
        label={t`Versione`}
        allowDeselect={false}
        data={material.map(({ version }) => String(version))}
        value={String(chosen)}
        onChange={(version) => version !== null && setChosen(Number(version))}
      />
      <p className={layout.hint}>
        {t`Finché una persona non risponde, le sue risposte di prima restano valide per i testi che ha letto. Un No non viene richiesto di nuovo, se la versione riguarda solo alcune domande.`}
      </p>
      <ProgressTable kind={kind} version={chosen} />
    </div>
  )
}

const ProgressTable = ({ kind, version }: { readonly kind: ConsentDocumentDetail['kind']; readonly version: number }) => {
  const { t } = useLingui()
  const { data: progress, error } = useQuery(trpc.consentDocuments.progress.queryOptions({ kind, version }, ownFailures))
  if (error) return <Notice status="error">{describeFailure(error)}</Notice>
  if (!progress) return <LinesSkeleton lines={4} />
  return (
    <ScrollableTable label={t`Nuove risposte per centro`} className={`${layout.plainNames} ${classes.counts}`}>
      <TableHead headings={[t`Centro`, t`Interpellati`, t`Hanno risposto`, t`In attesa`, t`Si sono ritirati`]} />
      <tbody>
        {progress.centres.map(({ centre, name, ...counts }) => (
          <CountRow key={centre} name={`${centre}, ${name}`} counts={counts} />
        ))}
        <CountRow name={t`Totale`} counts={progress} />
      </tbody>
    </ScrollableTable>
  )
}

type RowProps = { readonly name: string; readonly counts: Omit<CampaignProgress, 'centres'> }

const CountRow = ({ name, counts: { asked, answered, withdrawn } }: RowProps) => {
  const { formatCount } = useDocumentLabels()
  const waiting = asked === null || answered === null || withdrawn === null ? null : asked - answered - withdrawn
  return (
    <tr>
      <th scope="row">{name}</th>
      {[asked, answered, waiting, withdrawn].map((count, place) => (
        <td key={place} className={classes.number}>
          {formatCount(count)}
        </td>
      ))}
    </tr>
  )
}
