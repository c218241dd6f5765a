import { useLingui } from '@lingui/react/macro'
import type { PatientRecordView, RecordChoices } from '@registry/api-contract/ecrf'
import { findFirstDay, listPeriods, listPoints, timelineFieldNames, timelineFields } from '@registry/domain/ecrf/timeline'
import { getField } from '@registry/domain/fields/dictionary'
import { showDate, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import charts from '../../charts/charts.module.css'
import { trpc } from '../../app/shell.ts'
import TimelineChart from './timeline-chart.tsx'
import classes from './timeline.module.css'
import { TreatmentBars } from './treatment-bars.tsx'

type Props = { readonly record: PatientRecordView; readonly choices: RecordChoices }

/** Laboratory and instrumental values over time, above the treatments on the same time line (REQ-CRF-13). */
const RecordTimeline = ({ record, choices }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { data } = useSuspenseQuery(trpc.ecrf.history.queryOptions({ code: record.code }, { staleTime: 0 }))
  const [today] = useState(() => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' }))
  const series = timelineFieldNames
    .map((name) => ({ name, points: listPoints(data.changes, name), ...timelineFields[name] }))
    .filter(({ points }) => points.length > 0)
  const periods = (['transfusion', 'chelation'] as const).flatMap((treatment) => listPeriods(data.changes, record.values, treatment))
  const measured = series.flatMap(({ points }) => points.map(({ day }) => day))
  if (series.length === 0 && periods.length === 0)
    return (
      <EmptyState
        title={t`Nessun andamento`}
      >{t`Gli andamenti compaiono quando la cartella ha valori di laboratorio o strumentali.`}</EmptyState>
    )
  const days = [findFirstDay(measured, today), today] as const
  return (
    <section aria-label={t`Andamenti`} className={classes.timeline}>
      <p
        className={classes.note}
      >{t`Ogni valore sta nel giorno in cui è stato registrato. Le linee con un numero sono i limiti di riferimento.`}</p>
      <div className={`${charts.charts} ${classes.lines}`}>
        {series.map(({ name, points, limits, axis }) => {
          const { label, unit = '' } = getField(name)
          const title = unit === '' ? label[language] : `${label[language]} (${unit.replace('{dry_wt}', '')})`
          return (
            <figure key={name} className={charts.chart}>
              <figcaption>{title}</figcaption>
              <TimelineChart title={title} points={points} limits={limits} axis={axis} days={days} />
              <details className={charts.alternative}>
                <summary>{t`Mostra come tabella`}</summary>
                <table className={charts.table} aria-label={title}>
                  <thead>
                    <tr>
                      <th scope="col">{t`Giorno`}</th>
                      <th scope="col" className={charts.number}>{t`Valore`}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {points.map(({ day, value }) => (
                      <tr key={day}>
                        <th scope="row">{showDate(day)}</th>
                        <td className={charts.number}>{showNumber(value, language)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </details>
            </figure>
          )
        })}
        {periods.length > 0 && <TreatmentBars periods={periods} choices={choices} days={days} />}
      </div>
    </section>
  )
}

// React.lazy loads a default export.
export default RecordTimeline
