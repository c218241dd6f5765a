import type { Transaction } from '@registry/db/transaction'

/**
 * Runs a statement of an import. Its text consists of names of the dictionary, rules and this feature's own tables. Content of a file is
 * never part of it, because it travels by COPY (THREAT-03).
 */
export const runStatement = <Row extends object = Record<string, unknown>>({ sql }: Transaction, statement: string) =>
  sql.unsafe<Row[]>(statement)

/** Opens a COPY into a temporary table. Ending the stream ends the COPY. */
export const copyInto = ({ sql }: Transaction, table: string, columns: readonly string[]) =>
  sql.unsafe(`COPY ${table} (${columns.map((column) => `"${column}"`).join(', ')}) FROM STDIN`).writable()

/**
 * Creates an empty temporary table instead of the one with this name, and drops it with the transaction. TRUNCATE would shorten the table's
 * file, and then wait up to 0.2 s for the disk.
 */
export const createTable = (tx: Transaction, name: string, definition: string): PromiseLike<unknown> =>
  runStatement(tx, `DROP TABLE IF EXISTS pg_temp.${name}; CREATE TEMPORARY TABLE ${name} ${definition}`)

const rowColumns = ['0 AS row_number', 'patient_identity.centre_patient_code AS key', 'NULL::text[] AS cleared', 'NULL::jsonb AS reasons']

const selectNoRows = (columns: readonly string[]): string =>
  `AS SELECT ${[...rowColumns, ...columns].join(', ')} FROM patient, patient_identity, patient_personal, patient_medical WITH NO DATA`

/** Creates `import_row`, the rows of the current batch. The columns have the types of the registry. */
export const createStagingTable = (tx: Transaction, columns: readonly string[]): PromiseLike<unknown> =>
  createTable(tx, 'import_row', `ON COMMIT DROP ${selectNoRows(columns)}`)

/** Creates a table for the rows of several centres. It lasts as long as the connection. */
export const createCentresTable = (tx: Transaction, name: string, columns: readonly string[]): PromiseLike<unknown> =>
  createTable(tx, name, selectNoRows([...columns, 'patient_identity.centre_code AS centre']))

/** Creates `import_target`, the patient of each row of the batch. `error` explains why the row must not be written. */
export const createTargetTable = (tx: Transaction): PromiseLike<unknown> =>
  createTable(
    tx,
    'import_target',
    `ON COMMIT DROP AS SELECT 0 AS row_number, centre_patient_code AS key, patient_id, NULL::text AS error FROM patient_identity WITH NO DATA`,
  )

/** SQL expressions for the error codes of a row: with an existing patient, as `patient`, and with an unknown code. NULL is no error. */
export type TargetErrors = { readonly known: string; readonly unknown: string }

/** Finds the patient of each staged row. OFFSET makes Postgres use the index for each row, whatever the size of the centre. */
export const findTargets = async (tx: Transaction, { known, unknown }: TargetErrors): Promise<void> => {
  // Postgres collects no statistics of temporary tables automatically.
  await runStatement(tx, 'ANALYZE import_row (row_number, key)')
  await runStatement(
    tx,
    `INSERT INTO import_target
    SELECT staged.row_number, staged.key, patient.id, CASE WHEN patient.id IS NULL THEN ${unknown} ELSE ${known} END
    FROM import_row AS staged
    LEFT JOIN LATERAL (
      SELECT patient.* FROM patient_identity AS identity JOIN patient ON patient.id = identity.patient_id
      WHERE identity.centre_code = (SELECT current_setting('app.centre')) AND identity.centre_patient_code = staged.key
      OFFSET 0) AS patient ON true`,
  )
  await runStatement(tx, 'ANALYZE import_target')
}
