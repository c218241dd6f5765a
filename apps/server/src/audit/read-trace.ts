import type { ReadTrace } from '@registry/domain/access/read-trace'
import type { KeyedHash } from '../auth/keyed-hash.ts'

/** As an export's manifest has it: numbers in ascending order, joined by commas, hashed under the registry's key. */
export const hashPatientSet = async (keyedHash: KeyedHash, ids: string): Promise<string> =>
  (await keyedHash('set of patients', ids)).toString('hex')

/** The trace of reading these patients' data (D11). */
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

/** The trace of a patient's reading their own data: `whose` says it all. */
export const buildOwnReadTrace = (patientId: number, columns: readonly string[]): ReadTrace => ({
  whose: `patient ${patientId}`,
  columns,
  count: 1,
})
