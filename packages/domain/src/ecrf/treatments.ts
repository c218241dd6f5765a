import type { FieldName } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'
import type { RecordDay } from './record-days.ts'

export const chelators = ['DFO', 'DFP', 'DFX', 'OTHER'] as const
export type Chelator = (typeof chelators)[number]

/** The fields of one chelator: dose, prescribed days and adherence. */
export const listChelatorFields = (drug: Chelator): readonly FieldName[] => [
  `ICT_${drug}_DOSAGE`,
  `ICT_${drug}_PRESCRIPTION`,
  `ICT_${drug}_COMPLIANCE`,
]

type Regimen = { readonly regimen: FieldName; readonly start: FieldName; readonly ongoing: FieldName; readonly none: readonly string[] }

const transfusion: Regimen = { regimen: 'TT', start: 'TT_START', ongoing: 'TT_ONGOING', none: ['NEVER', 'PAST'] }
const chelation: Regimen = { regimen: 'ICT_TYPE', start: 'ICT_START', ongoing: 'ICT_ONGOING', none: ['NONE'] }
const stoppable = ['NEVER', 'STOPPED']

/** The treatments of the time line, with regimen, start and whether it goes on, and the regimens that are none (REQ-CRF-13). */
export const treatments = {
  transfusion,
  DFO: chelation,
  DFP: chelation,
  DFX: chelation,
  OTHER: chelation,
  hydroxyurea: { regimen: 'HU_TERAPY_TYPE', start: 'HU_TERAPY_START', ongoing: 'HU_TERAPY_ONGOING', none: stoppable },
  luspatercept: { regimen: 'LUS_TERAPY_TYPE', start: 'LUS_TERAPY_START', ongoing: 'LUS_TERAPY_ONGOING', none: stoppable },
} as const satisfies Readonly<Record<string, Regimen>>
export type Treatment = keyof typeof treatments
export const treatmentNames = Object.keys(treatments).filter((name): name is Treatment => name in treatments)

/** A regimen from one day to another; without an end it continues. */
export type TreatmentPeriod = {
  readonly treatment: Treatment
  readonly regimen: string
  readonly from: string
  readonly to: string | undefined
}

/** The drugs of a regimen of chelation. */
export type FindComponents = (regimen: string) => readonly string[]

const isChelator = (treatment: Treatment): treatment is Chelator => chelators.some((drug) => drug === treatment)

const findRegimen = (record: PatientRecord, treatment: Treatment, findComponents: FindComponents): string | undefined => {
  const { regimen, ongoing, none }: Regimen = treatments[treatment]
  const value = record[regimen]
  if (typeof value !== 'string' || none.includes(value) || record[ongoing] === false) return undefined
  return !isChelator(treatment) || findComponents(value).includes(treatment) ? value : undefined
}

/** The regimens of a treatment, the oldest first. The first one begins at the start date of the record, if that is earlier. */
export const listPeriods = (
  days: readonly RecordDay[],
  treatment: Treatment,
  findComponents: FindComponents,
): readonly TreatmentPeriod[] => {
  const { regimen: field, start, none }: Regimen = treatments[treatment]
  const periods: TreatmentPeriod[] = []
  let hadAny = false
  for (const { day, record } of days) {
    const regimen = findRegimen(record, treatment, findComponents)
    const last = periods.at(-1)
    const running = last?.to === undefined ? last : undefined
    if (running?.regimen !== regimen) {
      if (running) periods.splice(-1, 1, { ...running, to: day })
      const started = record[start]
      if (regimen !== undefined)
        periods.push({ treatment, regimen, from: !hadAny && typeof started === 'string' && started < day ? started : day, to: undefined })
    }
    const value = record[field]
    hadAny ||= typeof value === 'string' && !none.includes(value)
  }
  return periods
}

/** The operations and cures on the time line, with the field of their day. */
export const treatmentMarks = {
  splenectomy: 'SPLENECTOMY_DATE',
  transplant: 'BMT_DATE',
  'gene-therapy': 'GT_START',
} as const satisfies Readonly<Record<string, FieldName>>
export type TreatmentMark = keyof typeof treatmentMarks

export const listMarks = (record: PatientRecord): readonly { readonly mark: TreatmentMark; readonly day: string }[] =>
  (['splenectomy', 'transplant', 'gene-therapy'] as const).flatMap((mark) => {
    const day = record[treatmentMarks[mark]]
    return typeof day === 'string' ? [{ mark, day }] : []
  })
