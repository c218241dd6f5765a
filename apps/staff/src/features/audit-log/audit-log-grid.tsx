import { useMediaQuery } from '@mantine/hooks'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { LogEntry } from '@registry/api-contract/audit-log'
import type { GridColumn } from '@registry/ui/grid/column.ts'
import { Grid } from '@registry/ui/grid/grid.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { useMemo } from 'react'
import classes from './audit-log.module.css'
import { showExactMoment, showShortMoment } from './show-exact-moment.ts'

type Props = { readonly entries: readonly LogEntry[]; readonly onOpen: (id: number) => void }

const rowId = ({ id }: LogEntry): string => String(id)

/** The entries that a query found, the newest first (REQ-ADM-03). The headings are the column names of the specification. */
export const AuditLogGrid = ({ entries, onOpen }: Props) => {
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

const useLogColumns = (onOpen: Props['onOpen']): readonly GridColumn<LogEntry>[] => {
  const { t } = useLingui()
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
        width: 190,
        value: ({ command }) => command,
        show: ({ command }) => <code>{command}</code>,
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
    [t, onOpen, isPhone],
  )
}
