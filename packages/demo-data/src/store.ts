import { observedAnalytes } from '@registry/domain/observations/analytes'
import type { Sql } from './copy.ts'
import { visitIndexLimit } from './patient.ts'
import { medicalColumns, personalColumns, type Batch, type Range } from './staging.ts'

/** PHC strings of the patients' password: one each for the five published accounts, one for all others. */
export type PatientHashes = { readonly own: readonly string[]; readonly others: string }

const registerPatients = async (sql: Sql): Promise<void> => {
  await sql`
    INSERT INTO patient (id, centre_code, login_mode, lang, created_at) OVERRIDING SYSTEM VALUE
    SELECT patient_id, centre_code, login_mode, lang, created_at FROM demo_registration ORDER BY patient_id`
  await sql`
    INSERT INTO patient_identity (patient_id, centre_code, centre_patient_code, surname, name, email, mobile_prefix, mobile)
    SELECT patient_id, centre_code, centre_patient_code, surname, name, email, mobile_prefix, mobile FROM demo_registration ORDER BY patient_id`
}

const openAccounts = async (sql: Sql, { own, others }: PatientHashes): Promise<void> => {
  await sql`
    INSERT INTO account (patient_id, password_hash, password_changed_at)
    SELECT patient_id, CASE WHEN has_password THEN coalesce((${[...own]}::text[])[patient_id], ${others}) END, CASE WHEN has_password THEN created_at END
    FROM demo_registration WHERE has_account ORDER BY patient_id`
}

/** Records that each patient who answered received every document once, in their language. The texts for minors are not among them. */
const sendDocuments = async (sql: Sql, ids: Range): Promise<void> => {
  await sql`
    INSERT INTO consent_document_sent (subject, client, kind, version, language)
    SELECT p.consent_subject, 'myconsent', d.kind, d.version, r.language
    FROM (SELECT DISTINCT patient_id, language FROM demo_round) AS r JOIN patient AS p ON p.id = r.patient_id AND p.id BETWEEN ${ids.first} AND ${ids.last}
    CROSS JOIN (SELECT kind, max(version) AS version FROM consent_document WHERE kind NOT IN ('assent_child', 'assent_adolescent') GROUP BY kind) AS d ORDER BY r.patient_id, d.kind`
}

/** Each round answers the questions of both documents in force. The preliminary answers are all yes (REQ-CON-03). */
const writeLedger = async (sql: Sql, ids: Range): Promise<void> => {
  await sql`
    WITH newest AS (
      SELECT max(version) FILTER (WHERE kind = 'information') AS information, max(version) FILTER (WHERE kind = 'preliminary') AS preliminary,
        max(version) FILTER (WHERE kind = 'consents') AS consents
      FROM consent_document
    ), question AS MATERIALIZED (
      SELECT q.kind, q.version, q.place, q.field, CASE q.kind WHEN 'consents' THEN n.information END AS information,
        CASE q.kind WHEN 'consents' THEN n.preliminary END AS preliminary
      FROM consent_question AS q JOIN newest AS n ON (q.kind, q.version) IN (('preliminary', n.preliminary), ('consents', n.consents))
      WHERE q.language = 'it'
    )
    INSERT INTO consent_event (subject, at, field, answer, kind, version, language, client, information_version, preliminary_version, channel, actor)
    SELECT p.consent_subject, r.at, q.field, coalesce(r.answers -> q.field, 'true'), q.kind, q.version, r.language, 'myconsent', q.information, q.preliminary,
      'patient', 'patient'
    FROM demo_round AS r JOIN patient AS p ON p.id = r.patient_id AND p.id BETWEEN ${ids.first} AND ${ids.last} CROSS JOIN question AS q
    ORDER BY r.patient_id, r.at, q.kind DESC, q.place`
}

type DataDomain = { readonly table: 'patient_personal' | 'patient_medical'; readonly staged: string; readonly columns: readonly string[] }
const personalData: DataDomain = { table: 'patient_personal', staged: 'demo_personal', columns: personalColumns }
const medicalData: DataDomain = { table: 'patient_medical', staged: 'demo_medical', columns: medicalColumns }

/** Saves a data domain as often as its most saved patient. Each save is an update of all patients who have it. */
const fillDataDomain = async (sql: Sql, { table, staged, columns }: DataDomain, saves: number, { first, last }: Range): Promise<void> => {
  const values = columns.map((column) => `${column} = staged.${column}`).join(', ')
  for (let place = 1; place <= saves; place += 1)
    await sql.unsafe(
      `UPDATE ${table} AS data_domain SET ${values} FROM ${staged} AS staged
      WHERE staged.patient_id = data_domain.patient_id AND staged.place = $1 AND data_domain.patient_id BETWEEN $2 AND $3`,
      [place, first, last],
    )
}

/** Statements that change versions, which are never changed later. */
const changeVersions = (table: string, statement: string): string => `
  ALTER TABLE ${table}_version DISABLE TRIGGER prevent_change;
  ${statement};
  ALTER TABLE ${table}_version ENABLE TRIGGER prevent_change;`

/** Dates the versions that the triggers wrote as of the load. Nobody else uses the registry yet, so this changes no evidence. */
const backdateVersions = async (sql: Sql): Promise<void> => {
  for (const { table, staged } of [personalData, medicalData])
    await sql.unsafe(
      changeVersions(
        table,
        `UPDATE ${table}_version AS saved SET at = staged.at FROM ${staged} AS staged
        WHERE staged.patient_id = saved.patient_id AND saved.version = staged.place + 1 AND staged.at IS NOT NULL`,
      ),
    )
  await sql.unsafe(
    changeVersions(
      'patient_identity',
      `UPDATE patient_identity_version AS saved SET at = staged.created_at FROM demo_registration AS staged
      WHERE staged.patient_id = saved.patient_id AND staged.patient_id <= ${visitIndexLimit}`,
    ),
  )
}

const units = observedAnalytes.map(({ name, field }) => `('${name}', '${field.unit ?? ''}')`).join(', ')

/**
 * Adds the dated results and computes the statistics of each centre, as its files did. The version has the day of the newest result: nobody
 * else uses the registry yet, so this changes no evidence.
 */
const storeResults = async (sql: Sql): Promise<void> => {
  await sql.unsafe(`
    INSERT INTO observation (patient_id, centre_code, analyte, taken_on, value, unit, standard_value, source, recorded_at, recorded_by)
    SELECT result.patient_id, patient.centre_code, result.analyte, result.taken_on, result.value, analyte.unit, result.value::text::numeric, 'file',
      result.recorded_at, 'center ' || patient.centre_code
    FROM demo_result AS result JOIN patient ON patient.id = result.patient_id JOIN (VALUES ${units}) AS analyte (name, unit) ON analyte.name = result.analyte
    ORDER BY result.patient_id, result.analyte, result.taken_on`)
  await sql`ANALYZE observation`
  const centres = await sql<{ code: string; patients: number[] }[]>`
    SELECT centre_code AS code, array_agg(id) AS patients FROM patient WHERE id IN (SELECT patient_id FROM demo_result) GROUP BY centre_code ORDER BY code`
  for (const { code, patients } of centres) {
    await sql`SELECT set_config('app.centre', ${code}, true)`
    await sql`SELECT compute_statistics(${patients}::integer[])`
  }
  await sql`SELECT set_config('app.centre', '', true)`
  await sql.unsafe(
    changeVersions(
      'patient_medical',
      `UPDATE patient_medical_version AS saved SET at = newest.at
      FROM (SELECT patient_id, max(recorded_at) + interval '1 minute' AS at FROM demo_result GROUP BY patient_id) AS newest
      WHERE newest.patient_id = saved.patient_id AND saved.source = 'computed'`,
    ),
  )
}

const storeQuestionnaires = async (sql: Sql): Promise<void> => {
  await sql`
    INSERT INTO sf36_response (patient_id, key, filled_at, version, language, answers, pf, rp, bp, gh, vt, sf, re, mh, ht)
    SELECT q.patient_id, gen_random_uuid(), q.at, (SELECT max(version) FROM sf36_version), q.language, q.answers, score.*
    FROM demo_sf36 AS q CROSS JOIN LATERAL jsonb_to_record(q.scores) AS score (
      "PF" float8, "RP" float8, "BP" float8, "GH" float8, "VT" float8, "SF" float8, "RE" float8, "MH" float8, "HT" float8)
    ORDER BY q.patient_id, q.at`
}

/** v1 needs one dated ledger event, because the records stay (REQ-CON-07). For v2 and v3 a database function does the work. */
const withdraw = async (sql: Sql): Promise<void> => {
  await sql`
    INSERT INTO consent_event (subject, at, field, answer, language, channel, actor)
    SELECT p.consent_subject, d.at, 'C_DB_NO_NOTIFICATION', to_jsonb(d.choice), d.language, 'patient', 'patient'
    FROM demo_departure AS d JOIN patient AS p ON p.id = d.patient_id
    WHERE d.choice = 'v1' ORDER BY d.patient_id`
  const withdrawals = await sql<{ id: number; choice: string; language: string }[]>`
    SELECT patient_id AS id, choice, language FROM demo_departure WHERE choice <> 'v1' ORDER BY patient_id`
  for (const { id, choice, language } of withdrawals) {
    await sql`SELECT set_config('app.patient', ${String(id)}, true)`
    await sql`SELECT withdraw_patient(${id}::integer, ${choice}, ${language})`
  }
  if (withdrawals.length > 0) await sql`SELECT set_config('app.patient', '', true)`
}

/** Moves the staged patients into the registry's tables, set by set. Triggers, history and ledger work as in production. */
export const storePatients = async (sql: Sql, { ids, saves }: Pick<Batch, 'ids' | 'saves'>, hashes: PatientHashes): Promise<void> => {
  await registerPatients(sql)
  await openAccounts(sql, hashes)
  await sendDocuments(sql, ids)
  await writeLedger(sql, ids)
  await fillDataDomain(sql, personalData, 1, ids)
  await fillDataDomain(sql, medicalData, saves, ids)
  // Later patients have no dated saves, and the versions of all patients are many.
  if (ids.first <= visitIndexLimit) {
    await backdateVersions(sql)
    await storeResults(sql)
  }
  await storeQuestionnaires(sql)
  await withdraw(sql)
}
