import type { MedicalFieldName } from '@registry/domain/fields/dictionary'
import type { Trajectory } from '../clinical/trajectory.ts'
import type { Values } from '../clinical/values.ts'
import type { ConsentHistory } from '../consents.ts'
import type { Random } from '../random.ts'
import type { Save, Visit } from './visit.ts'
import { formatInstant, yearsBetween, type Day } from '../calendar.ts'
import { sampleAdmissions } from '../clinical/admissions.ts'
import { complicationFlags } from '../clinical/complications.ts'
import { pandemic } from '../clinical/covid.ts'
import { listOtherTherapies } from '../clinical/other-therapies.ts'
import { samplePastScan } from './bone.ts'
import { sampleOnsets, findComplications } from './complications.ts'
import { removeLaterEvents } from './dated-values.ts'
import {
  sampleIronTrajectory,
  samplePastLaboratory,
  samplePastMri,
  samplePastStiffness,
  samplePastWeight,
  type IronTrajectory,
} from './measures.ts'
import { sampleResults, type Result } from './results.ts'
import { sampleFormerChelation, samplePastChelation, samplePastUnits } from './treatments.ts'
import { sampleVisitDays } from './visit-days.ts'

/** The share of visits with a new MRI. */
const shareOfMris = 0.72
const mriFields: readonly MedicalFieldName[] = ['LIC_LAST', 'T2_LIVER_LAST', 'T2_HEART_LAST']
const daysWithCovid = 20

const pick = (values: Values, names: readonly MedicalFieldName[]): Values =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))

/** An infection that killed is in no save before the death. `last` is earlier than the death if the consent was withdrawn before. */
const sampleCovidDay = (random: Random, now: Values, last: Day): Day => {
  if (now.COVID_STATUS !== true) return Infinity
  const day = random.whole(pandemic, Math.max(pandemic, last - daysWithCovid))
  return now.COVID_OUTCOME === 'DEAD_COVID' ? Infinity : day
}

type Context = {
  readonly trajectory: Trajectory
  readonly now: Values
  readonly iron: IronTrajectory
  readonly covidDay: Day
  readonly former: ReturnType<typeof sampleFormerChelation>
}

const samplePastValues = (random: Random, { trajectory, now, iron, covidDay, former }: Context, visit: Visit): Values => {
  const events = removeLaterEvents(now, visit, covidDay)
  const therapies = complicationFlags.every((flag) => events[flag] === now[flag])
    ? pick(now, ['OTHER_THERAPIES'])
    : listOtherTherapies(random, trajectory, visit.complications)
  const weight = samplePastWeight(random, now, visit)
  const measured: Values = {
    ...samplePastScan(random, samplePastChelation(random, events, visit, former), visit, trajectory.birth),
    ...weight,
    ...samplePastUnits(random, now, weight, visit),
    ...samplePastLaboratory(random, trajectory, now, visit, iron),
    ...samplePastStiffness(random, now),
  }
  const { OTHER_THERAPIES: _later, HOSPEDAL_CAUSES: _causes, ...others } = measured
  return { ...others, ...therapies, ...(now.HOSPEDALIZATIONS !== undefined && sampleAdmissions(random, trajectory, visit.complications)) }
}

/** A visit without a new MRI keeps the values of the one before. The last one must keep those of the record. */
const keepMris = (random: Random, now: Values, visits: readonly Visit[], iron: IronTrajectory): readonly Values[] => {
  const drawn: Values[] = []
  for (const [place, visit] of visits.entries()) {
    const isNew = random.chance(shareOfMris)
    const isLast = place === visits.length - 1
    const before = drawn.at(-1)
    const own = isLast && !isNew ? pick(now, mriFields) : samplePastMri(random, now, visit, iron)
    drawn.push(isNew || isLast || before === undefined ? own : before)
  }
  return drawn
}

/** The record on the last day of the consent: nothing that came later is in it (REQ-CON-07). */
const keepUntil = (random: Random, { trajectory, now, covidDay }: Context, day: Day): Values => {
  if (day >= trajectory.lastSeen - 1) return now
  const complications = findComplications(now, new Map(), day)
  const visit: Visit = { day, yearsAgo: 0, age: yearsBetween(trajectory.birth, day), ageNow: trajectory.age, complications }
  return {
    ...samplePastScan(random, removeLaterEvents(now, visit, covidDay), visit, trajectory.birth),
    ...samplePastWeight(random, now, visit),
  }
}

/** The saves of a record and its dated results. */
export type MedicalHistory = { readonly saves: readonly Save[]; readonly results: readonly Result[] }

/**
 * Samples the saves of a record, the oldest first: visits before the last one, then the record as it is. The record has the earlier values,
 * so that all saves agree. Operations, treatments and complications come one by one, and iron follows the chelation.
 */
export const sampleMedicalHistory = (
  { saves: random, results: ofResults }: Readonly<Record<'saves' | 'results', Random>>,
  trajectory: Trajectory,
  story: ConsentHistory,
  now: Values,
  today: Day,
): MedicalHistory => {
  const days = sampleVisitDays(random, trajectory, story, now, today)
  if (!days) return { saves: [], results: [] }
  const [first = days.last] = days.earlier
  const onsets = sampleOnsets(random, now, first, days.last)
  const trend = sampleIronTrajectory(random, trajectory)
  const covidDay = sampleCovidDay(random, now, days.last)
  const former = sampleFormerChelation(random, trajectory, now, first, days.last)
  // A new regimen lowers the iron faster.
  const iron = former
    ? { ...trend, liver: trend.liver + 0.12, changedYearsAgo: yearsBetween(former.until, days.last) }
    : { ...trend, changedYearsAgo: 9 + 6 * trajectory.discipline }
  const context: Context = { trajectory, now, iron, covidDay, former }
  const buildVisit = (day: Day): Visit => ({
    day,
    yearsAgo: yearsBetween(day, days.last),
    age: yearsBetween(trajectory.birth, day),
    ageNow: trajectory.age,
    complications: findComplications(now, onsets, day),
  })
  const visits = days.earlier.map(buildVisit)
  const mri = keepMris(random, now, visits, context.iron)
  const past = visits.map((visit, place): Save => ({
    at: formatInstant(visit.day, 0.35 + 0.02 * (place % 8)),
    values: { ...samplePastValues(random, context, visit), ...mri[place] },
  }))
  const saves = [...past, { at: days.savedAt, values: keepUntil(random, context, days.last) }]
  const all = [...visits, buildVisit(days.last)]
  return { saves, results: sampleResults(ofResults, { trajectory, now, iron, visits: all, saves, newest: days.newestResult }) }
}
