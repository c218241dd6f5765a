import { createHash } from 'node:crypto'
import type { ReadTrace } from '@registry/domain/access/reads'

/** Patients that one entry of the log names; of more it keeps the hash of the set. */
const mostNamed = 1000

/** As an export's manifest has it: numbers in ascending order, joined by commas. */
export const hashOfSet = (ids: readonly number[]): string =>
  createHash('sha256')
    .update(ids.toSorted((a, b) => a - b).join(','))
    .digest('hex')

/** The trace of reading these patients' data (D11). */
export const readOf = (whose: string, patients: readonly number[], columns: readonly string[]): ReadTrace => ({
  whose,
  columns,
  count: patients.length,
  setHash: hashOfSet(patients),
  ...(patients.length <= mostNamed && { patients: patients.toSorted((a, b) => a - b) }),
})

/** The trace of a patient's reading their own data. */
export const ownRead = (patientId: number, columns: readonly string[]): ReadTrace => readOf(`patient ${patientId}`, [patientId], columns)
