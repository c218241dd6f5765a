import type { Transaction } from '@registry/db/transaction'
import { alias, storedValue } from '../../shared/record-checks/stored-record.ts'
import { accepted } from './checks.ts'
import type { DryRunChange, DryRunChanges } from './import-plan.ts'
import { dataDomains, importedValue, valueDiffers, type FileFields } from './record-sql.ts'
import { runStatement } from './staging-tables.ts'

/** The changed values of a dry run that are listed. */
const maxListedChanges = 200

/** Adds the values that the accepted rows would change, before they are written: one query counts them, another lists the first. */
export const addValueChanges = async (tx: Transaction, file: FileFields, changes: DryRunChanges): Promise<void> => {
  if (file.stored.length === 0) return
  const { table } = dataDomains[file.command]
  const differs = file.stored.map((field) => valueDiffers(file, field))
  const joins = `JOIN import_row AS staged ON staged.row_number = target.row_number
    JOIN ${table} AS ${alias[table]} ON ${alias[table]}.patient_id = target.patient_id`
  const [counted] = await runStatement<{ count: number }>(
    tx,
    `SELECT coalesce(sum(${differs.map((one) => `(${one})::int`).join(' + ')}), 0)::int AS count
    FROM import_target AS target ${joins} WHERE ${accepted}`,
  )
  changes.count += counted?.count ?? 0
  const missing = maxListedChanges - changes.first.length
  if (missing === 0 || !counted?.count) return
  const values = file.stored.map(
    (field, at) => `(${at}, '${field.name}', to_jsonb(${storedValue(field)}), to_jsonb(${importedValue(file, field)}), ${differs[at]})`,
  )
  const found = await runStatement<DryRunChange>(
    tx,
    `SELECT target.row_number AS row, target.key, change.field, change.before, change.after
    FROM (
      SELECT target.* FROM import_target AS target ${joins}
      WHERE ${accepted} AND (${differs.join(' OR ')}) ORDER BY target.row_number LIMIT ${missing}) AS target ${joins}
    CROSS JOIN LATERAL (VALUES ${values.join(', ')}) AS change (position, field, before, after, differs)
    WHERE change.differs ORDER BY target.row_number, change.position LIMIT ${missing}`,
  )
  changes.first.push(...found)
}
