import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { CentreQuery, DiscrepancyCount } from '@registry/api-contract/discrepancies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { ScrollableTable } from '@registry/ui/layout/scrollable-table.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { TextDialog } from '../../dialogs/text-dialog.tsx'
import layout from '../../layout/layout.module.css'
import { CentreQueries } from './centre-queries.tsx'
import { CheckMatrix, type OverviewLimits } from './check-matrix.tsx'
import { CheckText, useCheckName } from './check-text.tsx'
import classes from './discrepancies.module.css'
import { useRefreshDiscrepancies } from './use-refresh-discrepancies.ts'

const isCurrent = ({ state }: CentreQuery): boolean => state !== 'closed'

/** The queries of the area and the discrepancies by check and centre, or those of one check or centre. No patient is named (REQ-CRF-11). */
export const DiscrepancyOverviewPage = () => {
  const { t } = useLingui()
  const refresh = useRefreshDiscrepancies()
  const nameCheck = useCheckName()
  const { centro, controllo }: OverviewLimits = useSearch({ strict: false })
  const { data } = useSuspenseQuery(trpc.discrepancies.overview.queryOptions())
  const [asking, setAsking] = useState<DiscrepancyCount | 'any'>()
  const ask = useMutation(trpc.discrepancies.ask.mutationOptions(ownFailures))
  const send = async (question: string, chosen: string): Promise<void> => {
    const about =
      asking === 'any' || asking === undefined ? { centreCode: chosen } : { centreCode: asking.centre.code, checkKey: asking.checkKey }
    await ask.mutateAsync({ ...about, question })
    await refresh()
  }
  const isLimited = centro !== undefined || controllo !== undefined
  const isWanted = (code: string, checkKey: string | undefined): boolean =>
    (centro === undefined || code === centro) && (controllo === undefined || checkKey === controllo)
  const counts = data.counts.filter(({ centre, checkKey }) => isWanted(centre.code, checkKey))
  const isOfLimits = ({ centre, check }: CentreQuery): boolean => isWanted(centre.code, check?.checkKey)
  return (
    <>
      <PageHeading
        title={t`Segnalazioni dei centri`}
        lead={t`Quante cartelle di ogni centro non rispettano una regola o hanno un valore insolito.`}
        action={<Button onClick={() => setAsking('any')}>{t`Nuova richiesta di chiarimento`}</Button>}
      />
      <div className={layout.page}>
        {isLimited && <RouteLink className={classes.back} href="/dm_segnalazioni">{t`Tutti i controlli e tutti i centri`}</RouteLink>}
        <section>
          <h2 className={layout.title}>{t`Richieste di chiarimento`}</h2>
          <CentreQueries of="area" isShown={(query) => isCurrent(query) && isOfLimits(query)} />
        </section>
        <section>
          <h2 className={layout.title}>{isLimited ? t`Segnalazioni` : t`Segnalazioni aperte per controllo e centro`}</h2>
          {counts.length === 0 ? (
            <EmptyState
              title={t`Nessuna segnalazione`}
            >{t`Le cartelle si controllano ogni notte, dopo ogni caricamento e a ogni salvataggio.`}</EmptyState>
          ) : isLimited ? (
            <CountTable counts={counts} onAsk={setAsking} />
          ) : (
            <CheckMatrix counts={counts} />
          )}
        </section>
        <section>
          <h2 className={layout.title}>{t`Richieste chiuse`}</h2>
          <CentreQueries of="area" isShown={(query) => !isCurrent(query) && isOfLimits(query)} />
        </section>
      </div>
      {asking !== undefined && (
        <TextDialog
          title={asking === 'any' ? t`Nuova richiesta di chiarimento` : t`Chiedi a ${asking.centre.name}: ${nameCheck(asking)}`}
          label={t`Domanda`}
          submitLabel={t`Invia la richiesta`}
          {...(asking === 'any' && { centres: data.centres })}
          onSend={send}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

type TableProps = { readonly counts: readonly DiscrepancyCount[]; readonly onAsk: (count: DiscrepancyCount) => void }

/** The discrepancies by centre and check in each state, with the way to ask the centre. */
const CountTable = ({ counts: all, onAsk }: TableProps) => {
  const { t } = useLingui()
  const nameCheck = useCheckName()
  return (
    <ScrollableTable role="region" label={t`Segnalazioni per centro e controllo`} className={`${layout.topHeads} ${classes.table}`}>
      <thead>
        <tr>
          <th scope="col">{t`Centro`}</th>
          <th scope="col">{t`Controllo`}</th>
          <th scope="col" className={classes.number}>{t`Aperte`}</th>
          <th scope="col" className={classes.number}>{t`Con risposta`}</th>
          <th scope="col" className={classes.number}>{t`Da chiudere`}</th>
          <th scope="col">{t`Operazioni`}</th>
        </tr>
      </thead>
      {[...Map.groupBy(all, ({ centre }) => centre.code)].map(([code, counts]) => (
        <tbody key={code}>
          {counts.map((count, index) => (
            <tr key={count.checkKey}>
              {index === 0 && <th scope="rowgroup" rowSpan={counts.length}>{`${count.centre.name} (${count.centre.code})`}</th>}
              <td>
                <CheckText check={count} />
              </td>
              <td className={classes.number}>{count.open}</td>
              <td className={classes.number}>{count.answered}</td>
              <td className={classes.number}>{count.corrected}</td>
              <td>
                <Button
                  size="compact-md"
                  variant="default"
                  aria-label={t`Chiedi al centro: ${count.centre.code}, ${nameCheck(count)}`}
                  onClick={() => onAsk(count)}
                >
                  {t`Chiedi al centro`}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </ScrollableTable>
  )
}
