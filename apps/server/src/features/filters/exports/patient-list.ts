import type { Transaction } from '@registry/db/transaction'
import type { Deps } from '../../../app/deps.ts'

/** Stores some patients of an export: their ids as one text with commas. The texts come in the order of the ids. */
export type AddPatients = (ids: string) => Promise<void>

/**
 * Stores and hashes the patients of an export while they are chosen, before its manifest, so that the server never holds all of them
 * (decision 0054). The hash is that of all ids in one text (`hashPatientSet`).
 */
export const startPatientList = async ({ keyedHash }: Pick<Deps, 'keyedHash'>, { sql }: Transaction, exportId: string) => {
  const hash = await keyedHash.start('set of patients')
  let parts = 0
  const add: AddPatients = async (ids) => {
    if (parts > 0) hash.update(',')
    hash.update(ids)
    await sql`SELECT add_export_patients(${exportId}, ${parts}::integer, string_to_array(${ids}, ',')::integer[])`
    parts += 1
  }
  return { add, finish: (): string => hash.digest('hex') }
}
