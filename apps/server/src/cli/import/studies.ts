import { z } from 'zod'
import { NewStudy } from '@registry/api-contract/studies'
import type { Transaction } from '@registry/db/transaction'
import type { ErrorCode } from '@registry/domain/error-messages'
import { tables } from './directory.ts'
import type { TableRow, TableShape } from './read-table.ts'
import type { FileReport } from './report.ts'

const ImportedStudy = NewStudy.pick({ id: true, title: true, description: true }).extend({ mainCentre: z.string() })
type ImportedStudy = z.infer<typeof ImportedStudy>
export type StudyRow = TableRow<ImportedStudy>

export const studiesTable: TableShape<ImportedStudy> = {
  columns: tables['studies.csv'],
  build: (cell) => ({ id: cell('CODE'), title: cell('TITLE'), description: cell('DESCRIPTION'), mainCentre: cell('CENTER_CODE') }),
  schema: ImportedStudy,
  columnOf: { id: 'CODE', title: 'TITLE', description: 'DESCRIPTION', mainCentre: 'CENTER_CODE' },
  key: 'CODE',
}

type Stored = { readonly id: string; readonly title: string; readonly description: string }

/** Returns the studies that can be stored, each with its main centre, and reports the others. `centres` are those of the import, in order. */
export const acceptStudies = async (
  { sql }: Transaction,
  rows: readonly StudyRow[],
  centres: readonly string[],
  report: FileReport,
): Promise<readonly StudyRow[]> => {
  const stored = await sql<Stored[]>`
    SELECT id, title, description FROM clinical_study WHERE id = ANY (${rows.map(({ value }) => value.id)})`
  const byId = new Map(stored.map((study) => [study.id, study]))
  const seen = new Map<string, number>()
  return rows.flatMap(({ row, key, value }): StudyRow[] => {
    const reject = (field: string, code: ErrorCode, params?: Readonly<Record<string, number>>): [] => {
      report.reject(row, key, field, params ? { code, params } : { code })
      return []
    }
    const first = seen.get(value.id)
    if (first !== undefined) return reject('CODE', 'import_key_repeated', { first })
    seen.set(value.id, row)
    const mainCentre = value.mainCentre === '' ? centres[0] : value.mainCentre
    if (mainCentre === undefined || !centres.includes(mainCentre)) return reject('CENTER_CODE', 'centre_not_found')
    const before = byId.get(value.id)
    if (before && (before.title !== value.title || before.description !== value.description))
      report.warn(row, key, 'TITLE', { code: 'import_field_unchanged' })
    return [{ row, key, value: { ...value, mainCentre } }]
  })
}

/** Studies of other registries have no filter of this one. This one holds their place and selects every patient. */
const placeholder = {
  name: 'Studi di un altro registro',
  description: 'Segnaposto degli studi importati: scegli per ciascuno un filtro prima di riattivarlo.',
  fields: { PATIENT: ['SEX'], MEDICAL_DATA: {} },
  condition: { kind: 'predicates', predicates: [] },
}

/** A filter belongs to a person, so the first active GlobalAdmin is its author. */
const findPlaceholder = async ({ sql }: Transaction): Promise<number> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('import studies'))`
  const { name, description, fields, condition } = placeholder
  const [known] = await sql<{ id: number }[]>`SELECT id FROM saved_filter WHERE name = ${name} AND state = 'active' ORDER BY id LIMIT 1`
  if (known) return known.id
  const [created] = await sql<{ id: number }[]>`
    INSERT INTO saved_filter (name, description, author_id, fields, condition)
    SELECT ${name}, ${description}, min(u.id), ${JSON.stringify(fields)}::text::jsonb, ${JSON.stringify(condition)}::text::jsonb
    FROM staff_role AS r JOIN staff_user AS u ON u.id = r.user_id WHERE r.role = 'GlobalAdmin' AND u.disabled_at IS NULL RETURNING id`
  if (!created) throw new Error('the filter was not created')
  return created.id
}

/** @returns whether a GlobalAdmin can complete imported studies */
export const hasGlobalAdmin = async ({ sql }: Transaction): Promise<boolean> =>
  (
    await sql`SELECT FROM staff_role AS r JOIN staff_user AS u ON u.id = r.user_id WHERE r.role = 'GlobalAdmin' AND u.disabled_at IS NULL LIMIT 1`
  ).length > 0

/**
 * Creates the missing studies, suspended and before their ethics committee, until a GlobalAdmin has chosen main centre, type and filter
 * (REQ-OPS-25). Returns their number.
 */
export const storeStudies = async (tx: Transaction, rows: readonly StudyRow[]): Promise<number> => {
  if (rows.length === 0) return 0
  const { sql } = tx
  const studies = JSON.stringify(rows.map(({ value: { id, title, description, mainCentre } }) => ({ id, title, description, mainCentre })))
  const missing = await sql`
    SELECT FROM jsonb_to_recordset(${studies}::text::jsonb) AS study (id text) WHERE NOT EXISTS (SELECT FROM clinical_study WHERE clinical_study.id = study.id)`
  if (missing.length === 0) return 0
  const filter = await findPlaceholder(tx)
  const { count } = await sql`
    INSERT INTO clinical_study (id, title, description, main_centre, type, filter_id, sf36_version, suspended_at)
    SELECT study.id, study.title, study.description, study."mainCentre",
      (SELECT id FROM reference_value WHERE table_name = 'svc_clinical_study_type' ORDER BY position LIMIT 1), ${filter},
      (SELECT max(version) FROM sf36_version WHERE published_at <= now()), now()
    FROM jsonb_to_recordset(${studies}::text::jsonb) AS study (id text, title text, description text, "mainCentre" text)
    ON CONFLICT (id) DO NOTHING`
  return count
}
