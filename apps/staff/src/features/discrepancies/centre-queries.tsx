import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { CentreQuery } from '@registry/api-contract/discrepancies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import type { CentreQueryState } from '@registry/domain/discrepancies/states'
import { showMoment } from '@registry/ui/language/format.ts'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { PageSkeleton } from '@registry/ui/status/skeletons.tsx'
import { StatusBadge, type Status } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { CheckText } from './check-text.tsx'
import classes from './discrepancies.module.css'
import { TextDialog } from '../../dialogs/text-dialog.tsx'
import { useRefreshDiscrepancies } from './use-refresh-discrepancies.ts'

const statusByState = { open: 'waiting', answered: 'yes', closed: 'unknown' } as const satisfies Record<CentreQueryState, Status>

type Props = {
  readonly of: 'area' | 'centre'
  /** Shows the discrepancies of the check that a query is about. */
  readonly onShowCheck?: (checkKey: string) => void
}

/** The queries of DataManagers: the centre replies, the DataManager closes (REQ-CRF-11). */
export const CentreQueries = ({ of, onShowCheck }: Props) => {
  const { t } = useLingui()
  const refresh = useRefreshDiscrepancies()
  const { data: queries } = useQuery(trpc.discrepancies.queries.queryOptions({ of }))
  const [replying, setReplying] = useState<CentreQuery>()
  const reply = useMutation(trpc.discrepancies.reply.mutationOptions(ownFailures))
  const closeQuery = useMutation(trpc.discrepancies.closeQuery.mutationOptions())
  if (!queries) return <PageSkeleton />
  if (queries.length === 0)
    return (
      <EmptyState
        title={t`Nessuna richiesta di chiarimento`}
      >{t`Un responsabile dei dati può chiedere a un centro di spiegare le sue segnalazioni.`}</EmptyState>
    )
  const stateTexts = { open: t`Aperta`, answered: t`Con risposta`, closed: t`Chiusa` } as const satisfies Record<CentreQueryState, string>
  return (
    <>
      <ul className={classes.queries} aria-label={t`Richieste di chiarimento`}>
        {queries.map((query) => {
          const { id, centre, check, state, question, reply: replied, closed } = query
          return (
            <li key={id} className={classes.query}>
              <StatusBadge status={statusByState[state]}>{stateTexts[state]}</StatusBadge>
              <strong>{`${centre.name} (${centre.code})`}</strong>
              {check && <CheckText check={check} />}
              <p className={layout.text}>{question.text}</p>
              <p className={layout.note}>{`${question.by}, ${showMoment(question.at)}`}</p>
              {replied && (
                <>
                  <p className={layout.text}>{t`Risposta: ${replied.text}`}</p>
                  <p className={layout.note}>{`${replied.by}, ${showMoment(replied.at)}`}</p>
                </>
              )}
              {closed && <p className={layout.note}>{t`Chiusa da ${closed.by}, ${showMoment(closed.at)}`}</p>}
              <div className={layout.tightButtons}>
                {check && onShowCheck && (
                  <Button
                    size="compact-md"
                    variant="default"
                    onClick={() => onShowCheck(check.checkKey)}
                  >{t`Mostra le segnalazioni`}</Button>
                )}
                {of === 'centre' && state === 'open' && <Button size="compact-md" onClick={() => setReplying(query)}>{t`Rispondi`}</Button>}
                {of === 'area' && state !== 'closed' && (
                  <Button
                    size="compact-md"
                    variant="default"
                    onClick={() => void closeQuery.mutateAsync({ id }).then(refresh)}
                  >{t`Chiudi la richiesta`}</Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {replying && (
        <TextDialog
          title={t`Rispondi al responsabile dei dati`}
          label={t`Risposta`}
          submitLabel={t`Invia la risposta`}
          onClose={() => setReplying(undefined)}
          onSend={async (text) => {
            await reply.mutateAsync({ id: replying.id, reply: text })
            await refresh()
          }}
        />
      )}
    </>
  )
}
