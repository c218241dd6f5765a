import { unansweredDays } from '@registry/domain/access/sign-in-policy'
import type { Values } from './clinical/values.ts'
import type { Identity, Personal } from './people/person.ts'
import { courseOf } from './clinical/course.ts'
import { medicalRecordOf } from './clinical/record.ts'
import { dayOf, isoInstant, type Day } from './calendar.ts'
import { placeInCentre } from './centres.ts'
import { consentStoryOf, everGave, type ConsentStory } from './consents.ts'
import { identityOf, personalOf } from './people/person.ts'
import { randomOf } from './random.ts'

/** A whole patient of the demo. `personal` and `medical` are there when a consent ever opened their block (RULE-36). */
export type DemoPatient = {
  readonly index: number
  readonly centreCode: string
  readonly registeredAt: string
  readonly identity: Identity
  readonly consents: ConsentStory
  readonly personal: Personal | undefined
  readonly medical: Values | undefined
}

const hasAnswered = ({ rounds }: ConsentStory): boolean => rounds.length > 0

/** A registration that nobody answers ends after 90 days: those of the demo are younger, and are there when it starts (D5). */
const registeredLately = (registered: Day, index: number, today: Day): Day =>
  Math.max(registered, today - 1 - (index % (unansweredDays - 20)))

/**
 * Patient number `index` (from 0) of the registry made from `seed`, as it is on the ISO day `today`.
 * The same three arguments give the same patient, whatever the size of the registry.
 */
export const demoPatient = (seed: number, index: number, today: string): DemoPatient => {
  const { centre, number } = placeInCentre(index)
  const course = courseOf(randomOf(seed, index * 4), centre, dayOf(today))
  const people = randomOf(seed, index * 4 + 1)
  const identity = identityOf(people, course, index, number)
  const consents = consentStoryOf(randomOf(seed, index * 4 + 2), course, index)
  return {
    index,
    centreCode: centre.code,
    registeredAt: isoInstant(hasAnswered(consents) ? course.registered : registeredLately(course.registered, index, dayOf(today)), 0.3),
    identity,
    consents,
    personal: everGave(consents, 'c_db_p') ? personalOf(people, course, identity) : undefined,
    medical: everGave(consents, 'c_db_m') ? medicalRecordOf(randomOf(seed, index * 4 + 3), course) : undefined,
  }
}
