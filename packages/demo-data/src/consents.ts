import type { Course } from './clinical/course.ts'
import type { Random, Weighted } from './random.ts'
import { isoInstant, type Day } from './calendar.ts'

/** The general consent points of D8 with an answer that opens something; the names are those of the flags. */
type ConsentFlag = 'c_db_p' | 'c_db_m' | 'c_s' | 'c_extraeu' | 'c_p_db' | 'c_f'

/** One visit of the consent pages: every point is answered each time. */
type ConsentRound = { readonly at: string; readonly flags: Readonly<Record<ConsentFlag, boolean>>; readonly incidental: 1 | 2 | 3 }

type ConsentState =
  | 'never answered'
  | 'all'
  | 'some refused'
  | 'personal only'
  | 'medical only'
  | 'all refused'
  | 'given later'
  | 'medical withdrawn'
  | 'v1'
  | 'v2'
  | 'v3'

export type ConsentStory = {
  readonly state: ConsentState
  readonly rounds: readonly ConsentRound[]
  readonly withdrawal: { readonly at: string; readonly choice: 'v1' | 'v2' | 'v3' } | undefined
}

/** The states of p1 to p4 and of the mobile's owner (D20). */
const fixedStates: readonly ConsentState[] = ['never answered', 'all', 'personal only', 'medical withdrawn', 'all']

/** Anonymised and erased patients are few and each takes a call of the database: only among the first of a registry. */
const lastIndexToLeave = 1000

const usual: readonly Weighted<ConsentState>[] = [
  ['never answered', 8],
  ['all', 44],
  ['some refused', 27],
  ['personal only', 5],
  ['medical only', 4],
  ['all refused', 2],
  ['given later', 5],
  ['medical withdrawn', 2],
  ['v1', 1.6],
]
const withDepartures: readonly Weighted<ConsentState>[] = [...usual, ['v2', 0.8], ['v3', 0.6]]

const stateOf = (random: Random, index: number): ConsentState => {
  const state = random.weighted(index < lastIndexToLeave ? withDepartures : usual)
  return fixedStates[index] ?? state
}

const every = (answer: boolean): ConsentRound['flags'] => ({
  c_db_p: answer,
  c_db_m: answer,
  c_s: answer,
  c_extraeu: answer,
  c_p_db: answer,
  c_f: answer,
})

const selective = (random: Random): ConsentRound['flags'] => ({
  c_db_p: true,
  c_db_m: true,
  c_s: random.chance(0.78),
  c_extraeu: random.chance(0.4),
  c_p_db: random.chance(0.5),
  c_f: random.chance(0.25),
})

/** What is answered in each round, oldest first. */
const choicesOf = (random: Random, state: ConsentState): readonly ConsentRound['flags'][] => {
  switch (state) {
    case 'never answered':
      return []
    case 'all':
    case 'v1':
    case 'v2':
    case 'v3':
      return [every(true)]
    case 'some refused':
      return [selective(random)]
    case 'personal only':
      return [{ ...every(false), c_db_p: true }]
    case 'medical only':
      return [{ ...every(false), c_db_m: true, c_s: random.chance(0.5) }]
    case 'all refused':
      return [every(false)]
    case 'given later':
      return [{ ...every(false), c_db_p: true }, selective(random)]
    case 'medical withdrawn':
      return [every(true), { ...every(true), c_db_m: false }]
  }
}

const instantBetween = (random: Random, from: Day, to: Day): string =>
  isoInstant(random.whole(from, Math.max(from, to)), random.between(0.3, 0.85))

/** What a patient answered and when, in order of time, between the registration and the last news. */
export const consentStoryOf = (random: Random, course: Course, index: number): ConsentStory => {
  const state = stateOf(random, index)
  const choices = choicesOf(random, state)
  const leaves = state === 'v1' || state === 'v2' || state === 'v3'
  const steps = choices.length + (leaves ? 1 : 0)
  const step = (course.lastSeen - course.registered) / (steps + 1)
  const at = (place: number) =>
    instantBetween(random, Math.floor(course.registered + 1 + place * step), Math.floor(course.registered + (place + 1) * step))
  const rounds = choices.map((flags, place): ConsentRound => ({
    at: at(place),
    flags,
    incidental: random.weighted<1 | 2 | 3>([
      [1, 60],
      [2, 30],
      [3, 10],
    ]),
  }))
  return { state, rounds, withdrawal: leaves ? { at: at(choices.length), choice: state } : undefined }
}

/** Whether the patient ever opened a block: what was collected then stays, hidden or not (D8). */
export const everGave = ({ rounds }: ConsentStory, flag: ConsentFlag): boolean => rounds.some(({ flags }) => flags[flag])
