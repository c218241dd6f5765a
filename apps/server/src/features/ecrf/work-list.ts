import type { ListedPatient, PatientSearch, WorkListCounts } from '@registry/api-contract/ecrf'
import { compileExpression, quotedLiterals } from '@registry/db/sql/expression'
import { formatUnreachable } from '@registry/db/sql/guardians'
import { formatComingOfAge } from '@registry/db/sql/majority'
import type { Transaction } from '@registry/db/transaction'
import { editableFields } from '@registry/domain/ecrf/form'
import { alertConditions, alertFields, mriYears, recordAlerts, type RecordAlert } from '@registry/domain/ecrf/summary'
import { workListTasks, type WorkListColumn, type WorkListTask } from '@registry/domain/ecrf/work-list'
import type { Field, FieldName } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/field-definition'
import { normalizeName } from '@registry/domain/fields/text-formats'
import type { ReferenceValues } from '@registry/domain/reference/reference-values'
import { buildNotApplying } from '@registry/domain/rules/applies'
import { buildOverdue, readFollowUpMonths, type FollowUpMonths } from '../../shared/record-checks/overdue.ts'
import { alias, selectRecords, storedValue } from '../../shared/record-checks/stored-record.ts'
import { readReferenceValues } from '../../shared/reference-values.ts'
import { lastMri } from './last-mri.ts'

const patientsOnPage = 50

/** The fields that the work depends on, for the read trace of its counts. */
export const countedFields: readonly FieldName[] = [
  'C_DB_P',
  'C_DB_M',
  'DEAD_DATE',
  'FERRITIN_LAST',
  'LIC_LAST',
  'T2_HEART_LAST',
  'T2_LIVER_LAST',
  'IMMUNIZATION',
  ...alertFields,
]

/** The fields that the list shows, for its read trace. */
export const workListFields: readonly FieldName[] = ['CENTER_ID', 'SURNAME', 'NAME', 'DOB', 'SEX', 'FENOTYPE', ...countedFields]

const versionTables = [
  ['patient_identity', 'patient_identity_version'],
  ['patient_personal', 'patient_personal_version'],
  ['patient_medical', 'patient_medical_version'],
] as const

const updated = `greatest(${versionTables
  .map(
    ([table, versions]) =>
      `(SELECT saved.at FROM ${versions} AS saved WHERE saved.patient_id = ${alias[table]}.patient_id AND saved.version = ${alias[table]}.version)`,
  )
  .join(', ')})`

/** The open discrepancies of the centre $1, counted once. */
const open = `open AS MATERIALIZED (
      SELECT patient_id AS patient, count(*)::integer AS count FROM record_discrepancy
      WHERE centre_code = $1 AND state = 'open' GROUP BY patient_id
    )`
const openDiscrepancies = 'coalesce(open.count, 0)'
const records = `${selectRecords} LEFT JOIN open ON open.patient = identity.patient_id`

/** The last signature of the year; a later change of the signed values breaks it (REQ-CRF-15). */
const signature = `(SELECT CASE WHEN is_signature_broken(signed.patient_id, signed.personal_version, signed.medical_version) THEN 'broken' ELSE 'valid' END
  FROM record_signature AS signed WHERE signed.patient_id = identity.patient_id AND signed.year = extract(year FROM $2::date)
  ORDER BY signed.id DESC LIMIT 1)`

const years = (from: string, to: string): string => `extract(year FROM age(${to}, ${from}))::integer`
const age = years('personal.dob::timestamp', 'coalesce(medical.dead_date, $2::date)::timestamp')
const name = `identity.surname || ' ' || identity.name`

const isRegistered = 'patient.c_db_no_notification IS NULL'

/** `isMriDue` as SQL (REQ-CRF-09). */
const mriDue = `(${isRegistered} AND medical.patient_id IS NOT NULL AND medical.dead_date IS NULL
  AND coalesce(${years(`${lastMri}::timestamp`, '$2::date::timestamp')} >= ${mriYears}, true))`

const buildAlert = (alert: RecordAlert, today: string): string =>
  alert === 'no-mri' ? mriDue : compileExpression(alertConditions[alert], { bind: quotedLiterals, column: storedValue, today })

const buildTasks = (today: string, months: FollowUpMonths): Readonly<Record<WorkListTask, string>> => ({
  signature: `(${isRegistered} AND coalesce(personal.patient_id, medical.patient_id) IS NOT NULL AND ${signature} IS DISTINCT FROM 'valid')`,
  mri: mriDue,
  alerts: `(${recordAlerts.map((alert) => buildAlert(alert, today)).join(' OR ')})`,
  discrepancies: `${openDiscrepancies} > 0`,
  unreachable: `(${isRegistered} AND ${formatUnreachable('$2::date')})`,
  'coming-of-age': `(${isRegistered} AND patient.id IN (SELECT adult.patient_id FROM ${formatComingOfAge('$2::date')} AS adult))`,
  'overdue-ferritin': buildOverdue('FERRITIN_LAST', months.FERRITIN_LAST),
  'overdue-t2-heart': buildOverdue('T2_HEART_LAST', months.T2_HEART_LAST),
  'overdue-lic': buildOverdue('LIC_LAST', months.LIC_LAST),
  'not-seen': buildOverdue('LAST_SEEN', months.LAST_SEEN),
})

const buildAlertList = (today: string): string =>
  `array_remove(ARRAY[${recordAlerts.map((alert) => `CASE WHEN ${buildAlert(alert, today)} THEN '${alert}' END`).join(', ')}], NULL)`

const tables = ['patient_personal', 'patient_medical'] as const satisfies readonly FieldTable[]

const maxArguments = 100
const splitArguments = (names: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(names.length / maxArguments) }, (_, part) => names.slice(part * maxArguments, (part + 1) * maxArguments))

/** The filled fields of a section that apply, and all that apply. Without the section's consent both are zero. */
const countSection = (table: (typeof tables)[number], notApplying: (name: FieldName) => string | undefined) => {
  const own = editableFields.filter((field) => field.table === table)
  const always = own.filter((field) => notApplying(field.name) === undefined)
  const sometimes = own.flatMap((field) => {
    const unmet = notApplying(field.name)
    return unmet === undefined ? [] : [{ field, unmet }]
  })
  const reasons = `${alias[table]}.missing_reasons`
  const answered = (field: Field) => `(${storedValue(field)} IS NOT NULL OR coalesce(${reasons} ? '${field.column}', false))`
  const filled = [
    ...splitArguments(always.map(storedValue)).map((part) => `num_nonnulls(${part.join(', ')})`),
    `CASE WHEN ${reasons} IS NULL THEN 0 ELSE (SELECT count(*) FROM jsonb_object_keys(${reasons}) AS missing (name)
      WHERE name IN (${always.map(({ column }) => `'${column}'`).join(', ')})) END`,
    ...sometimes.map(({ field, unmet }) => `CASE WHEN ${unmet} THEN 0 ELSE ${answered(field)}::integer END`),
  ]
  const total = [String(always.length), ...sometimes.map(({ unmet }) => `CASE WHEN ${unmet} THEN 0 ELSE 1 END`)]
  const ifVisible = (terms: readonly string[]) => `CASE WHEN ${alias[table]}.patient_id IS NULL THEN 0 ELSE ${terms.join(' + ')} END`
  return { filled: ifVisible(filled), total: ifVisible(total) }
}

/** The same fields as `countCompleteness` (REQ-CRF-18), as SQL. */
const buildCompleteness = (referenceValues: ReferenceValues, today: string) => {
  const notApplying = (name: FieldName): string | undefined => {
    const unmet = buildNotApplying(name, referenceValues)
    return unmet && compileExpression(unmet, { bind: quotedLiterals, column: storedValue, today })
  }
  const counts = tables.map((table) => countSection(table, notApplying))
  return { filled: counts.map(({ filled }) => filled).join(' + '), total: counts.map(({ total }) => total).join(' + ') }
}
type Completeness = ReturnType<typeof buildCompleteness>

type SortKey = { readonly type: 'text' | 'double precision'; readonly sql: string }

const buildSortKeys = ({ filled, total }: Completeness): Readonly<Record<WorkListColumn, SortKey>> => {
  const text = (sql: string): SortKey => ({ type: 'text', sql })
  const number = (sql: string): SortKey => ({ type: 'double precision', sql })
  return {
    code: text('identity.centre_patient_code'),
    name: text(name),
    age: number(age),
    sex: text('personal.sex'),
    phenotype: text('medical.fenotype'),
    updated: number(`extract(epoch FROM ${updated})`),
    completeness: number(`(${filled})::double precision / nullif(${total}, 0)`),
    discrepancies: number(openDiscrepancies),
    ferritin: number('medical.ferritin_last'),
    mri: number(`${lastMri} - DATE '2000-01-01'`),
    signature: text(signature),
    consents: number(
      `CASE WHEN patient.c_db_no_notification IS NOT NULL THEN 3 ELSE 2 - (coalesce(patient.c_db_p, false)::integer + coalesce(patient.c_db_m, false)::integer) END`,
    ),
  }
}

type FoundPatient = Omit<ListedPatient, 'updated'> & { readonly id: number; readonly updated: Date }
type Row = FoundPatient & { readonly key: string | number | null; readonly count: number }

/**
 * A page of the centre's patients as a work list (REQ-CRF-21). Row security leaves the values of a section without consent empty.
 * The first part of the statement computes only what order and filters need, for all patients; the second the columns of one page.
 */
export const listWork = async (
  tx: Transaction,
  centre: string,
  { search = '', code, phenotype, tasks: wantedTasks = [], order = { column: 'code', descending: false }, cursor }: PatientSearch,
  today: string,
) => {
  const tasks = buildTasks(today, await readFollowUpMonths(tx))
  const completeness = buildCompleteness(await readReferenceValues(tx), today)
  const key = buildSortKeys(completeness)[order.column]
  const cursorKey = `$5::text::${key.type}`
  const after = order.descending ? '<' : '>'
  const rest = `listed.key IS NULL AND (${cursorKey} IS NOT NULL OR listed.code > $6)`
  const isAfterCursor = `$6::text IS NULL OR ${rest} OR listed.key ${after} ${cursorKey} OR (listed.key = ${cursorKey} AND listed.code > $6)`
  const direction = `${order.descending ? 'DESC' : 'ASC'} NULLS LAST`
  // The statement consists of names of the dictionary and of fixed expressions; all typed values are parameters (THREAT-03).
  const found = await tx.sql.unsafe<Row[]>(
    `WITH ${open}, listed AS MATERIALIZED (
      SELECT identity.patient_id AS id, identity.centre_patient_code AS code, (${key.sql})::${key.type} AS key ${records}
      WHERE identity.centre_code = $1
        AND ($3 = '' OR strpos(upper(identity.centre_patient_code), $3) > 0 OR strpos(${name}, $3) > 0)
        AND ($4::text IS NULL OR medical.fenotype = $4)
        AND ($7::text IS NULL OR identity.centre_patient_code = $7)
        ${wantedTasks.map((task) => `AND ${tasks[task]}`).join(' ')}
    ), page AS MATERIALIZED (
      SELECT id, code, key FROM listed WHERE ${isAfterCursor} ORDER BY key ${direction}, code LIMIT ${patientsOnPage + 1}
    )
    SELECT page.id, identity.record_id AS record, page.code, identity.surname, identity.name,
      coalesce(patient.c_db_p, false) AS personal, coalesce(patient.c_db_m, false) AS medical,
      patient.c_db_no_notification IS NOT NULL AS withdrawn,
      ${age} AS age, personal.sex, medical.fenotype AS phenotype, ${updated} AS updated,
      ${completeness.filled} AS filled, ${completeness.total} AS total, ${openDiscrepancies} AS discrepancies, ${buildAlertList(today)} AS alerts,
      medical.ferritin_last AS ferritin, ${lastMri}::text AS mri, ${signature} AS signature, page.key,
      (SELECT count(*)::integer FROM listed) AS count
    ${records} JOIN page ON page.id = identity.patient_id WHERE identity.centre_code = $1
    ORDER BY page.key ${direction}, page.code`,
    [centre, today, normalizeName(search), phenotype ?? null, readKey(key, cursor?.key), cursor?.code ?? null, code ?? null],
  )
  const rows = found.slice(0, patientsOnPage)
  const last = rows.at(-1)
  return {
    read: rows.map(({ id, personal, medical }) => ({ id, personal, medical })),
    page: {
      patients: rows.map(({ id: _id, key: _key, count: _count, updated: at, ...patient }): ListedPatient => ({
        ...patient,
        updated: new Date(at).toISOString(),
      })),
      next: found.length > patientsOnPage && last ? { key: last.key, code: last.code } : null,
      count: found[0]?.count ?? 0,
    },
  }
}

/** Counts the patients of the centre with each work (REQ-CRF-21). */
export const countWork = async (tx: Transaction, centre: string, today: string): Promise<WorkListCounts> => {
  const months = await readFollowUpMonths(tx)
  const tasks = buildTasks(today, months)
  // The statement consists of names of the dictionary and of fixed expressions (THREAT-03).
  const [counts] = await tx.sql.unsafe<Omit<WorkListCounts, 'months'>[]>(
    `WITH ${open} SELECT count(*)::integer AS patients,
      jsonb_build_object(${workListTasks.map((task) => `'${task}', count(*) FILTER (WHERE ${tasks[task]})`).join(', ')}) AS tasks
    ${records} WHERE identity.centre_code = $1`,
    [centre, today],
  )
  if (!counts) throw new Error('the patients of a centre were not counted')
  return { ...counts, months }
}

/** The key of a cursor that another order made is no key of this one. */
const readKey = ({ type }: SortKey, key: string | number | null | undefined): string | null => {
  const fits = type === 'text' ? typeof key === 'string' : typeof key === 'number'
  return fits ? String(key) : null
}
