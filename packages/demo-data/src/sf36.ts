import { computeSf36Scores, type Sf36Scores } from '@registry/domain/sf36/scores'
import { sf36Items, sf36Questions } from '@registry/domain/sf36/structure'
import { formatInstant, parseDay } from './calendar.ts'
import type { Trajectory } from './clinical/trajectory.ts'
import type { ConsentHistory } from './consents.ts'
import { clamp, type Random } from './random.ts'

export type DemoSf36Response = {
  readonly at: string
  readonly answers: readonly (number | readonly number[])[]
  readonly scores: Sf36Scores
}

/** The patients with published accounts fill in several, so that the demonstration shows a trajectory. */
const lastFixedIndex = 4

const sampleCount = (random: Random, index: number): number => {
  const count = random.chance(0.35) ? random.whole(1, 4) : 0
  return index <= lastFixedIndex ? 5 : count
}

/** Samples the option of each item around a level of health, from 0 poor to 1 good. */
const sampleItems = (random: Random, health: number): readonly number[] =>
  sf36Items.map(({ best, options }) => {
    const steps = Math.round(clamp(health + random.normal(0, 0.16), 0, 1) * (options - 1))
    return best === 'last' ? steps + 1 : options - steps
  })

const groupByQuestion = (items: readonly number[]): DemoSf36Response['answers'] =>
  sf36Questions.map(({ type }, place) => {
    const [answer = 1, ...others] = items.filter((_item, index) => sf36Items[index]?.question === place)
    return type === 'multi' ? [answer, ...others] : answer
  })

/** The time in which the patient consented to medical data. Outside of it no questionnaire is stored (REQ-CON-11). */
const findConsentedDays = ({ rounds, withdrawal }: ConsentHistory, { lastSeen }: Trajectory) => {
  const given = rounds.find(({ flags }) => flags.c_db_m)
  if (!given) return undefined
  const stopped = rounds.find(({ at, flags }) => at > given.at && !flags.c_db_m)?.at ?? withdrawal?.at
  return { from: parseDay(given.at.slice(0, 10)) + 1, to: (stopped === undefined ? lastSeen : parseDay(stopped.slice(0, 10))) - 1 }
}

/** Returns the questionnaires that a patient filled in, oldest first. */
export const sampleSf36Responses = (
  random: Random,
  trajectory: Trajectory,
  consents: ConsentHistory,
  index: number,
): readonly DemoSf36Response[] => {
  const days = findConsentedDays(consents, trajectory)
  const count = sampleCount(random, index)
  if (!days || days.to - days.from < count) return []
  const health = clamp(0.45 + 0.35 * trajectory.discipline + random.normal(0, 0.12), 0.1, 0.95)
  const step = (days.to - days.from) / Math.max(count, 1)
  return Array.from({ length: count }, (_, place) => {
    const items = sampleItems(random, health + random.normal(0, 0.06))
    return {
      at: formatInstant(Math.floor(days.from + (place + random.between(0.1, 0.9)) * step), random.between(0.3, 0.85)),
      answers: groupByQuestion(items),
      scores: computeSf36Scores(items),
    }
  })
}
