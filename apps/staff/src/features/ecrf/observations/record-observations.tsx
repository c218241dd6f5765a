import { Button, Group } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { PatientRecordView } from '@registry/api-contract/ecrf'
import type { ObservationRow } from '@registry/api-contract/observations'
import { hasBands, timelineFields, yearlyAnalytes, type Limits } from '@registry/domain/ecrf/timeline'
import { formatMeasurement, formatUnit } from '@registry/domain/fields/units'
import { observedAnalytes, type ObservedAnalyte } from '@registry/domain/observations/analytes'
import { getItalianToday, showDate, showMoment } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { OpenedPart } from '@registry/ui/layout/opened-part.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useActorName } from '../../../app/actor-name.ts'
import { trpc } from '../../../app/shell.ts'
import layout from '../../../layout/layout.module.css'
import { DataPointChart, useFieldTitle } from '../timeline/timeline-charts.tsx'
import timeline from '../timeline/timeline.module.css'
import { ChangeDialog, type Change } from './change-dialog.tsx'
import { NewObservations } from './new-observations.tsx'
import classes from './observations.module.css'

/** The bands of the charts, by analyte: those of the timeline. */
const limitsOf: Readonly<Record<string, Limits>> = {
  ...yearlyAnalytes,
  ...Object.fromEntries(Object.entries(timelineFields).map(([name, limits]) => [name.replace(/_LAST$/, ''), limits])),
}
const noLimits: Limits = { limits: [], worse: 'above', bands: [] }

const useValueText = () => {
  const { language } = useLanguage()
  return ({ comparator, value, unit }: Pick<ObservationRow, 'comparator' | 'value' | 'unit'>): string =>
    [comparator, formatMeasurement(value, language), formatUnit(unit, language)].filter(Boolean).join(' ')
}

type SeriesProps = {
  readonly analyte: ObservedAnalyte
  readonly rows: readonly ObservationRow[]
  /** Whether the chart has the usual bands. */
  readonly banded: boolean
  readonly readOnly: boolean
  readonly onChange: (change: Change) => void
}

/** The newest results that a table shows at first: the chart has all. */
const shownResults = 6

/** The chart and the table of one analyte; corrected and removed results are below the present ones. */
const Series = ({ analyte, rows, banded, readOnly, onChange }: SeriesProps) => {
  const { t } = useLingui()
  const showActor = useActorName()
  const showValue = useValueText()
  const title = useFieldTitle()(analyte.field.name)
  const present = rows.filter(({ ended }) => ended === null)
  const ended = rows.filter(({ ended: end }) => end !== null)
  const [first] = present
  const [showsAll, setShowsAll] = useState(present.length <= shownResults + 1)
  const newest = present.toReversed().slice(0, showsAll ? undefined : shownResults)
  const count = present.length
  const hasSamples = present.some(({ sample }) => sample !== null)
  const showAll = t`Mostra tutti i risultati: ${count}`
  const endTexts = { corrected: t`corretto`, removed: t`tolto`, undone: t`file annullato` }
  return (
    <section aria-label={title} className={classes.series}>
      {!first && <h3 className={timeline.title}>{title}</h3>}
      {first && (
        <DataPointChart
          title={title}
          dataPoints={present.map(({ takenOn, standardValue, comparator }) => ({
            day: takenOn,
            value: standardValue,
            result: { comparator },
          }))}
          days={[first.takenOn, getItalianToday()]}
          {...(limitsOf[analyte.name] ?? noLimits)}
          hidesLimits={!banded}
        />
      )}
      <div className={timeline.group}>
        {present.length > 0 && (
          <ScrollableTable label={t`Risultati: ${title}`} className={`${layout.topHeads} ${classes.results}`}>
            <TableHead headings={[t`Giorno`, t`Risultato`, ...(hasSamples ? [t`Campione`] : []), t`Registrato`, t`Azioni`]} />
            <tbody>
              {newest.map((row) => (
                <tr key={row.id}>
                  <th scope="row">{showDate(row.takenOn)}</th>
                  <td>{showValue(row)}</td>
                  {hasSamples && <td data-label={t`Campione`}>{row.sample}</td>}
                  <td data-label={t`Registrato`}>
                    {showDate(row.recordedAt)}, {showActor(row.recordedBy)}
                  </td>
                  <td>
                    {!readOnly && (
                      <Group gap="xs" wrap="nowrap">
                        <Button
                          size="compact-md"
                          variant="default"
                          aria-label={t`Correggi ${title} del ${showDate(row.takenOn)}`}
                          onClick={() => onChange({ kind: 'correct', row })}
                        >{t`Correggi`}</Button>
                        <Button
                          size="compact-md"
                          variant="default"
                          aria-label={t`Togli ${title} del ${showDate(row.takenOn)}`}
                          onClick={() => onChange({ kind: 'remove', row })}
                        >{t`Togli`}</Button>
                      </Group>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </ScrollableTable>
        )}
        {!showsAll && (
          <Group>
            <Button size="compact-md" variant="subtle" color="blue" aria-label={`${showAll} (${title})`} onClick={() => setShowsAll(true)}>
              {showAll}
            </Button>
          </Group>
        )}
        {ended.length > 0 && (
          <details>
            <summary>{t`Risultati corretti o tolti: ${ended.length}`}</summary>
            <ScrollableTable label={t`Risultati corretti o tolti: ${title}`} className={layout.topHeads}>
              <TableHead headings={[t`Giorno`, t`Risultato`, t`Che cosa è successo`, t`Motivo`]} />
              <tbody>
                {ended.map((row) => (
                  <tr key={row.id}>
                    <th scope="row">{showDate(row.takenOn)}</th>
                    <td>{showValue(row)}</td>
                    <td>{row.ended && [endTexts[row.ended.as], showMoment(row.ended.at), showActor(row.ended.by)].join(', ')}</td>
                    <td>{row.ended?.reason}</td>
                  </tr>
                ))}
              </tbody>
            </ScrollableTable>
          </details>
        )}
      </div>
    </section>
  )
}

/** The dated results of a record: entry of one day, and a chart and table for each analyte (REQ-OBS-09). */
const RecordObservations = ({ record }: { readonly record: PatientRecordView }) => {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(trpc.observations.list.queryOptions({ code: record.code }, { staleTime: 0 }))
  const [change, setChange] = useState<Change>()
  const [wasEmpty] = useState(data.observations.length === 0)
  const [isEntering, setEntering] = useState(false)
  const readOnly = record.withdrawn
  const byAnalyte = Map.groupBy(data.observations, ({ analyte }) => analyte)
  return (
    <section aria-label={t`Esami`} className={timeline.timeline}>
      {!readOnly && wasEmpty && <NewObservations record={record} />}
      {!readOnly && !wasEmpty && isEntering && (
        <OpenedPart>
          <NewObservations record={record} onClose={() => setEntering(false)} />
        </OpenedPart>
      )}
      {!readOnly && !wasEmpty && !isEntering && (
        <Group>
          <Button onClick={() => setEntering(true)}>{t`Nuovi esami`}</Button>
        </Group>
      )}
      {byAnalyte.size === 0 && (
        <EmptyState
          title={t`Nessun esame`}
        >{t`Qui compare ogni risultato con il suo giorno, dal modulo o da un file del centro.`}</EmptyState>
      )}
      {observedAnalytes.map((analyte) => {
        const rows = byAnalyte.get(analyte.name)
        return (
          rows && (
            <Series
              key={analyte.name}
              analyte={analyte}
              rows={rows}
              banded={hasBands(analyte.name, record.values)}
              readOnly={readOnly}
              onChange={setChange}
            />
          )
        )
      })}
      {change && <ChangeDialog record={record} change={change} onClose={() => setChange(undefined)} />}
    </section>
  )
}

// React.lazy loads a default export.
export default RecordObservations
