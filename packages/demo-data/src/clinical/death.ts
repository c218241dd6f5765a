import type { Random, Weighted } from '../random.ts'
import type { Complications, Flag } from './complications.ts'
import type { Trajectory } from './trajectory.ts'
import type { Values } from './values.ts'
import { formatDay } from '../calendar.ts'
import { diedInPandemic } from './covid.ts'
import { isSickle } from './phenotype.ts'

export const causeCovid = 'COVID-19'

/** The complication that each cause of death implies. */
const behindCause: Readonly<Record<string, Flag>> = {
  'Scompenso cardiaco': 'HEART_FAILURE',
  Aritmia: 'ARRHYTHMIA',
  'Emorragia cerebrale': 'STROKE',
  Ictus: 'STROKE',
  'Sindrome toracica acuta': 'ACUTE_CHEST_SYNDROME',
}

const youngestHeartFailure = 15

const causes = (trajectory: Trajectory, found: Complications): Weighted<string>[] => {
  const list: Weighted<string>[] = [
    ['Sepsi', 16],
    ['Neoplasia', 12],
    ['Causa non nota', 8],
    ['Emorragia cerebrale', 4],
  ]
  if (trajectory.phenotype === 'TDT' && trajectory.age > youngestHeartFailure) list.push(['Scompenso cardiaco', 30], ['Aritmia', 10])
  if (found.has('HCC')) list.push(['Epatocarcinoma', 90])
  if (found.has('LIVER_CIRRHOSIS')) list.push(['Insufficienza epatica', 40])
  if (isSickle(trajectory.phenotype)) list.push(['Sindrome toracica acuta', 32], ['Insufficienza multiorgano', 16], ['Ictus', 10])
  if (diedInPandemic(trajectory)) list.push([causeCovid, 22])
  return list
}

type Outcome = { readonly values: Values; readonly complications: Complications }

/** Samples status, day and cause of death (RULE-02). Adds the complication that the cause implies. */
export const sampleOutcome = (random: Random, trajectory: Trajectory, found: Complications): Outcome => {
  if (trajectory.status !== 'DEAD') return { values: { STATUS: trajectory.status }, complications: found }
  const cause = random.weighted(causes(trajectory, found))
  const complication = behindCause[cause]
  return {
    values: { STATUS: 'DEAD', DEAD_DATE: formatDay(trajectory.lastSeen), DEAD_CAUSE: cause },
    complications: complication ? new Set([...found, complication]) : found,
  }
}
