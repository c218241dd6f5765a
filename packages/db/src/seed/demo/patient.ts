import type { Values } from './clinical/values.ts'
import type { Identity, Personal } from './people/person.ts'
import { courseOf } from './clinical/course.ts'
import { medicalRecordOf } from './clinical/record.ts'
import { dayOf, isoInstant } from './calendar.ts'
import { placeInCentre } from './centres.ts'
import { consentStoryOf, everGave, type ConsentStory } from './consents.ts'
import { identityOf, personalOf } from './people/person.ts'
import { randomOf } from './random.ts'

/** A whole patient of the demo. `personal` and `medical` are there when a consent ever opened their block (rule R36). */
export type DemoPatient = {
  readonly index: number
  readonly centreCode: string
  readonly registeredAt: string
  readonly identity: Identity
  readonly consents: ConsentStory
  readonly personal: Personal | undefined
  readonly medical: Values | undefined
}

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
    registeredAt: isoInstant(course.registered, 0.3),
    identity,
    consents,
    personal: everGave(consents, 'c_db_p') ? personalOf(people, course, identity) : undefined,
    medical: everGave(consents, 'c_db_m') ? medicalRecordOf(randomOf(seed, index * 4 + 3), course) : undefined,
  }
}
