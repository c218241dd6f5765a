import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { boneLimits, boneSites, type BoneDataPoint, type BoneScore, type BoneSite } from '@registry/domain/ecrf/bone'
import type { DoseDataPoint } from '@registry/domain/ecrf/iron'
import {
  findBand,
  yearlyAnalytes,
  type Limits,
  type TimelineDataPoint,
  type YearlyAnalyte,
  type YearDataPoint,
} from '@registry/domain/ecrf/timeline'
import { chelators } from '@registry/domain/ecrf/treatments'
import { getField, type FieldName } from '@registry/domain/fields/dictionary'
import { formatUnit } from '@registry/domain/fields/units'
import { findAnalyte, findAnalyteOfLast } from '@registry/domain/observations/analytes'
import { showDate, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { bandTexts } from './band-texts.ts'
import { RecordChart } from './record-chart.tsx'
import TimelinePlot from './timeline-plot.tsx'
import { treatmentTexts } from './treatment-bars.tsx'

type Days = { readonly days: readonly [string, string] }

/** The colours of a chart, each with its own dashes. Colour is never the only difference (WCAG 1.4.1). */
const strokes = [
  { color: 'var(--timeline-line)', dash: '' },
  { color: 'var(--timeline-second)', dash: '7 4' },
  { color: 'var(--timeline-third)', dash: '2 4' },
  { color: 'var(--timeline-fourth)', dash: '9 3 2 3' },
] as const
const chooseStroke = (index: number) => strokes[index % strokes.length] ?? strokes[0]

/** The name of a field with its unit. A last value has the name of its analyte, because a chart shows all values. */
export const useFieldTitle = () => {
  const { language } = useLanguage()
  return (name: FieldName): string => {
    const { unit, ...field } = getField(name)
    const { label } = findAnalyte(findAnalyteOfLast(name) ?? name) ?? field
    const shown = unit === undefined ? '' : formatUnit(unit, language)
    return shown === '' ? label[language] : `${label[language]} (${shown})`
  }
}

const useNumber = () => {
  const { language } = useLanguage()
  return (value: number | undefined): string => (value === undefined ? '' : showNumber(Math.round(value * 100) / 100, language))
}

const useBandText = () => {
  const { t } = useLingui()
  return (limits: Limits, value: number): string => {
    const band = findBand(limits, value)
    return band === undefined ? '' : t(bandTexts[band])
  }
}

type DataPointChartProps = Days &
  Limits & {
    readonly title: string
    readonly dataPoints: readonly TimelineDataPoint[]
    /** Whether the limits only choose the axis, because they are not the patient's. */
    readonly hidesLimits?: boolean
  }

/** One value of each day. Next to dated results, the table and a note say which values have the day of recording only. */
export const DataPointChart = ({ title, dataPoints, days, hidesLimits = false, ...limits }: DataPointChartProps) => {
  const { t } = useLingui()
  const show = useNumber()
  const showBand = useBandText()
  if (dataPoints.length === 0) return null
  const hasBands = !hidesLimits && limits.bands.length > 0
  const recorded = dataPoints.some(({ result }) => result) ? dataPoints.filter(({ result }) => !result).length : 0
  const showDay = ({ day, result }: TimelineDataPoint): string =>
    result || recorded === 0 ? showDate(day) : t`${showDate(day)} (registrazione)`
  return (
    <RecordChart
      title={title}
      columns={[t`Giorno`, t`Valore`, ...(hasBands ? [t`Fascia`] : [])]}
      rows={dataPoints.map((dataPoint) => [
        showDay(dataPoint),
        [dataPoint.result?.comparator, show(dataPoint.value)].filter(Boolean).join(' '),
        ...(hasBands ? [showBand(limits, dataPoint.value)] : []),
      ])}
      {...(recorded > 0 && {
        note: t({
          message: plural(recorded, {
            one: '# valore senza risultato è nel giorno di registrazione.',
            other: '# valori senza risultato sono nel giorno di registrazione.',
          }),
        }),
      })}
    >
      <TimelinePlot
        title={title}
        series={[{ name: 'value', label: title, color: strokes[0].color }]}
        rows={dataPoints.map(({ day, value }) => ({ day, values: { value } }))}
        days={days}
        {...limits}
        hidesLimits={hidesLimits}
      />
    </RecordChart>
  )
}

type YearChartProps = Days & { readonly analyte: YearlyAnalyte; readonly years: readonly YearDataPoint[]; readonly hasTarget: boolean }

/** The mean of each year, with the band from the least to the greatest value. */
export const YearChart = ({ analyte, years, hasTarget, days }: YearChartProps) => {
  const { t } = useLingui()
  const show = useNumber()
  const showBand = useBandText()
  const name = useFieldTitle()(analyte)
  if (years.length === 0) return null
  const { axis, ...limits } = yearlyAnalytes[analyte]
  const title = t`${name}: media, minimo e massimo dell’anno`
  return (
    <RecordChart
      title={title}
      columns={[t`Anno`, t`Media`, t`Minimo`, t`Massimo`, ...(hasTarget ? [t`Fascia della media`] : [])]}
      rows={years.map(({ year, mean, min, max }) => [
        year,
        show(mean),
        show(min),
        show(max),
        ...(hasTarget ? [mean === undefined ? '' : showBand(limits, mean)] : []),
      ])}
    >
      <TimelinePlot
        title={title}
        series={[{ name: 'mean', label: t`Media`, color: strokes[0].color }]}
        rows={years.map(({ day, mean, min, max }) => ({ day, values: mean === undefined ? {} : { mean }, range: [min, max] }))}
        axis={axis}
        days={days}
        {...limits}
        hidesLimits={!hasTarget}
      />
    </RecordChart>
  )
}

export const DoseChart = ({ dataPoints, days }: Days & { readonly dataPoints: readonly DoseDataPoint[] }) => {
  const { t } = useLingui()
  const show = useNumber()
  const title = t`Chelazione effettiva (mg/kg al giorno)`
  const drugs = chelators.filter((drug) => dataPoints.some(({ doses }) => doses[drug] !== undefined))
  if (drugs.length === 0) return null
  const series = drugs.map((drug) => ({ name: drug, label: t(treatmentTexts[drug]), ...chooseStroke(chelators.indexOf(drug)) }))
  return (
    <RecordChart
      title={title}
      series={series}
      columns={[t`Giorno`, ...series.map(({ label }) => label)]}
      rows={dataPoints.map(({ day, doses }) => [showDate(day), ...drugs.map((drug) => show(doses[drug]))])}
    >
      <TimelinePlot title={title} series={series} rows={dataPoints.map(({ day, doses }) => ({ day, values: doses }))} days={days} />
    </RecordChart>
  )
}

const siteTexts = {
  LOMBAR_SPINE: msg`Colonna lombare`,
  FEMORAL_NECK: msg`Collo del femore`,
  TOTAL_HIP: msg`Femore totale`,
} as const satisfies Record<BoneSite, ReturnType<typeof msg>>

export const BoneChart = ({
  score,
  dataPoints,
  days,
}: Days & { readonly score: BoneScore; readonly dataPoints: readonly BoneDataPoint[] }) => {
  const { t } = useLingui()
  const show = useNumber()
  const title = t`Densità dell’osso: ${score}-score alla data della DEXA`
  if (dataPoints.length === 0) return null
  const series = boneSites.map((site, index) => ({ name: site, label: t(siteTexts[site]), ...chooseStroke(index) }))
  return (
    <RecordChart
      title={title}
      series={series}
      columns={[t`Giorno`, ...series.map(({ label }) => label)]}
      rows={dataPoints.map(({ day, sites }) => [showDate(day), ...boneSites.map((site) => show(sites[site]))])}
    >
      <TimelinePlot
        title={title}
        series={series}
        rows={dataPoints.map(({ day, sites }) => ({ day, values: sites }))}
        days={days}
        {...boneLimits}
        {...(score === 'Z' && { bands: [] })}
      />
    </RecordChart>
  )
}
