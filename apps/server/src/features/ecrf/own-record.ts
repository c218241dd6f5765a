import { eq } from 'drizzle-orm'
import { patient } from '@registry/db/schema/patients'
import type { Transaction } from '@registry/db/transaction'
import { listChanges } from '@registry/domain/ecrf/history'
import type { OwnRecordSource } from '@registry/domain/my-record/own-record'
import { listVersions, readRecordValues, selectRecords } from './queries.ts'

/** Reads the record of the signed-in patient with its history. Row security shows both data domains with and without consent. */
export const findOwnRecord = async (tx: Transaction, patientId: number): Promise<OwnRecordSource | undefined> => {
  const [row] = await selectRecords(tx, eq(patient.id, patientId))
  return row && { ...readRecordValues(row), changes: listChanges(await listVersions(tx, patientId)) }
}
