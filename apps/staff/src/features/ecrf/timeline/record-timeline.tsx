import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import type { PatientRecordView, RecordChoices } from '@registry/api-contract/ecrf'
import { listBoneScores } from '@registry/domain/ecrf/bone'
import { chartFields } from '@registry/domain/ecrf/chart-fields'
import { listComplications, type ComplicationGroup } from '@registry/domain/ecrf/complications'
import { intakeLimits, listDoses, listIntake, listIronPath } from '@registry/domain/ecrf/iron'
import { listDays, placeResults } from '@registry/domain/ecrf/record-days'
import {
  findFirstDay,
  hasBands,
  listDataPoints,
  listYears,
  timelineFieldNames,
  timelineFields,
  timelinePeriodNames,
  type TimelineField,
  type TimelinePeriod,
} from '@registry/domain/ecrf/timeline'
import { chelators, listMarks, listPeriods, treatmentNames } from '@registry/domain/ecrf/treatments'
import { getField } from '@registry/domain/fields/dictionary'
import { getItalianToday } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { useSuspenseQueries } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { trpc } from '../../../app/shell.ts'
import charts from '../../../charts/charts.module.css'
import layout from '../../../layout/layout.module.css'
import { IronSquare } from './iron-square.tsx'
import classes from './timeline.module.css'
import { BoneChart, DoseChart, DataPointChart, useFieldTitle, YearChart } from './timeline-charts.tsx'
import { TreatmentBars } from './treatment-bars.tsx'

const groupTexts = {
  heart: msg`Cuore`,
  liver: msg`Fegato`,
  endocrine: msg`Ghiandole`,
  bone: msg`Ossa`,
  vascular: msg`Vasi e falcemia`,
  infection: msg`Infezioni`,
  spleen: msg`Milza e vie biliari`,
  kidney: msg`Reni`,
  other: msg`Occhi e denti`,
} as const satisfies Record<ComplicationGroup, ReturnType<typeof msg>>

/** The complications by organ, with their number and the year in which the record first had them (REQ-CRF-13). */
const ComplicationTable = ({ groups }: { readonly groups: ReturnType<typeof listComplications> }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const title = t`Complicanze`
  return (
    <figure className={charts.chart}>
      <figcaption>{title}</figcaption>
      <ScrollableTable label={title} className={charts.table}>
        <TableHead headings={[t`Organo`, t`Numero`, t`Complicanza e anno in cui compare`]} />
        <tbody>
          {groups.map(({ group, possible, present }) => (
            <tr key={group}>
              <th scope="row">{t(groupTexts[group])}</th>
              <td>
                <span className={classes.count}>
                  {present.length}
                  <span aria-hidden="true" className={classes.dots}>
                    {Array.from({ length: possible }, (_, index) => (
                      <span key={index} data-filled={index < present.length} />
                    ))}
                  </span>
                </span>
              </td>
              <td className={classes.complications}>
                {present.map(({ field, year }) => `${getField(field).label[language]}${year === undefined ? '' : ` (${year})`}`).join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollableTable>
    </figure>
  )
}

const periodTexts = {
  year: msg`12 mesi`,
  five: msg`5 anni`,
  all: msg`Tutto`,
} as const satisfies Record<TimelinePeriod, ReturnType<typeof msg>>

type Props = { readonly record: PatientRecordView; readonly choices: RecordChoices }

const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className={classes.group}>
    <h2 className={classes.title}>{title}</h2>
    <div className={classes.charts}>{children}</div>
  </div>
)

/** The charts of a record: iron, blood and treatments, safety of the chelation, bone and liver, complications, each result on its day (REQ-CRF-13). */
const RecordTimeline = ({ record, choices }: Props) => {
  const { t } = useLingui()
  const formatTitle = useFieldTitle()
  const [
    {
      data: { changes },
    },
    {
      data: { observations },
    },
  ] = useSuspenseQueries({
    queries: [
      trpc.ecrf.history.queryOptions({ code: record.code, fields: [...chartFields] }, { staleTime: 0 }),
      trpc.observations.list.queryOptions({ code: record.code }, { staleTime: 0 }),
    ],
  })
  const [period, setPeriod] = useState<TimelinePeriod>('five')
  const [today] = useState(getItalianToday)
  const found = useMemo(() => {
    const results = observations.filter(({ ended }) => ended === null)
    const days = listDays(placeResults(changes, results, record.sources))
    const findComponents = (regimen: string) => choices['chelating_drug']?.find(({ id }) => id === regimen)?.components ?? []
    return {
      years: { FERRITIN: listYears(days, 'FERRITIN', today), HB: listYears(days, 'HB', today) },
      dataPoints: new Map(timelineFieldNames.map((name) => [name, listDataPoints(days, name)])),
      path: listIronPath(days),
      intake: listIntake(days),
      doses: listDoses(days),
      bone: listBoneScores(days, record.values['DOB']),
      periods: treatmentNames.flatMap((treatment) => listPeriods(days, treatment, findComponents)),
      marks: listMarks(record.values),
      groups: listComplications(changes, record.values),
    }
  }, [changes, observations, choices, record, today])
  const { path, bone, periods, marks, groups } = found
  const measured = [...Object.values(found.years), ...found.dataPoints.values(), found.intake, found.doses, bone.dataPoints].flatMap(
    (list) => list.map(({ day }) => day),
  )
  const treated = [...periods.map(({ from }) => from), ...marks.map(({ day }) => day)]
  const hasComplications = groups.some(({ present }) => present.length > 0)
  if (measured.length === 0 && periods.length === 0 && !hasComplications)
    return (
      <EmptyState
        title={t`Nessun andamento`}
      >{t`Gli andamenti compaiono quando la cartella ha valori di laboratorio o strumentali.`}</EmptyState>
    )
  const days = [findFirstDay(period, { measured, treated, today }), today] as const
  const cut = <T extends { readonly day: string }>(list: readonly T[]): readonly T[] => list.filter(({ day }) => day >= days[0])
  const years = { FERRITIN: cut(found.years.FERRITIN), HB: cut(found.years.HB) }
  const [intake, doses, boneScores] = [cut(found.intake), cut(found.doses), cut(bone.dataPoints)]
  const listShown = (name: TimelineField) => cut(found.dataPoints.get(name) ?? [])
  const ofChelators = periods.filter(({ treatment }) => chelators.some((drug) => drug === treatment))
  const chart = (name: TimelineField) => (
    <DataPointChart title={formatTitle(name)} dataPoints={listShown(name)} days={days} {...timelineFields[name]} />
  )
  const has = (...names: TimelineField[]): boolean => names.some((name) => listShown(name).length > 0)
  const absent = timelineFieldNames.filter((name) => (found.dataPoints.get(name) ?? []).length > 0 && !has(name))
  const bars = { choices, days, born: record.values['DOB'] }
  return (
    <section aria-label={t`Andamenti`} className={classes.timeline}>
      <div className={classes.head}>
        <p
          className={layout.hint}
        >{t`Ogni risultato è nel giorno del prelievo o dell’esame; un valore senza risultato è nel giorno di registrazione. Le linee con un numero sono i limiti di riferimento, e una parola dice la fascia; la zona più scura è la più lontana dai valori desiderati.`}</p>
        <SegmentedControl
          aria-label={t`Periodo`}
          className="no-print"
          value={period}
          onChange={(next) => setPeriod(timelinePeriodNames.find((name) => name === next) ?? 'five')}
          transitionDuration={0}
          data={timelinePeriodNames.map((name) => ({ value: name, label: t(periodTexts[name]) }))}
        />
      </div>
      {absent.length > 0 && <p className={layout.hint}>{t`Senza valori in questo periodo: ${absent.map(formatTitle).join(' · ')}`}</p>}
      {(years.FERRITIN.length > 0 || has('LIC_LAST', 'T2_HEART_LAST') || intake.length + doses.length > 0) && (
        <Group title={t`Ferro`}>
          <YearChart analyte="FERRITIN" years={years.FERRITIN} days={days} hasTarget />
          {chart('LIC_LAST')}
          {chart('T2_HEART_LAST')}
          {path.length > 0 && <IronSquare dataPoints={path} />}
          <DataPointChart title={t`Ferro delle trasfusioni (mg/kg al giorno)`} dataPoints={intake} days={days} {...intakeLimits} />
          <DoseChart dataPoints={doses} days={days} />
        </Group>
      )}
      {years.HB.length + periods.length + marks.length > 0 && (
        <Group title={t`Sangue e trattamenti`}>
          <YearChart analyte="HB" years={years.HB} days={days} hasTarget={hasBands('HB', record.values)} />
          {periods.length + marks.length > 0 && <TreatmentBars {...bars} title={t`Trattamenti`} periods={periods} marks={marks} />}
        </Group>
      )}
      {has('ALT_LAST', 'CREATININE_LAST', 'EGFR_LAST') && (
        <Group title={t`Sicurezza della chelazione`}>
          {chart('ALT_LAST')}
          {chart('CREATININE_LAST')}
          {chart('EGFR_LAST')}
          {ofChelators.length > 0 && <TreatmentBars {...bars} title={t`Chelazione`} periods={ofChelators} marks={[]} />}
        </Group>
      )}
      {(boneScores.length > 0 || has('FIBR_STIFFNESS')) && (
        <Group title={t`Ossa e fegato`}>
          <BoneChart score={bone.score} dataPoints={boneScores} days={days} />
          {chart('FIBR_STIFFNESS')}
        </Group>
      )}
      {hasComplications && <ComplicationTable groups={groups} />}
    </section>
  )
}

// React.lazy loads a default export.
export default RecordTimeline
