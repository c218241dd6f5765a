import type { FieldName } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'
import { chelators, type Chelator } from './treatments.ts'

/** The fields of one chelator: dose, prescribed days and adherence. */
export const listChelatorFields = (drug: Chelator): readonly FieldName[] => [
  `ICT_${drug}_DOSAGE`,
  `ICT_${drug}_PRESCRIPTION`,
  `ICT_${drug}_COMPLIANCE`,
]

/** The chelators that the form shows: those of the regimen, and those with a value or a reason (REQ-CRF-06). */
export const listShownChelators = (record: PatientRecord, components: readonly string[]): readonly Chelator[] =>
  chelators.filter((drug) => components.includes(drug) || listChelatorFields(drug).some((name) => (record[name] ?? null) !== null))
