import { chelators, type FindComponents, listChelatorFields, treatments } from '../ecrf/treatments.ts'
import type { FieldName } from '../fields/dictionary.ts'
import type { Translations } from '../fields/field-definition.ts'
import type { PatientRecord } from '../fields/values.ts'

/** The medicines that have fields of their own. */
export const ownDrugNames = [...chelators, 'hydroxyurea', 'luspatercept'] as const
export type OwnDrugName = (typeof ownDrugNames)[number]

export const drugLabels: Readonly<Record<OwnDrugName, Translations>> = {
  DFO: { it: 'deferoxamina', en: 'deferoxamine' },
  DFP: { it: 'deferiprone', en: 'deferiprone' },
  DFX: { it: 'deferasirox', en: 'deferasirox' },
  OTHER: { it: 'altro chelante', en: 'another chelator' },
  hydroxyurea: { it: 'idrossiurea', en: 'hydroxyurea' },
  luspatercept: { it: 'luspatercept', en: 'luspatercept' },
}

/** A medicine of the record. Its state is unknown if the centre has not said whether the patient takes it now. */
export type OwnDrug = {
  readonly name: OwnDrugName
  readonly state: 'active' | 'stopped' | 'unknown'
  readonly regimen: FieldName
  readonly start: FieldName
  readonly ongoing: FieldName
  /** Dose, prescribed days and adherence. */
  readonly details: readonly FieldName[]
}

const stopped = 'STOPPED'
const never = ['NONE', 'NEVER']

const listDetails = (name: OwnDrugName): readonly FieldName[] => {
  if (name === 'hydroxyurea') return ['HU_TERAPY_DOSAGE']
  return name === 'luspatercept' ? ['LUS_TERAPY_DOSAGE'] : listChelatorFields(name)
}

const isChelator = (name: OwnDrugName): boolean => chelators.some((each) => each === name)

/** Lists the medicines that the patient takes or took. A chelator belongs to the regimens that contain it. */
export const listOwnDrugs = (record: PatientRecord, findComponents: FindComponents): readonly OwnDrug[] =>
  ownDrugNames.flatMap((name) => {
    const { regimen, start, ongoing } = treatments[name]
    const value = record[regimen]
    if (typeof value !== 'string' || never.includes(value)) return []
    if (isChelator(name) && !findComponents(value).includes(name)) return []
    const state = value === stopped || record[ongoing] === false ? 'stopped' : record[ongoing] === true ? 'active' : 'unknown'
    return [{ name, state, regimen, start, ongoing, details: listDetails(name) }]
  })
