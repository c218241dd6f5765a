import type { ReadTrace } from '@registry/domain/access/read-trace'
import { findField } from '@registry/domain/fields/dictionary'
import type { KeyedHash } from '../auth/keyed-hash.ts'

/** Hashes patient ids like an export manifest: ascending, joined by commas, under the registry's key. */
export const hashPatientSet = async (keyedHash: KeyedHash, ids: string): Promise<string> =>
  (await keyedHash('set of patients', ids)).toString('hex')

/** Builds the read trace of these patients (REQ-ADM-01). */
export const buildReadTrace = async (
  keyedHash: KeyedHash,
  whose: string,
  patients: readonly number[],
  columns: readonly string[],
): Promise<ReadTrace> => {
  const ascending = patients.toSorted((a, b) => a - b)
  return {
    whose,
    columns,
    count: patients.length,
    setHash: await hashPatientSet(keyedHash, ascending.join(',')),
    patients: ascending,
  }
}

/** A patient in a list, with the consents that decide which of its columns have values. */
export type ListedReading = { readonly id: number; readonly personal: boolean; readonly medical: boolean }

/**
 * Builds the read traces of a list whose columns depend on consents: one for each group of patients with the same columns, so that no trace
 * names a column that was hidden (REQ-ADM-01, REQ-PAT-18).
 */
export const buildListReadTraces = async (
  keyedHash: KeyedHash,
  whose: string,
  patients: readonly ListedReading[],
  columns: readonly string[],
): Promise<readonly ReadTrace[]> => {
  const listShown = ({ personal, medical }: ListedReading): readonly string[] =>
    columns.filter((column) => {
      const table = findField(column)?.table
      return (table !== 'patient_personal' || personal) && (table !== 'patient_medical' || medical)
    })
  if (patients.length === 0) return [await buildReadTrace(keyedHash, whose, [], columns)]
  const groups = Map.groupBy(patients, (patient) => listShown(patient).join())
  return Promise.all(
    [...groups.values()].map((group) =>
      buildReadTrace(
        keyedHash,
        whose,
        group.map(({ id }) => id),
        group[0] ? listShown(group[0]) : columns,
      ),
    ),
  )
}

/** Builds the read trace of patients who read their own data. `whose` identifies them. */
export const buildOwnReadTrace = (patientId: number, columns: readonly string[]): ReadTrace => ({
  whose: `patient ${patientId}`,
  columns,
  count: 1,
})
