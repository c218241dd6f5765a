import { unansweredDays } from '@registry/domain/access/sign-in-policy'
import type { Values } from './clinical/values.ts'
import type { Identity, Personal } from './people/person.ts'
import { sampleTrajectory } from './clinical/trajectory.ts'
import { sampleMedicalRecord } from './clinical/record.ts'
import { parseDay, formatInstant, type Day } from './calendar.ts'
import { findPlaceInCentre } from './centres.ts'
import { sampleConsentHistory, hasEverConsented, type ConsentHistory } from './consents.ts'
import { sampleIdentity, samplePersonal } from './people/person.ts'
import { createRandom } from './random.ts'
import { sampleSf36Responses, type DemoSf36Response } from './sf36.ts'
import type { Result } from './visits/results.ts'
import { sampleMedicalHistory } from './visits/saves.ts'
import type { Save } from './visits/visit.ts'

/** A patient of the demo. `personal` and `medical` are set if their consent was ever given (RULE-36). */
export type DemoPatient = {
  readonly index: number
  readonly centreCode: string
  readonly registeredAt: string
  readonly identity: Identity
  readonly consents: ConsentHistory
  readonly personal: Personal | undefined
  /** The moment of the save of `personal`, after the first consent to it; without one it is the load. */
  readonly personalSavedAt: string | undefined
  readonly medical: Values | undefined
  /** The saves of `medical`, the oldest first. The last one has the values of `medical`; a record without any is saved at the load. */
  readonly saves: readonly Save[]
  /** The dated results of the patients with saves. */
  readonly results: readonly Result[]
  readonly sf36: readonly DemoSf36Response[]
}

/** Patients from this index on were saved once, at the load. Each visit costs an update and a version of the record. */
export const visitIndexLimit = 1000

const hasAnswered = ({ rounds }: ConsentHistory): boolean => rounds.length > 0

/** An unanswered registration ends after 90 days. Those of the demo are younger, so that the demo shows them. */
const registeredLately = (registered: Day, index: number, today: Day): Day =>
  Math.max(registered, today - 1 - (index % (unansweredDays - 20)))

/**
 * Returns patient number `index` (from 0) of the registry of `seed`, as of the ISO day `today`.
 * The same three arguments give the same patient in a registry of any size.
 */
export const buildDemoPatient = (seed: number, index: number, today: string): DemoPatient => {
  const { centre, number } = findPlaceInCentre(index)
  const trajectory = sampleTrajectory(createRandom(seed, index * 4), centre, parseDay(today))
  const people = createRandom(seed, index * 4 + 1)
  const identity = sampleIdentity(people, trajectory, index, number)
  const consents = sampleConsentHistory(createRandom(seed, index * 4 + 2), trajectory, index)
  const drawn = hasEverConsented(consents, 'c_db_m') ? sampleMedicalRecord(createRandom(seed, index * 4 + 3), trajectory) : undefined
  // Separate streams, so that the other streams of the patient do not change.
  const streams = { saves: createRandom(seed + 2, index), results: createRandom(seed + 3, index) }
  const { saves, results } =
    drawn && index < visitIndexLimit
      ? sampleMedicalHistory(streams, trajectory, consents, drawn, parseDay(today))
      : { saves: [], results: [] }
  return {
    index,
    centreCode: centre.code,
    registeredAt: formatInstant(
      hasAnswered(consents) ? trajectory.registered : registeredLately(trajectory.registered, index, parseDay(today)),
      0.3,
    ),
    identity,
    consents,
    personal: hasEverConsented(consents, 'c_db_p') ? samplePersonal(people, trajectory, identity) : undefined,
    personalSavedAt: index < visitIndexLimit ? consents.rounds.find(({ flags }) => flags.c_db_p)?.at : undefined,
    sf36: sampleSf36Responses(createRandom(seed + 1, index), trajectory, consents, index),
    medical: saves.at(-1)?.values ?? drawn,
    saves,
    results,
  }
}
