import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FilterRows, SavedFilter } from '@registry/api-contract/saved-filters'
import { loggedRead } from '@registry/app-shell/query-client.ts'
import { longCall } from '@registry/app-shell/api.ts'
import { toRequestError } from '@registry/ui/request-error.ts'
import { Grid } from '@registry/ui/grid/grid.tsx'
import type { GridView } from '@registry/ui/grid/view.ts'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { trpc } from '../../../app/shell.ts'
import type { RunsAs } from '../../../exports/export-file.ts'
import { type ResultLine } from '../../../exports/result-columns.ts'
import { useResultColumns } from '../../../exports/use-result-columns.ts'
import layout from '../../../layout/layout.module.css'
import { PageTabs } from '../../../layout/page-tabs.tsx'
import { ExcludedCounts } from './excluded-counts.tsx'
import classes from './results.module.css'

/** Loaded when it opens, so that the first load does not grow. */
const SummaryPanel = lazy(() => import('./summary-panel.tsx'))

export type ResultsProps = {
  readonly filter: SavedFilter
  readonly runsAs: RunsAs
  readonly view: GridView
  readonly onView: (view: GridView) => void
}

/** A run on screen: its rows, and a summary of them (REQ-EXP-01, REQ-FIL-17). The rows stay while the summary is open. */
export const ScreenResults = (props: ResultsProps) => {
  const { t } = useLingui()
  const [part, setPart] = useState<'rows' | 'summary'>('rows')
  const summary = (
    <Suspense fallback={<BlockSkeleton height={600} />}>
      <SummaryPanel filter={props.filter} runsAs={props.runsAs} />
    </Suspense>
  )
  return (
    <section aria-labelledby="heading-screen">
      <h2 id="heading-screen" className={layout.title}>
        <Trans>Sullo schermo</Trans>
      </h2>
      <PageTabs
        label={t`Risultati del filtro`}
        tabs={[
          { name: 'rows', label: t`Pazienti`, panel: <Rows {...props} /> },
          { name: 'summary', label: t`Riepilogo`, panel: part === 'summary' && summary },
        ]}
        open={part}
        onOpen={setPart}
        keepMounted
      />
    </section>
  )
}

/** The rows on screen. They load on request only, since every read is logged, and are dropped when the page closes (REQ-ADM-01). */
const Rows = ({ filter, runsAs, view, onView }: ResultsProps) => {
  const { t } = useLingui()
  const [isRequested, setIsRequested] = useState(false)
  const run = useQuery({
    ...trpc.savedFilters.run.queryOptions({ id: filter.id, asRole: runsAs }, longCall),
    enabled: isRequested,
    // A comparison of all old and new cells would block the page.
    structuralSharing: false,
    ...loggedRead,
  })
  const show = (): void => {
    if (isRequested) void run.refetch()
    setIsRequested(true)
  }
  return (
    <>
      <div className={classes.runHeading}>
        <Button variant="default" loading={run.isFetching} onClick={show}>
          {run.data ? t`Aggiorna` : t`Mostra i pazienti`}
        </Button>
      </div>
      {run.error && <Notice status="error">{toRequestError(run.error).message}</Notice>}
      {run.isLoading && <BlockSkeleton height={600} />}
      {run.data && <Result result={run.data} view={view} onView={onView} />}
    </>
  )
}

const lineId = ({ id }: ResultLine): string => id

type ResultProps = Pick<ResultsProps, 'view' | 'onView'> & { readonly result: FilterRows }

const Result = ({ result, view, onView }: ResultProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const columns = useResultColumns(result)
  const lines = useMemo(() => result.rows.map((cells, index): ResultLine => ({ id: String(index + 1), cells })), [result.rows])
  const total = showNumber(result.total, language)
  const first = showNumber(lines.length, language)
  if (result.total === 0)
    return (
      <>
        <EmptyState title={t`Nessun paziente`}>
          <Trans>
            Nessuno dei pazienti che puoi vedere soddisfa le condizioni, o nessuno ha dato il consenso ai dati su cui si basano.
          </Trans>
        </EmptyState>
        <ExcludedCounts excluded={result.excluded} />
      </>
    )
  return (
    <>
      <p role="status" className={layout.paragraph}>
        <strong>
          <Plural value={result.total} one={`${total} paziente`} other={`${total} pazienti`} />
        </strong>
        {lines.length < result.total && <Trans>; qui i primi {first}, nel file tutti</Trans>}
      </p>
      <ExcludedCounts excluded={result.excluded} />
      <Grid label={t`Pazienti del filtro`} columns={columns} rows={lines} rowId={lineId} view={view} onView={onView} />
    </>
  )
}
