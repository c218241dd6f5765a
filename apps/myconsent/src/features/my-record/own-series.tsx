import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { OwnSeries } from '@registry/api-contract/my-record'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { showDate, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { describeFailure, toRequestError } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../app/shell.ts'
import { RecordCode } from '../../my-record/record-code.tsx'
import classes from './own-series.module.css'

const [width, height, dayHeight, edge] = [320, 180, 16, 8]
/** The least height of a band that has room for its word. */
const leastBandHeight = 15
/** A series can have hundreds of results. */
const newestCount = 6

/**
 * The results as points over the days, on the usual bands. The list below it says the same in words. It is drawn by hand, because the chart
 * library would be the largest part that a phone loads for this page.
 */
const SeriesPlot = ({ results, limits, labels }: Pick<OwnSeries, 'results' | 'limits' | 'labels'>) => {
  const { language } = useLanguage()
  const days = results.map(({ day }) => Date.parse(day))
  const [first = 0, last = 0] = [days[0], days.at(-1)]
  // The band above the last limit has room for its word.
  const most = Math.max(...results.map(({ value }) => value * 1.05), ...limits.map((limit) => limit + Math.abs(limit) / 4))
  const least = Math.min(0, ...results.map(({ value }) => value), ...limits)
  const x = (day: string): number => edge + (last === first ? 0.5 : (Date.parse(day) - first) / (last - first)) * (width - 2 * edge)
  const y = (value: number): number => height - edge - ((value - least) / (most - least || 1)) * (height - 2 * edge)
  const bands =
    limits.length === 0
      ? []
      : labels.map((word, index) => ({ word, above: y(limits[index] ?? most), below: y(limits[index - 1] ?? least) }))
  return (
    <svg viewBox={`0 0 ${width} ${height + dayHeight}`} className={classes.plot} aria-hidden="true">
      {bands.map(({ word, above, below }) => (
        <rect key={word} x={edge} y={above} width={width - 2 * edge} height={Math.max(below - above, 0)} className={classes.band} />
      ))}
      {limits.map((limit) => (
        <g key={limit}>
          <line x1={edge} x2={width - edge} y1={y(limit)} y2={y(limit)} className={classes.limit} />
          <text x={width - edge} y={y(limit) - 3} className={classes.limitText}>
            {showNumber(limit, language)}
          </text>
        </g>
      ))}
      <polyline points={results.map(({ day, value }) => `${x(day)},${y(value)}`).join(' ')} className={classes.line} />
      {results.map(({ day, value }, index) => (
        <circle key={`${day} ${index}`} cx={x(day)} cy={y(value)} r={3.5} className={classes.point} />
      ))}
      {bands
        .filter(({ above, below }) => below - above >= leastBandHeight)
        .map(({ word, above }) => (
          <text key={word} x={edge + 4} y={above + 12} className={classes.bandText}>
            {word}
          </text>
        ))}
      {[results[0], results.at(-1)].map(
        (result, index) =>
          result &&
          (index === 0 || first !== last) && (
            <text
              key={result.day}
              x={index === 0 ? edge : width - edge}
              y={height + dayHeight - 4}
              className={classes.day}
              data-end={index > 0}
            >
              {showDate(result.day)}
            </text>
          ),
      )}
    </svg>
  )
}

/** Shows the dated results of a test on request (REQ-PAT-30). */
export const OwnSeriesPart = ({ analyte, label }: { readonly analyte: string; readonly label: string }) => {
  const { t } = useLingui()
  const series = useMutation({
    mutationFn: (code: { readonly otp?: string }) => api.myRecord.series.mutate({ analyte, ...code }),
    ...ownFailures,
  })
  const sources = {
    form: t`inserito dal centro`,
    file: t`da un file del centro`,
    service: t`dal programma del centro`,
    fhir: t`dal programma del centro`,
  } as const
  const { data, error } = series
  const needsCode = error !== null && ['record_code_required', 'validation_failed'].includes(toRequestError(error).code ?? '')
  const newestFirst = data?.results.toReversed() ?? []
  const [newest, older] = [newestFirst.slice(0, newestCount), newestFirst.slice(newestCount)]
  const listResults = (results: OwnSeries['results']) => (
    <ol className={classes.results}>
      {results.map(({ day, text, source }, index) => (
        <li key={`${day} ${index}`}>
          <strong>{text}</strong> {showDate(day)}, {sources[source]}
        </li>
      ))}
    </ol>
  )
  return (
    <div className={classes.series}>
      {!data && !needsCode && (
        <Button
          variant="subtle"
          size="compact-md"
          className={`${classes.open} no-print`}
          loading={series.isPending}
          aria-label={t`Vedi l’andamento: ${label}`}
          onClick={() => series.mutate({})}
        >
          {t`Vedi l’andamento`}
        </Button>
      )}
      {needsCode && <RecordCode submitLabel={t`Vedi l’andamento`} onCode={(otp) => series.mutateAsync({ otp })} />}
      {error && !needsCode && <Notice status="error">{describeFailure(error)}</Notice>}
      {data?.delayed.map(({ day, readableFrom }, index) => {
        const [taken, from] = [showDate(day), showDate(readableFrom)]
        return (
          <p key={`${day} ${index}`} className={classes.none}>
            {t`Risultato recente, del ${taken}: lo leggi dal ${from}. Per conoscerlo prima chiedi al centro.`}
          </p>
        )
      })}
      {data?.results.length === 0 && data.delayed.length === 0 && (
        <p className={classes.none}>{t`Il centro non ha ancora inserito risultati con il loro giorno.`}</p>
      )}
      {data && data.results.length > 0 && (
        <>
          <SeriesPlot {...data} />
          <p className={classes.none}>{data.meaning}</p>
          {listResults(newest)}
          {older.length > 0 && (
            <details className={classes.earlier}>
              <summary>{t`Risultati precedenti (${older.length})`}</summary>
              {listResults(older)}
            </details>
          )}
        </>
      )}
    </div>
  )
}
