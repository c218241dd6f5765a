import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import type { LogEntryDetail } from '@registry/api-contract/audit-log'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { Dialog } from '@registry/ui/dialogs/dialog.tsx'
import { type Fact, FactList } from '@registry/ui/layout/fact-list.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { showExactMoment } from './show-exact-moment.ts'

type Props = { readonly id: number; readonly onClose: () => void }

/** One entry with its outcome and, for a reading, what was read: never which patients (REQ-CON-08). */
export const AuditLogEntryDialog = ({ id, onClose }: Props) => {
  const { t } = useLingui()
  const { data, error, isLoading } = useQuery({
    ...trpc.auditLog.entry.queryOptions({ id }),
    staleTime: Infinity,
    ...ownFailures,
  })
  return (
    <Dialog title={t`Voce del log`} side="end" onClose={onClose}>
      {error && <Notice status="error">{describeFailure(error)}</Notice>}
      {isLoading && <BlockSkeleton height={320} />}
      {data && <Details entry={data} />}
    </Dialog>
  )
}

const Details = ({ entry }: { readonly entry: LogEntryDetail }) => {
  const { t } = useLingui()
  const outcomes = { done: t`Eseguito`, refused: t`Rifiutato`, failed: t`Non riuscito` } satisfies Record<LogEntryDetail['outcome'], string>
  const { reads } = entry
  const lines: readonly Fact[] = [
    [t`Numero`, String(entry.id)],
    [t`Data e ora`, t`${showExactMoment(entry.timestamp)} (ora italiana)`],
    [t`Utente`, entry.username || t`nessuno: senza accesso`],
    [t`Comando`, entry.command],
    [t`Azione`, entry.action || '–'],
    [t`Esito`, outcomes[entry.outcome]],
    [t`Dettaglio`, entry.detail || '–'],
    [t`Da`, entry.from_host || '–'],
    [t`Durata`, t`${entry.duration_milli} ms`],
    [t`Codice della richiesta`, entry.requestId || '–'],
    ...(reads === null
      ? []
      : ([
          [t`Dati letti`, `${reads.whose}: ${t`${plural(reads.count, { one: '# paziente', other: '# pazienti' })}`}`],
          [t`Colonne lette`, reads.columns.join(', ')],
        ] as const)),
  ]
  return <FactList facts={lines} className={layout.details} />
}
