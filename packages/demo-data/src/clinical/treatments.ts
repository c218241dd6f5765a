import type { Random, Weighted } from '../random.ts'
import type { Trajectory } from './trajectory.ts'
import type { Values } from './values.ts'
import { addYears, parseDay, formatDay, type Day } from '../calendar.ts'
import { clamp, round } from '../random.ts'

const hydroxyureaEra = parseDay('1996-01-01')
const luspaterceptTrials = parseDay('2016-06-01')
const luspaterceptForMajor = parseDay('2021-10-01')
const luspaterceptForIntermedia = parseDay('2024-01-01')

const startBetween = (random: Random, from: Day, to: Day): Day | undefined => (from < to ? random.whole(from, to) : undefined)

const hydroxyureaTypes = (trajectory: Trajectory): readonly Weighted<string>[] => {
  if (trajectory.diagnosis.family === 'sickle') {
    const share = trajectory.phenotype === 'SCD_CT' ? 0.35 : trajectory.diagnosis.id === 'SCD_SC' ? 0.25 : 0.66
    return [
      ['MTD', share * 50],
      ['FIXED', share * 34],
      ['TRIAL', share * 2],
      ['STOPPED', share * 14],
      ['NEVER', (1 - share) * 100],
    ]
  }
  const share = trajectory.phenotype === 'NTDT' && trajectory.diagnosis.family === 'beta' ? 0.12 : trajectory.phenotype === 'TDT' ? 0.02 : 0
  return [
    ['THAL', share * 70],
    ['STOPPED', share * 30],
    ['NEVER', (1 - share) * 100],
  ]
}

const hydroxyureaDose = (random: Random, type: string): number => {
  if (type === 'MTD') return round(clamp(random.normal(24, 4), 14, 34), 1)
  return round(clamp(random.normal(type === 'THAL' ? 13 : 18, 3), 8, 28), 1)
}

/** Samples hydroxyurea from two years of age: usual in sickle cell disease, rare in thalassaemia (RULE-22). */
export const sampleHydroxyurea = (random: Random, trajectory: Trajectory): Values => {
  const type = random.weighted(hydroxyureaTypes(trajectory))
  const from = startBetween(
    random,
    Math.max(hydroxyureaEra, addYears(trajectory.birth, 2), trajectory.diagnosed),
    trajectory.lastSeen - 200,
  )
  if (type === 'NEVER' || from === undefined || trajectory.phenotype === 'CURED') return { HU_TERAPY_TYPE: 'NEVER' }
  const ongoing = type !== 'STOPPED' && trajectory.status !== 'DEAD'
  return {
    HU_TERAPY_TYPE: type,
    HU_TERAPY_START: formatDay(from),
    HU_TERAPY_ONGOING: ongoing,
    ...(type === 'STOPPED' ? {} : { HU_TERAPY_DOSAGE: hydroxyureaDose(random, type) }),
  }
}

type Luspatercept = { readonly values: Values; readonly sparing: number }

const luspaterceptKind = (random: Random, trajectory: Trajectory): { type: string; era: Day } | undefined => {
  if (trajectory.diagnosis.family !== 'beta') return undefined
  if (trajectory.phenotype === 'TDT' && random.chance(0.11)) {
    return random.weighted<{ type: string; era: Day }>([
      [{ type: 'TDT', era: luspaterceptForMajor }, 68],
      [{ type: 'TRIAL', era: luspaterceptTrials }, 12],
      [{ type: 'STOPPED', era: luspaterceptForMajor }, 20],
    ])
  }
  if (trajectory.phenotype === 'NTDT' && random.chance(0.05)) return { type: 'NTDT', era: luspaterceptForIntermedia }
  return undefined
}

/** Samples luspatercept, for adults with beta thalassaemia only (RULE-23). It spares up to 45% of the transfusions. */
export const sampleLuspatercept = (random: Random, trajectory: Trajectory): Luspatercept => {
  const kind = luspaterceptKind(random, trajectory)
  const from = kind && startBetween(random, Math.max(kind.era, addYears(trajectory.birth, 18.1)), trajectory.lastSeen - 60)
  if (kind === undefined || from === undefined) return { values: { LUS_TERAPY_TYPE: 'NEVER' }, sparing: 1 }
  const ongoing = kind.type !== 'STOPPED' && trajectory.status !== 'DEAD'
  return {
    values: {
      LUS_TERAPY_TYPE: kind.type,
      LUS_TERAPY_START: formatDay(from),
      LUS_TERAPY_ONGOING: ongoing,
      ...(kind.type === 'STOPPED' ? {} : { LUS_TERAPY_DOSAGE: random.pick([1, 1, 1.25, 1.25, 0.8]) }),
    },
    sparing: ongoing ? random.between(0.55, 0.95) : 1,
  }
}
