import type { FindComponents } from '../ecrf/treatments.ts'
import type { FieldName } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'
import { listOwnDrugs, type OwnDrug } from './drugs.ts'

/** The allergies that a patient writes on the emergency sheet, at most. */
export const maxAllergiesText = 200

/** Without a spleen an infection is an emergency. */
export const findSpleen = ({
  SPLENECTOMY: removed,
  SPLENOMEGALY: enlarged,
}: PatientRecord): 'removed' | 'enlarged' | 'present' | 'unknown' => {
  if (removed === true) return 'removed'
  if (enlarged === true) return 'enlarged'
  return removed === false ? 'present' : 'unknown'
}

/** A medicine on the emergency sheet: its drugs, and the fields that describe it. */
export type EmergencyMedicine = { readonly regimen: FieldName; readonly details: readonly FieldName[]; readonly start: FieldName }

const isTaken = ({ state }: OwnDrug): boolean => state !== 'stopped'

/** Lists the medicines that the patient takes, as far as the record knows. The chelators of one regimen are one medicine. */
export const listEmergencyMedicines = (record: PatientRecord, findComponents: FindComponents): readonly EmergencyMedicine[] => {
  const byRegimen = Map.groupBy(listOwnDrugs(record, findComponents).filter(isTaken), ({ regimen }) => regimen)
  return [...byRegimen].flatMap(([regimen, drugs]) => {
    const [first] = drugs
    return first ? [{ regimen, start: first.start, details: drugs.flatMap(({ details }) => details) }] : []
  })
}
