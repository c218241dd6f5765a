import type { Trajectory } from './clinical/trajectory.ts'
import type { Random, Weighted } from './random.ts'
import { formatInstant, type Day } from './calendar.ts'

/** The consent questions with two options, named as the flags of the patient. */
type ConsentFlag = 'c_db_p' | 'c_db_m' | 'c_s' | 'c_extraeu' | 'c_p_db' | 'c_f'

/** One submission of the consent pages, which answers all questions. */
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

export type ConsentHistory = {
  readonly state: ConsentState
  readonly rounds: readonly ConsentRound[]
  readonly withdrawal: { readonly at: string; readonly choice: 'v1' | 'v2' | 'v3' } | undefined
}

/** The five patients with published accounts. */
const fixedStates: readonly ConsentState[] = ['never answered', 'all', 'personal only', 'medical withdrawn', 'all']

/** Patients from this index on never choose v2 or v3: each one costs a call of the database. */
const withdrawalIndexLimit = 1000

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
const withWithdrawals: readonly Weighted<ConsentState>[] = [...usual, ['v2', 0.8], ['v3', 0.6]]

const sampleState = (random: Random, index: number): ConsentState => {
  const state = random.weighted(index < withdrawalIndexLimit ? withWithdrawals : usual)
  return fixedStates[index] ?? state
}

const buildFlags = (answer: boolean): ConsentRound['flags'] => ({
  c_db_p: answer,
  c_db_m: answer,
  c_s: answer,
  c_extraeu: answer,
  c_p_db: answer,
  c_f: answer,
})

const sampleFlags = (random: Random): ConsentRound['flags'] => ({
  c_db_p: true,
  c_db_m: true,
  c_s: random.chance(0.78),
  c_extraeu: random.chance(0.4),
  c_p_db: random.chance(0.5),
  c_f: random.chance(0.25),
})

/** Returns the answers of each round, oldest first. */
const sampleAnswers = (random: Random, state: ConsentState): readonly ConsentRound['flags'][] => {
  switch (state) {
    case 'never answered':
      return []
    case 'all':
    case 'v1':
    case 'v2':
    case 'v3':
      return [buildFlags(true)]
    case 'some refused':
      return [sampleFlags(random)]
    case 'personal only':
      return [{ ...buildFlags(false), c_db_p: true }]
    case 'medical only':
      return [{ ...buildFlags(false), c_db_m: true, c_s: random.chance(0.5) }]
    case 'all refused':
      return [buildFlags(false)]
    case 'given later':
      return [{ ...buildFlags(false), c_db_p: true }, sampleFlags(random)]
    case 'medical withdrawn':
      return [buildFlags(true), { ...buildFlags(true), c_db_m: false }]
  }
}

const instantBetween = (random: Random, from: Day, to: Day): string =>
  formatInstant(random.whole(from, Math.max(from, to)), random.between(0.3, 0.85))

/** Returns what a patient answered and when, in order of time, between registration and last contact. */
export const sampleConsentHistory = (random: Random, trajectory: Trajectory, index: number): ConsentHistory => {
  const state = sampleState(random, index)
  const answers = sampleAnswers(random, state)
  const withdraws = state === 'v1' || state === 'v2' || state === 'v3'
  const steps = answers.length + (withdraws ? 1 : 0)
  const step = (trajectory.lastSeen - trajectory.registered) / (steps + 1)
  const at = (place: number) =>
    instantBetween(random, Math.floor(trajectory.registered + 1 + place * step), Math.floor(trajectory.registered + (place + 1) * step))
  const rounds = answers.map((flags, place): ConsentRound => ({
    at: at(place),
    flags,
    incidental: random.weighted<1 | 2 | 3>([
      [1, 60],
      [2, 30],
      [3, 10],
    ]),
  }))
  return { state, rounds, withdrawal: withdraws ? { at: at(answers.length), choice: state } : undefined }
}

/** Whether the patient ever gave this consent. Data collected then stay, visible or not. */
export const hasEverConsented = ({ rounds }: ConsentHistory, flag: ConsentFlag): boolean => rounds.some(({ flags }) => flags[flag])
