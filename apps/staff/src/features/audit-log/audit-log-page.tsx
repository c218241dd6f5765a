import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMediaQuery } from '@mantine/hooks'
import type { LogQueryInput, LogEntryDetail, LogEntry } from '@registry/api-contract/audit-log'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { Dialog } from '@registry/ui/dialogs/dialog.tsx'
import type { GridColumn } from '@registry/ui/grid/column.ts'
import { Grid } from '@registry/ui/grid/grid.tsx'
import { showExactMoment } from '@registry/ui/language/format.ts'
import { type Fact, FactList } from '@registry/ui/layout/fact-list.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, useMemo } from 'react'
import { queryClient, trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { AuditLogForm } from './audit-log-form.tsx'
import { useCommandName } from './command-names.ts'
import { firstQuery, type AuditLogSearch } from './audit-log-route.ts'
import classes from './audit-log.module.css'

/** The same with a short year, for a column of a phone. */
const showShortMoment = (iso: string): string => showExactMoment(iso).replace(/\d\d(\d\d), /, '$1 ')

type AuditLogGridProps = { readonly entries: readonly LogEntry[]; readonly onOpen: (id: number) => void }

const rowId = ({ id }: LogEntry): string => String(id)

/** The entries that a query found, the newest first (REQ-ADM-03). The headings are the column names of the specification. */
const AuditLogGrid = ({ entries, onOpen }: AuditLogGridProps) => {
  const { t } = useLingui()
  const columns = useLogColumns(onOpen)
  if (entries.length === 0)
    return (
      <EmptyState title={t`Nessuna voce`}>{t`Il log non contiene voci con queste condizioni. Togline una, o allarga i giorni.`}</EmptyState>
    )
  return (
    <section aria-label={t`Voci trovate`}>
      <p role="status" className={classes.note}>
        {t`${plural(entries.length, { one: '# voce', other: '# voci' })}, dalla più recente`}
      </p>
      <Grid label={t`Voci del log`} columns={columns} rows={entries} rowId={rowId} />
    </section>
  )
}

const useLogColumns = (onOpen: AuditLogGridProps['onOpen']): readonly GridColumn<LogEntry>[] => {
  const { t } = useLingui()
  const nameCommand = useCommandName()
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  return useMemo(
    () => [
      {
        id: 'timestamp',
        type: 'date',
        header: t`Data e ora`,
        width: 200,
        value: ({ timestamp }) => timestamp,
        text: ({ timestamp }) => showExactMoment(timestamp),
        show: ({ id, timestamp }) => (
          <button type="button" className={classes.open} onClick={() => onOpen(id)}>
            {isPhone ? showShortMoment(timestamp) : showExactMoment(timestamp)}
          </button>
        ),
      },
      { id: 'username', header: t`Utente`, width: 205, value: ({ username }) => username },
      {
        id: 'command',
        type: 'choice',
        header: t`Comando`,
        width: 230,
        value: ({ command }) => nameCommand(command),
      },
      {
        id: 'action',
        type: 'choice',
        header: t`Azione`,
        width: 145,
        value: ({ action }) => action,
        show: ({ action }) => <code>{action}</code>,
      },
      { id: 'from_host', header: t`Da`, width: 150, value: ({ from_host: host }) => host },
      { id: 'duration_milli', type: 'number', header: t`Durata (ms)`, width: 155, value: ({ duration_milli: duration }) => duration },
      { id: 'detail', header: t`Dettaglio`, width: 175, value: ({ detail }) => detail, show: ({ detail }) => <code>{detail}</code> },
    ],
    [t, nameCommand, onOpen, isPhone],
  )
}

type Props = { readonly id: number; readonly onClose: () => void }

/** One entry with its outcome and, for a reading, what was read: never which patients (REQ-CON-08). */
const AuditLogEntryDialog = ({ id, onClose }: Props) => {
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
  const nameCommand = useCommandName()
  const { reads } = entry
  const lines: readonly Fact[] = [
    [t`Numero`, String(entry.id)],
    [t`Data e ora`, showExactMoment(entry.timestamp)],
    [t`Utente`, entry.username || t`nessuno: senza accesso`],
    [t`Comando`, nameCommand(entry.command)],
    [t`Codice del comando`, entry.command],
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

/** The form shows the failure of a search, also of one that is on the page already. */
const searchOptions = (query: LogQueryInput) => ({ ...trpc.auditLog.query.queryOptions(query), ...ownFailures })

/** The audit log: a form, the entries that it found, and one entry in detail (REQ-ADM-03). */
export const AuditLogPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { voce }: AuditLogSearch = useSearch({ strict: false })
  const [query, setQuery] = useState<LogQueryInput>(firstQuery)
  const [saved, setSaved] = useState<string>()
  // Each reading is an entry of the log, so the page reads only when it is asked.
  const { data: entries } = useSuspenseQuery({ ...searchOptions(query), staleTime: Infinity })
  const open = (id: number | undefined): void =>
    void navigate({ to: '/log', search: id === undefined ? {} : { voce: id }, replace: id === undefined, resetScroll: false })
  return (
    <>
      <PageHeading
        title={t`Log`}
        lead={t`Ogni comando di operatori, pazienti e programmi lascia una voce. Anche le ricerche in questa pagina.`}
      />
      <div className={layout.page}>
        <AuditLogForm
          onSearch={async (next) => {
            setSaved(undefined)
            await queryClient.fetchQuery({ ...searchOptions(next), staleTime: 0 })
            setQuery(next)
          }}
          onSaved={setSaved}
        />
        {saved !== undefined && <Notice status="yes">{t`File ${saved} salvato`}</Notice>}
        <AuditLogGrid entries={entries} onOpen={open} />
      </div>
      {voce !== undefined && <AuditLogEntryDialog id={voce} onClose={() => open(undefined)} />}
    </>
  )
}
