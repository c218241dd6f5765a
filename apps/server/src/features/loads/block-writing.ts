import type { Transaction } from '@registry/db/transaction'
import { joinsOf, type Questions } from './block-questions.ts'
import { alias, blockOf, differs, merged, type FilePart } from './blocks.ts'
import { accepted, doubtful } from './checks.ts'
import { run } from './sql.ts'

/** Rows to be written: where they come from, whose they are, and which of them. */
type Written = { readonly from: string; readonly patient: string; readonly where: string }

/** Writes rows where they change something; the history follows by itself (D14). */
const update = (part: FilePart, { from, patient, where }: Written): string => {
  const { table } = blockOf[part.command]
  const block = alias[table]
  const values = part.store.map((field) => `"${field.column}" = ${merged(part, field)}`)
  return `UPDATE ${table} AS ${block} SET ${values.join(', ')}, version = ${block}.version + 1
    FROM ${from}
    WHERE ${block}.patient_id = ${patient} AND ${where} AND (${part.store.map((field) => differs(part, field)).join(' OR ')})`
}

/** The registration of a staged row `s`; OFFSET keeps it a look-up by key. */
const registrationOfRow = `(SELECT i.* FROM patient_identity AS i
  WHERE i.center_code = (SELECT current_setting('app.centre')) AND i.center_id = s.key OFFSET 0)`

/**
 * Writes the rows that raise no question, which in most files are most, and takes them out of the lot: one statement instead of one
 * that finds the patients, one that asks and one that writes. A block that is not open is left alone by row security, which holds R36 by
 * itself; `writeAccepted` and the report take it from there. Gives how many it wrote.
 */
export const writePlain = async (tx: Transaction, part: FilePart, { checks, tables }: Questions): Promise<number> => {
  if (part.store.length === 0) return 0
  const { table } = blockOf[part.command]
  const others = tables.filter((other) => other !== table && other !== 'patient_identity')
  const patient = 'i.patient_id'
  const plain = update(part, {
    from: `load_row AS s CROSS JOIN LATERAL ${registrationOfRow} AS i ${joinsOf(others, patient)}`,
    patient,
    where: `(${doubtful(checks)}) IS NOT TRUE`,
  })
  const { count } = await run(
    tx,
    `WITH written AS (${plain} RETURNING s.ctid) DELETE FROM load_row AS s USING written WHERE s.ctid = written.ctid`,
  )
  return count
}

/** Writes those of the other rows that may go in. Gives how many it wrote. */
export const writeAccepted = async (tx: Transaction, part: FilePart): Promise<number> => {
  if (part.store.length === 0) return 0
  const from = 'load_target AS t JOIN load_row AS s ON s.row_number = t.row_number'
  const { count } = await run(tx, update(part, { from, patient: 't.patient_id', where: accepted }))
  return count
}
