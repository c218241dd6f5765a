import type { MedicalFieldName } from '@registry/domain/fields/dictionary'
import type { Course } from '../clinical/course.ts'
import type { Values } from '../clinical/values.ts'
import type { ConsentStory } from '../consents.ts'
import type { Random } from '../random.ts'
import type { Visit } from './visit.ts'
import { formatInstant, yearsBetween, type Day } from '../calendar.ts'
import { drawAdmissions } from '../clinical/admissions.ts'
import { complicationFlags } from '../clinical/complications.ts'
import { pandemic } from '../clinical/covid.ts'
import { listOtherTherapies } from '../clinical/other-therapies.ts'
import { drawPastScan } from './bone.ts'
import { drawOnsets, findComplications } from './complications.ts'
import { removeLaterEvents } from './dated-values.ts'
import { drawIronCourse, drawPastLaboratory, drawPastResonance, drawPastStiffness, drawPastWeight, type IronCourse } from './measures.ts'
import { drawFormerChelation, drawPastChelation, drawPastUnits } from './treatments.ts'
import { drawVisitDays } from './visit-days.ts'

/** A save of the medical record: the moment, and the values after it. */
export type Save = { readonly at: string; readonly values: Values }

/** The share of visits with a new magnetic resonance. */
const shareOfResonances = 0.72
const resonanceFields: readonly MedicalFieldName[] = ['LIC_LAST', 'T2_LIVER_LAST', 'T2_HEART_LAST']
const daysWithCovid = 20

const pick = (values: Values, names: readonly MedicalFieldName[]): Values =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))

/** An infection that killed is in no save before the death. `last` is earlier than the death if the consent was withdrawn before. */
const drawCovidDay = (random: Random, now: Values, last: Day): Day => {
  if (now.COVID_STATUS !== true) return Infinity
  const day = random.whole(pandemic, Math.max(pandemic, last - daysWithCovid))
  return now.COVID_OUTCOME === 'DEAD_COVID' ? Infinity : day
}

type Context = {
  readonly course: Course
  readonly now: Values
  readonly iron: IronCourse
  readonly covidDay: Day
  readonly former: ReturnType<typeof drawFormerChelation>
}

const drawPastValues = (random: Random, { course, now, iron, covidDay, former }: Context, visit: Visit): Values => {
  const events = removeLaterEvents(now, visit, covidDay)
  const therapies = complicationFlags.every((flag) => events[flag] === now[flag])
    ? pick(now, ['OTHER_THERAPIES'])
    : listOtherTherapies(random, course, visit.complications)
  const weight = drawPastWeight(random, now, visit)
  const measured: Values = {
    ...drawPastScan(random, drawPastChelation(random, events, visit, former), visit, course.birth),
    ...weight,
    ...drawPastUnits(random, now, weight, visit),
    ...drawPastLaboratory(random, course, now, visit, iron),
    ...drawPastStiffness(random, now),
  }
  const { OTHER_THERAPIES: _later, HOSPEDAL_CAUSES: _causes, ...others } = measured
  return { ...others, ...therapies, ...(now.HOSPEDALIZATIONS !== undefined && drawAdmissions(random, course, visit.complications)) }
}

/** A visit without a new magnetic resonance keeps the values of the one before. The last one must keep those of the record. */
const keepResonances = (random: Random, now: Values, visits: readonly Visit[], iron: IronCourse): readonly Values[] => {
  const drawn: Values[] = []
  for (const [place, visit] of visits.entries()) {
    const isNew = random.chance(shareOfResonances)
    const isLast = place === visits.length - 1
    const before = drawn.at(-1)
    const own = isLast && !isNew ? pick(now, resonanceFields) : drawPastResonance(random, now, visit, iron)
    drawn.push(isNew || isLast || before === undefined ? own : before)
  }
  return drawn
}

/** The record on the last day of the consent: nothing that came later is in it (REQ-CON-07). */
const keepUntil = (random: Random, { course, now, covidDay }: Context, day: Day): Values => {
  if (day >= course.lastSeen - 1) return now
  const complications = findComplications(now, new Map(), day)
  const visit: Visit = { day, yearsAgo: 0, age: yearsBetween(course.birth, day), ageNow: course.age, complications }
  return { ...drawPastScan(random, removeLaterEvents(now, visit, covidDay), visit, course.birth), ...drawPastWeight(random, now, visit) }
}

/**
 * Draws the saves of a record, the oldest first: visits before the last one, then the record as it is. The record tells how the values were, so that
 * all saves agree: operations, treatments and complications come one by one, and iron follows the chelation.
 */
export const drawSaves = (random: Random, course: Course, story: ConsentStory, now: Values, today: Day): readonly Save[] => {
  const days = drawVisitDays(random, course, story, now, today)
  if (!days) return []
  const [first = days.last] = days.earlier
  const onsets = drawOnsets(random, now, first, days.last)
  const context: Context = {
    course,
    now,
    iron: drawIronCourse(random, course),
    covidDay: drawCovidDay(random, now, days.last),
    former: drawFormerChelation(random, course, now, first, days.last),
  }
  const visits = days.earlier.map((day): Visit => ({
    day,
    yearsAgo: yearsBetween(day, days.last),
    age: yearsBetween(course.birth, day),
    ageNow: course.age,
    complications: findComplications(now, onsets, day),
  }))
  const resonances = keepResonances(random, now, visits, context.iron)
  const past = visits.map((visit, place): Save => ({
    at: formatInstant(visit.day, 0.35 + 0.02 * (place % 8)),
    values: { ...drawPastValues(random, context, visit), ...resonances[place] },
  }))
  return [...past, { at: days.savedAt, values: keepUntil(random, context, days.last) }]
}
