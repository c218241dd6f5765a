import type { Transaction } from '@registry/db/transaction'
import { buildJoins, type BlockChecks } from './block-checks.ts'
import { alias, blocks, valueDiffers, mergedValue, type FilePart } from './blocks.ts'
import { accepted, anyCheckApplies } from './checks.ts'
import { runStatement } from './sql.ts'

/** Rows to be written: where they come from, whose they are, and which of them. */
type Written = { readonly from: string; readonly patient: string; readonly where: string }

/** Writes rows where they change something; the history follows by itself (D14). */
const update = (part: FilePart, { from, patient, where }: Written): string => {
  const { table } = blocks[part.command]
  const block = alias[table]
  const values = part.store.map((field) => `"${field.column}" = ${mergedValue(part, field)}`)
  return `UPDATE ${table} AS ${block} SET ${values.join(', ')}, version = ${block}.version + 1
    FROM ${from}
    WHERE ${block}.patient_id = ${patient} AND ${where} AND (${part.store.map((field) => valueDiffers(part, field)).join(' OR ')})`
}

/** Where the rows of the batch stand, and whose they are; OFFSET keeps the registration a look-up by key. */
const lot = `SELECT s.ctid AS place, i.patient_id FROM import_row AS s
  CROSS JOIN LATERAL (
    SELECT patient_id FROM patient_identity WHERE center_code = (SELECT current_setting('app.centre')) AND center_id = s.key
    OFFSET 0) AS i`

/**
 * Writes the rows that raise no question, which in most files are most, and takes them out of the lot: one statement instead of one
 * that finds the patients, one that asks and one that writes. A block that is not open is left alone by row security, which holds RULE-36 by
 * itself; `writeAccepted` and the report take it from there. Gives how many it wrote.
 * The list of the lot's patients has each table read by key, and no more of it: of tables that were filled a moment ago the planner knows
 * nothing, takes them for small, and would go through one for each row of the other.
 */
export const writePlain = async (tx: Transaction, part: FilePart, { checks, tables }: BlockChecks): Promise<number> => {
  if (part.store.length === 0) return 0
  const { table } = blocks[part.command]
  const patients = 'ANY (ARRAY(SELECT patient_id FROM lot))'
  const others = tables.filter((other) => other !== table)
  const plain = update(part, {
    from: `lot JOIN import_row AS s ON s.ctid = lot.place ${buildJoins(others, 'lot.patient_id', patients)}`,
    patient: 'lot.patient_id',
    where: `${alias[table]}.patient_id = ${patients} AND (${anyCheckApplies(checks)}) IS NOT TRUE`,
  })
  await runStatement(tx, 'SET LOCAL enable_nestloop = off')
  const { count } = await runStatement(
    tx,
    `WITH lot AS MATERIALIZED (${lot}), written AS (${plain} RETURNING lot.place)
    DELETE FROM import_row AS s USING written WHERE s.ctid = written.place`,
  )
  await runStatement(tx, 'SET LOCAL enable_nestloop = on')
  return count
}

/** Writes those of the other rows that may go in. Gives how many it wrote. */
export const writeAccepted = async (tx: Transaction, part: FilePart): Promise<number> => {
  if (part.store.length === 0) return 0
  const from = 'import_target AS t JOIN import_row AS s ON s.row_number = t.row_number'
  const { count } = await runStatement(tx, update(part, { from, patient: 't.patient_id', where: accepted }))
  return count
}
