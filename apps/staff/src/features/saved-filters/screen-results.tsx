import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FilterRows, SavedFilter } from '@registry/api-contract/saved-filters'
import { findField } from '@registry/domain/fields/dictionary'
import { toRequestError } from '@registry/ui/request-error.ts'
import { Grid } from '@registry/ui/grid/grid.tsx'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { trpc } from '../../app/shell.ts'
import type { RunsAs } from './export-file.ts'
import { resultColumns, type ResultLine } from './result-columns.ts'
import classes from './saved-filters.module.css'
import { useDescribeOptions } from './use-describe-options.ts'

type Props = { readonly filter: SavedFilter; readonly runsAs: RunsAs }

/** The rows on screen: asked for by hand, since every look at patients' data is kept in the log; not kept when the page is left. */
export const ScreenResults = ({ filter, runsAs }: Props) => {
  const { t } = useLingui()
  const [asked, setAsked] = useState(false)
  const run = useQuery({
    ...trpc.savedFilters.run.queryOptions({ id: filter.id, asRole: runsAs }),
    enabled: asked,
    gcTime: 0,
    staleTime: Infinity,
    meta: { ownFailures: true },
  })
  const show = (): void => {
    if (asked) void run.refetch()
    setAsked(true)
  }
  return (
    <section aria-labelledby="heading-screen">
      <div className={classes.runHeading}>
        <h2 id="heading-screen" className={classes.sectionName}>
          <Trans>Sullo schermo</Trans>
        </h2>
        <Button variant="default" loading={run.isFetching} onClick={show}>
          {run.data ? t`Aggiorna` : t`Mostra i pazienti`}
        </Button>
      </div>
      {run.error && <Notice status="error">{toRequestError(run.error).message}</Notice>}
      {run.isLoading && <BlockSkeleton height={600} />}
      {run.data && <Result found={run.data} />}
    </section>
  )
}

/** Whom the filter could not look at, by reason: they are neither found nor excluded by the conditions. */
const LeftOutCounts = ({ leftOut: { noConsent, noAnswer, noValue } }: Pick<FilterRows, 'leftOut'>) =>
  noConsent + noAnswer + noValue === 0 ? null : (
    <p className={classes.quiet}>
      <Trans>Lasciati fuori perché le condizioni non si possono verificare:</Trans>{' '}
      {[
        noConsent > 0 && <Plural key="refused" value={noConsent} one="# ha negato il consenso" other="# hanno negato il consenso" />,
        noAnswer > 0 && <Plural key="unanswered" value={noAnswer} one="# non ha ancora risposto" other="# non hanno ancora risposto" />,
        noValue > 0 && <Plural key="missing" value={noValue} one="# non ha un valore" other="# non hanno un valore" />,
      ]
        .filter(Boolean)
        .flatMap((part, index) => (index === 0 ? [part] : [', ', part]))}
      .
    </p>
  )

const lineId = ({ id }: ResultLine): string => id

const Result = ({ found }: { readonly found: FilterRows }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const names = useMemo(() => found.columns.flatMap((column) => findField(column)?.name ?? []), [found.columns])
  const describeOptions = useDescribeOptions(names)
  const words = useMemo(() => ({ row: t`Riga`, yes: t`Sì`, no: t`No` }), [t])
  const columns = useMemo(() => resultColumns(found.columns, describeOptions, words), [found.columns, describeOptions, words])
  const lines = useMemo(() => found.rows.map((cells, index): ResultLine => ({ id: String(index + 1), cells })), [found.rows])
  const total = showNumber(found.total, language)
  const first = showNumber(lines.length, language)
  if (found.total === 0)
    return (
      <>
        <EmptyState title={t`Nessun paziente`}>
          <Trans>
            Nessuno dei pazienti che puoi vedere soddisfa le condizioni, o nessuno ha dato il consenso ai dati che esse guardano.
          </Trans>
        </EmptyState>
        <LeftOutCounts leftOut={found.leftOut} />
      </>
    )
  return (
    <>
      <p role="status" className={classes.paragraph}>
        <strong>
          <Plural value={found.total} one={`${total} paziente`} other={`${total} pazienti`} />
        </strong>
        {lines.length < found.total && <Trans>; qui i primi {first}, nel file tutti</Trans>}
      </p>
      <LeftOutCounts leftOut={found.leftOut} />
      <Grid label={t`Pazienti del filtro`} columns={columns} rows={lines} rowId={lineId} />
    </>
  )
}
