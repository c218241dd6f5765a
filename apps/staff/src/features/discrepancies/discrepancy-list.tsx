import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Discrepancy } from '@registry/api-contract/discrepancies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import type { DiscrepancyState } from '@registry/domain/discrepancies/states'
import { findField } from '@registry/domain/fields/dictionary'
import { showDate, showMoment } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { PageSkeleton } from '@registry/ui/status/skeletons.tsx'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { CheckText, useCheckName } from './check-text.tsx'
import classes from './discrepancies.module.css'
import { TextDialog } from '../../dialogs/text-dialog.tsx'
import { useRefreshDiscrepancies } from './use-refresh-discrepancies.ts'

/** The values that a discrepancy doubts, as the record has them now, so that most are judged without opening it (REQ-CRF-10). */
const DiscrepancyValues = ({ values }: Pick<Discrepancy, 'values'>) => {
  const { language } = useLanguage()
  if (values.length === 0) return null
  return (
    <dl className={classes.values}>
      {values.map(({ field, text }) => (
        <div key={field}>
          {/* A check of one field has just named it. */}
          <dt className={values.length === 1 ? 'visually-hidden' : ''}>{findField(field)?.label[language] ?? field}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

type Props = { readonly state: DiscrepancyState; readonly checkKey: string | undefined }

/** The discrepancies of a centre in one state, with what the centre can do about each (REQ-CRF-10). */
export const DiscrepancyList = ({ state, checkKey }: Props) => {
  const { t } = useLingui()
  const refresh = useRefreshDiscrepancies()
  const nameCheck = useCheckName()
  const [answering, setAnswering] = useState<Discrepancy>()
  const search = { state, ...(checkKey !== undefined && { checkKey }) }
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    trpc.discrepancies.list.infiniteQueryOptions(search, { getNextPageParam: ({ next }) => next ?? undefined }),
  )
  const answer = useMutation(trpc.discrepancies.answer.mutationOptions(ownFailures))
  const close = useMutation(trpc.discrepancies.close.mutationOptions())
  if (!data) return <PageSkeleton />
  const discrepancies = data.pages.flatMap((page) => page.discrepancies)
  const closeAll = async (ids: readonly number[]): Promise<void> => {
    await close.mutateAsync({ ids: [...ids] })
    await refresh()
  }
  if (discrepancies.length === 0)
    return (
      <EmptyState
        title={t`Nessuna segnalazione`}
      >{t`Le cartelle si controllano ogni notte, dopo ogni caricamento e a ogni salvataggio.`}</EmptyState>
    )
  return (
    <div className={layout.part}>
      {state === 'corrected' && (
        <Button
          loading={close.isPending}
          onClick={() => void closeAll(discrepancies.map(({ id }) => id))}
        >{t`Chiudi tutte quelle mostrate`}</Button>
      )}
      <ScrollableTable role="region" label={t`Segnalazioni del centro`} className={`${layout.topHeads} ${classes.table}`}>
        <TableHead headings={[t`Paziente`, t`Controllo`, t`Gravità`, t`Dal`, t`Operazioni`]} />
        <tbody>
          {discrepancies.map((discrepancy) => (
            <DiscrepancyRow key={discrepancy.id} discrepancy={discrepancy} onAnswer={setAnswering} onClose={(id) => void closeAll([id])} />
          ))}
        </tbody>
      </ScrollableTable>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>{t`Altre segnalazioni`}</Button>
      )}
      {answering && (
        <TextDialog
          title={t`Controllato, corretto`}
          intro={`${answering.code}, ${nameCheck(answering)}`}
          label={t`Motivo`}
          submitLabel={t`Rispondi`}
          onClose={() => setAnswering(undefined)}
          onSend={async (reason) => {
            await answer.mutateAsync({ id: answering.id, reason })
            await refresh()
          }}
        />
      )}
    </div>
  )
}

type RowProps = {
  readonly discrepancy: Discrepancy
  readonly onAnswer: (discrepancy: Discrepancy) => void
  readonly onClose: (id: number) => void
}

const DiscrepancyRow = ({ discrepancy, onAnswer, onClose }: RowProps) => {
  const { t } = useLingui()
  const nameCheck = useCheckName()
  const { id, record, fields, code, severity, state, openedAt, answer, closed } = discrepancy
  const name = `${code}, ${nameCheck(discrepancy)}`
  return (
    <tr>
      <th scope="row" className={classes.code}>
        {code}
      </th>
      <td>
        <CheckText check={discrepancy} />
        <DiscrepancyValues values={discrepancy.values} />
        {answer && <p className={layout.text}>{t`«${answer.text}», ${answer.by}, ${showMoment(answer.at)}`}</p>}
        {closed && <p className={layout.note}>{t`Chiusa da ${closed.by}, ${showMoment(closed.at)}`}</p>}
      </td>
      <td>
        {severity === 'error' ? (
          <StatusBadge status="error">{t`Errore`}</StatusBadge>
        ) : (
          <StatusBadge status="waiting">{t({ message: 'Avviso', context: 'gravità di una segnalazione' })}</StatusBadge>
        )}
      </td>
      <td>{showDate(openedAt.slice(0, 10))}</td>
      <td>
        <div className={`${layout.tightButtons} ${classes.rowButtons}`}>
          <RouteLink href={`/ecrf/${record}#field-${fields[0] ?? ''}`} aria-label={t`Apri la cartella: ${name}`}>
            {t`Apri la cartella`}
          </RouteLink>
          {state === 'open' && (
            <Button size="compact-md" variant="default" aria-label={t`Rispondi: ${name}`} onClick={() => onAnswer(discrepancy)}>
              {t`Rispondi`}
            </Button>
          )}
          {state === 'corrected' && (
            <Button size="compact-md" variant="default" aria-label={t`Chiudi: ${name}`} onClick={() => onClose(id)}>
              {t`Chiudi`}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}
