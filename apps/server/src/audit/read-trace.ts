import type { ReadTrace } from '@registry/domain/access/read-trace'
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

/** Builds the read trace of patients who read their own data. `whose` identifies them. */
export const buildOwnReadTrace = (patientId: number, columns: readonly string[]): ReadTrace => ({
  whose: `patient ${patientId}`,
  columns,
  count: 1,
})
