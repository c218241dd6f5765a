import type { Random } from '../random.ts'
import type { Trajectory } from './trajectory.ts'
import type { Values } from './values.ts'
import { parseDay } from '../calendar.ts'

export const pandemic = parseDay('2020-03-01')

type Severity = 'NONE' | 'MILD' | 'MODERATE' | 'SEVERE' | 'CRITICAL'

const sampleCare = (random: Random, severity: Severity): string => {
  switch (severity) {
    case 'NONE':
      return 'HOME'
    case 'MILD':
      return random.chance(0.06) ? 'ED' : 'HOME'
    case 'MODERATE':
      return random.chance(0.6) ? 'WARD' : 'ED'
    case 'SEVERE':
      return random.chance(0.3) ? 'HDU' : 'WARD'
    case 'CRITICAL':
      return 'ICU'
  }
}

const therapies = ['Nirmatrelvir/ritonavir', 'Remdesivir', 'Paracetamolo', 'Desametasone ed eparina', 'Anticorpi monoclonali'] as const

const sampleStay = (random: Random, care: string): { ill: number; inHospital: number } => {
  const inHospital = care === 'HOME' || care === 'ED' ? 0 : random.whole(care === 'ICU' ? 10 : 4, care === 'ICU' ? 30 : 14)
  return { inHospital, ill: inHospital + random.whole(4, 14) }
}

const sampleCovidOutcome = (random: Random, severity: Severity, killed: boolean): string => {
  if (killed) return 'DEAD_COVID'
  return random.chance(severity === 'NONE' || severity === 'MILD' ? 0.02 : 0.22) ? 'SEQUELAE' : 'RECOVERED'
}

/** Samples a SARS-CoV-2 infection (RULE-31, RULE-32). `killed` means that it was the cause of death. */
export const sampleCovid = (random: Random, trajectory: Trajectory, killed: boolean): Values => {
  if (trajectory.lastSeen < pandemic + 60) return {}
  if (!killed && !random.chance(0.52)) return { COVID_STATUS: false }
  const severity = killed
    ? 'CRITICAL'
    : random.weighted<Severity>([
        ['NONE', 14],
        ['MILD', 76],
        ['MODERATE', 7],
        ['SEVERE', 2.5],
        ['CRITICAL', 0.5],
      ])
  const care = sampleCare(random, severity)
  const { ill, inHospital } = sampleStay(random, care)
  return {
    COVID_STATUS: true,
    COVID_SYMPTOM: severity,
    COVID_DETECTION: random.weighted<string>([
      ['PCR', 44],
      ['ANTIGEN', 40],
      ['SELF', 13],
      ['SEROLOGY', 2],
      ['CLINICAL', 1],
    ]),
    COVID_SOURCE: random.weighted<string>([
      ['HOUSEHOLD', 42],
      ['WORK', 18],
      ['SOCIAL', 14],
      ['HEALTHCARE', 5],
      ['TRAVEL', 2],
      ['UNK', 19],
    ]),
    COVID_HOSPITALIZATION: care,
    COVID_HOSP_DAYS: inHospital,
    COVID_DISASE_DAYS: ill,
    ...(severity !== 'NONE' && random.chance(0.4) ? { COVID_TERAPY: random.pick(therapies) } : {}),
    COVID_OUTCOME: sampleCovidOutcome(random, severity, killed),
  }
}

/** Whether the patient is dead and can have died of COVID-19. */
export const diedInPandemic = ({ status, lastSeen }: Trajectory): boolean =>
  status === 'DEAD' && lastSeen > pandemic + 60 && lastSeen < pandemic + 1000
