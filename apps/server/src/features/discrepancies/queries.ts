import type { CentreQuery, Discrepancy, DiscrepancyPage, DiscrepancySearch } from '@registry/api-contract/discrepancies'
import { nameOwnCentre, type Transaction } from '@registry/db/transaction'
import type { DiscrepancyState } from '@registry/domain/discrepancies/states'
import { quotedLiterals } from '@registry/db/sql/expression'
import { getField, type Field, type FieldName } from '@registry/domain/fields/dictionary'
import { canMissForReason, missingCellPrefix } from '@registry/domain/fields/missing'
import type { PatientRecord, Value } from '@registry/domain/fields/values'
import { computedStatistics } from '@registry/domain/observations/analytes'
import { selectOfPatients } from '../../shared/record-checks/find-failures.ts'
import { alias, buildPreviousSave, selectRecords, storedValue } from '../../shared/record-checks/stored-record.ts'

/** A value as JSON, or the cell of the reason why it is missing (REQ-CRF-16). */
const valueOrReason = (field: Field): string => {
  const value = `to_jsonb(${storedValue(field)})`
  if (!canMissForReason(field)) return value
  const reason = `${alias[field.table]}.missing_reasons ->> '${field.column}'`
  return `coalesce(${value}, to_jsonb(${quotedLiterals(missingCellPrefix, 'text')} || (${reason})))`
}

/** The current values of fields, by patient. Values of a section that is hidden from the caller are empty. */
export const readRecordValues = async (
  tx: Transaction,
  names: readonly FieldName[],
  patients: readonly number[],
): Promise<ReadonlyMap<number, PatientRecord>> => {
  if (names.length === 0 || patients.length === 0) return new Map()
  const columns = names.map((name) => `${valueOrReason(getField(name))} AS "${name}"`)
  const records = await selectOfPatients<PatientRecord & { patient: number }>(
    tx,
    `SELECT identity.patient_id AS patient, ${columns.join(', ')} ${selectRecords} WHERE identity.patient_id = ANY ($1)`,
    patients,
  )
  return new Map(records.map(({ patient, ...values }) => [patient, values]))
}

/** Statistics computed from dated results, by patient, where the reported ones differ much (RULE-39). */
export const readComputedValues = async (
  tx: Transaction,
  names: readonly FieldName[],
  patients: readonly number[],
): Promise<ReadonlyMap<number, PatientRecord>> => {
  const statistics = computedStatistics.filter(({ name }) => names.includes(name))
  if (statistics.length === 0 || patients.length === 0) return new Map()
  const columns = statistics.map((field) => {
    const mark = `${alias[field.table]}.value_sources -> '${field.column}'`
    return `CASE WHEN ${mark} ->> 'by' = 'differs' THEN ${mark} -> 'computed' END AS "${field.name}"`
  })
  const records = await selectOfPatients<PatientRecord & { patient: number }>(
    tx,
    `SELECT identity.patient_id AS patient, ${columns.join(', ')} ${selectRecords} WHERE identity.patient_id = ANY ($1)`,
    patients,
  )
  return new Map(records.map(({ patient, ...values }) => [patient, values]))
}

export type PreviousValue = { readonly value: Value; readonly at: string }

/** The last different value of fields and when it was last saved, by patient. Without a history it is empty. */
export const readPreviousValues = async (
  tx: Transaction,
  names: readonly FieldName[],
  patients: readonly number[],
): Promise<ReadonlyMap<number, Readonly<Partial<Record<FieldName, PreviousValue | null>>>>> => {
  if (names.length === 0 || patients.length === 0) return new Map()
  const columns = names.map((name) => `${buildPreviousSave(getField(name))} AS "${name}"`)
  const records = await selectOfPatients<Readonly<Partial<Record<FieldName, PreviousValue | null>>> & { patient: number }>(
    tx,
    `SELECT identity.patient_id AS patient, ${columns.join(', ')} ${selectRecords} WHERE identity.patient_id = ANY ($1)`,
    patients,
  )
  return new Map(records.map(({ patient, ...values }) => [patient, values]))
}

const patientsOnPage = 60

type Signed = Discrepancy['answer']
export type StoredDiscrepancy = Omit<Discrepancy, 'rule' | 'severity' | 'fields' | 'message' | 'values'> & { readonly patient: number }

const selectDiscrepancies = ({ sql }: Transaction) => sql`
  SELECT f.id, f.patient_id AS patient, i.record_id AS record, i.centre_patient_code AS code, f.check_key AS "checkKey", f.state,
    f.opened_at AS "openedAt", f.corrected_at AS "correctedAt",
    CASE WHEN f.answer IS NOT NULL THEN jsonb_build_object('text', f.answer, 'by', f.answered_by, 'at', f.answered_at) END AS answer,
    CASE WHEN f.closed_by IS NOT NULL THEN jsonb_build_object('by', f.closed_by, 'at', f.closed_at) END AS closed
  FROM record_discrepancy AS f JOIN patient_identity AS i ON i.patient_id = f.patient_id`

/** The open and answered discrepancies of a record, the longest open first. */
export const listRecordDiscrepancies = (tx: Transaction, centre: string, record: string): PromiseLike<StoredDiscrepancy[]> =>
  tx.sql<StoredDiscrepancy[]>`
    ${selectDiscrepancies(tx)}
    WHERE f.centre_code = ${centre} AND i.record_id = ${record} AND f.state IN ('open', 'answered') ORDER BY f.id`

type Listed = Pick<DiscrepancySearch, 'state' | 'cursor'> & { readonly checkKeys: readonly string[] | undefined }

/**
 * The discrepancies of a centre in one state: the patient with the longest open one first, and all of a patient on one page, because one
 * answer serves all that share a value.
 */
export const listDiscrepancies = async (
  tx: Transaction,
  centre: string,
  { state, checkKeys, cursor = 0 }: Listed,
): Promise<{ readonly discrepancies: readonly StoredDiscrepancy[]; readonly next: number | null }> => {
  const { sql } = tx
  const wanted = sql`centre_code = ${centre} AND state = ${state} ${checkKeys ? sql`AND check_key = ANY (${[...checkKeys]})` : sql``}`
  const patients = await sql<{ patient: number; first: number }[]>`
    SELECT patient_id AS patient, min(id) AS first FROM record_discrepancy WHERE ${wanted}
    GROUP BY patient_id HAVING min(id) > ${cursor} ORDER BY first LIMIT ${patientsOnPage + 1}`
  const shown = patients.slice(0, patientsOnPage)
  const order = shown.map(({ patient }) => patient)
  const discrepancies = await sql<StoredDiscrepancy[]>`
    ${selectDiscrepancies(tx)}
    WHERE f.id IN (SELECT id FROM record_discrepancy WHERE ${wanted} AND patient_id = ANY (${order}))
    ORDER BY array_position(${order}::int[], f.patient_id), f.id`
  return { discrepancies, next: patients.length > patientsOnPage ? (shown.at(-1)?.first ?? null) : null }
}

/** The keys of the checks that have discrepancies of a centre in one state. */
export const listCheckKeys = async ({ sql }: Transaction, centre: string, state: DiscrepancyState): Promise<string[]> => {
  const found = await sql<{ key: string }[]>`
    SELECT DISTINCT check_key AS key FROM record_discrepancy WHERE centre_code = ${centre} AND state = ${state} ORDER BY key`
  return found.map(({ key }) => key)
}

export const countDiscrepancies = async ({ sql }: Transaction, centre: string): Promise<DiscrepancyPage['counts']> => {
  const found = await sql<{ state: DiscrepancyState; count: number }[]>`
    SELECT state, count(*)::int AS count FROM record_discrepancy WHERE centre_code = ${centre} GROUP BY state`
  return { open: 0, answered: 0, corrected: 0, closed: 0, ...Object.fromEntries(found.map(({ state, count }) => [state, count])) }
}

/** Answers the given discrepancies that are open at the centre. Returns the patient of each. */
export const answerDiscrepancies = (
  { sql }: Transaction,
  centre: string,
  { ids, reason, actor }: { readonly ids: readonly number[]; readonly reason: string; readonly actor: string },
): PromiseLike<{ readonly id: number; readonly patient: number }[]> => sql<{ id: number; patient: number }[]>`
  UPDATE record_discrepancy SET state = 'answered', answer = ${reason}, answered_by = ${actor}, answered_at = now()
  WHERE id = ANY (${[...ids]}) AND centre_code = ${centre} AND state = 'open' RETURNING id, patient_id AS patient`

/** Closes the given discrepancies that are offered for closing. Returns their number. */
export const closeDiscrepancies = async ({ sql }: Transaction, centre: string, ids: readonly number[], actor: string): Promise<number> => {
  const { count } = await sql`
    UPDATE record_discrepancy SET state = 'closed', closed_by = ${actor}, closed_at = now()
    WHERE id = ANY (${[...ids]}) AND centre_code = ${centre} AND state = 'corrected'`
  return count
}

type Centre = { readonly code: string; readonly name: string }
type CheckCount = {
  readonly centre: Centre
  readonly checkKey: string
  readonly open: number
  readonly answered: number
  readonly corrected: number
}

export const listVisibleCentres = ({ sql }: Transaction): PromiseLike<Centre[]> => sql<Centre[]>`
  SELECT code, name FROM centre WHERE geotreeid = ANY (string_to_array(current_setting('app.areas'), ',')) AND deleted_at IS NULL ORDER BY code`

/** Counts the discrepancies of the visible centres by check, the centre with most open ones first. Closed ones need no action. */
export const countByCheck = ({ sql }: Transaction): PromiseLike<CheckCount[]> => sql<CheckCount[]>`
  SELECT jsonb_build_object('code', c.code, 'name', c.name) AS centre, f.check_key AS "checkKey", count(*) FILTER (WHERE f.state = 'open')::int AS open,
    count(*) FILTER (WHERE f.state = 'answered')::int AS answered, count(*) FILTER (WHERE f.state = 'corrected')::int AS corrected
  FROM record_discrepancy AS f JOIN centre AS c ON c.code = f.centre_code WHERE f.state <> 'closed'
  GROUP BY c.code, c.name, f.check_key ORDER BY open DESC, c.code, f.check_key`

export type StoredQuery = Omit<CentreQuery, 'check' | 'field' | 'question' | 'patient'> & {
  readonly field: string | null
  readonly patientId: number | null
  readonly record: string | null
  readonly code: string | null
  readonly checkKey: string | null
  readonly question: NonNullable<Signed>
}

const queriesShown = 500

/**
 * The queries of the visible centres, or about one record: the open ones, then the answered, then the newest closed ones. Row security shows
 * the address of a record and the code of its patient to the centre only.
 */
export const listCentreQueries = (tx: Transaction, record?: string): PromiseLike<StoredQuery[]> => tx.sql<StoredQuery[]>`
  SELECT q.id, q.field, q.patient_id AS "patientId", i.record_id AS record, i.centre_patient_code AS code, jsonb_build_object('code', c.code, 'name', c.name) AS centre, q.check_key AS "checkKey", q.state,
    jsonb_build_object('text', q.question, 'by', q.asked_by, 'at', q.asked_at) AS question,
    CASE WHEN q.reply IS NOT NULL THEN jsonb_build_object('text', q.reply, 'by', q.replied_by, 'at', q.replied_at) END AS reply,
    CASE WHEN q.closed_by IS NOT NULL THEN jsonb_build_object('by', q.closed_by, 'at', q.closed_at) END AS closed
  FROM centre_query AS q JOIN centre AS c ON c.code = q.centre_code LEFT JOIN patient_identity AS i ON i.patient_id = q.patient_id
  WHERE ${nameOwnCentre(tx, 'q.centre_code')} ${record === undefined ? tx.sql`` : tx.sql`AND i.record_id = ${record}`}
  ORDER BY array_position(ARRAY['open', 'answered', 'closed'], q.state), q.id DESC LIMIT ${queriesShown}`

type NewQuery = {
  readonly centre: string
  readonly question: string
  readonly askedBy: string
  readonly checkKey?: string | undefined
  readonly record?: string
  readonly field?: string
}

/**
 * Returns whether the person has asked the same, and the query is still open: the request was sent again. Until the end of the transaction the
 * person can add no other query (FAULT-11).
 */
export const isAsked = async ({ sql }: Transaction, { centre, question, askedBy, checkKey, record, field }: NewQuery): Promise<boolean> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('centre_query'), hashtext(${askedBy}))`
  const found = await sql`
    SELECT FROM centre_query
    WHERE state = 'open' AND centre_code = ${centre} AND asked_by = ${askedBy} AND question = ${question}
      AND check_key IS NOT DISTINCT FROM ${checkKey ?? null} AND field IS NOT DISTINCT FROM ${field ?? null}
      AND patient_id IS NOT DISTINCT FROM (SELECT i.patient_id FROM patient_identity AS i WHERE i.record_id = ${record ?? null})
    LIMIT 1`
  return found.length > 0
}
