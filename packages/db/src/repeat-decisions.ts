import type {
  ConsentDecision,
  Decision,
  NewsletterDecision,
  OpenRequests,
  StudyDecision,
  UndoneFile,
  WithdrawalDecision,
} from './decisions.ts'
import type { Transaction } from './transaction.ts'

/**
 * What `after-restore` did with the decisions of a list, by kind. `requests` counts the guardians who ask to anonymise or erase, `unknown` the
 * patients who are not in the copy. The centres of `missingRequests` have a request of a guardian who is not in the copy.
 */
export type RepeatedDecisions = {
  readonly withdrawals: number
  readonly consents: number
  readonly requests: number
  readonly studies: number
  readonly newsletters: number
  readonly undoneFiles: number
  readonly unknown: number
  readonly missingRequests: readonly string[]
}

type Found = { readonly id: number; readonly withdrawn: string | null }
const findPatient = async ({ sql }: Transaction, subject: string): Promise<Found | undefined> => {
  const [found] = await sql<Found[]>`
    SELECT id, c_db_no_notification AS withdrawn FROM patient WHERE consent_subject = ${subject} FOR UPDATE`
  return found
}

const insertFingerprints = async ({ sql }: Transaction, person: string, hashes: readonly string[]): Promise<void> => {
  await sql`
    INSERT INTO withdrawn_fingerprint (person, hash) SELECT ${person}::uuid, unnest(${[...hashes]}::text[]) ON CONFLICT DO NOTHING`
}

type Outcome = 'done' | 'known' | 'unknown'

/**
 * A person with v1 who registered after the moment leaves fingerprints, so that an import does not register that person again. The ledger
 * names the patient as with the original decision: another name would reveal when patients with v2 or v3 withdrew (REQ-CON-08).
 */
const repeatWithdrawal = async (tx: Transaction, decision: WithdrawalDecision): Promise<Outcome> => {
  const { sql } = tx
  const { subject, choice, at, language, fingerprints } = decision
  const patient = await findPatient(tx, subject)
  if (!patient) {
    if (choice !== 'v1') return 'known'
    await insertFingerprints(tx, subject, fingerprints)
    return 'unknown'
  }
  if (patient.withdrawn !== null) return 'known'
  await sql`SELECT apply_withdrawal(${patient.id}, ${choice}, ${language}, '', coalesce(${at}::text::timestamptz, now()), '{}')`
  return 'done'
}

/** A later answer in the copy counts. The copy may not have the version that the patient read. The answer then counts for the newest version before it. */
const repeatConsent = async (
  { sql }: Transaction,
  { subject, field, answer, version, language, at }: ConsentDecision,
): Promise<Outcome> => {
  const [found] = await sql<{ same: boolean }[]>`
    SELECT p.c_db_no_notification IS NOT NULL OR coalesce((
        SELECT e.answer = ${JSON.stringify(answer)}::jsonb OR e.at > ${at} FROM consent_event AS e
        WHERE e.subject = p.consent_subject AND e.field = ${field} ORDER BY e.seq DESC LIMIT 1), false) AS same
    FROM patient AS p WHERE p.consent_subject = ${subject} FOR UPDATE`
  if (!found) return 'unknown'
  if (found.same) return 'known'
  await sql`
    INSERT INTO consent_event (subject, at, field, answer, kind, version, language, channel, actor)
    SELECT ${subject}, ${at}, ${field}, ${JSON.stringify(answer)}, 'consents', max(version), ${language}, 'system', 'operator'
    FROM consent_question WHERE kind = 'consents' AND field = ${field} AND language = ${language} AND version <= ${version}`
  return 'done'
}

/** A later answer to any question counts, as it brings the registration back. The signatures that waited end, as with a stop (REQ-GRD-11). */
const repeatLapse = async ({ sql }: Transaction, { subject, field, at }: ConsentDecision): Promise<Outcome> => {
  const [found] = await sql<{ id: number; known: boolean }[]>`
    SELECT p.id, p.c_db_no_notification IS NOT NULL OR EXISTS (
        SELECT FROM consent_event AS e WHERE e.subject = p.consent_subject AND (e.field = ${field} AND e.answer = '"lapsed"' AND e.at >= ${at}
          OR e.kind = 'consents' AND e.channel <> 'assent' AND e.at > ${at})) AS known
    FROM patient AS p WHERE p.consent_subject = ${subject} FOR UPDATE`
  if (!found) return 'unknown'
  if (found.known) return 'known'
  await sql`
    INSERT INTO consent_event (subject, at, field, answer, channel, actor) VALUES (${subject}, ${at}, ${field}, '"lapsed"', 'system', 'operator')`
  await sql`DELETE FROM consent_proposal WHERE patient_id = ${found.id}`
  return 'done'
}

type RepeatedRequests = { readonly requests: number; readonly missingRequests: readonly string[] }

/**
 * Restores the requests that began after the moment, and the confirmations of those that are open in the copy; then ends those that were
 * taken back. A request whose lapse the copy knew was dealt with, so what guardians did since counts.
 */
const repeatRequests = async (
  { sql }: Transaction,
  { at, requests }: OpenRequests,
  lapsed: ReadonlySet<string>,
): Promise<RepeatedRequests> => {
  const list = sql`jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) AS listed (subject uuid, guardianship integer, choice text, at timestamptz)
    JOIN patient AS p ON p.consent_subject = listed.subject LEFT JOIN guardianship AS g ON (g.id, g.patient_id) = (listed.guardianship, p.id)`
  const [repeated] = await sql<{ requests: number; missing: string[] }[]>`
    WITH asked AS (
      SELECT p.id, p.centre_code, g.guardian_id, listed.choice, listed.at, coalesce(is_guardianship_in_force(g), false) AS known FROM ${list}
      WHERE p.c_db_no_notification IS NULL
        AND (listed.subject = ANY (${[...lapsed]}::uuid[]) OR EXISTS (SELECT FROM withdrawal_request AS open WHERE open.patient_id = p.id))
    ), kept AS (
      INSERT INTO withdrawal_request (patient_id, centre_code, guardian_id, choice, asked_at)
      SELECT id, centre_code, guardian_id, choice, at FROM asked WHERE known
      ON CONFLICT ON CONSTRAINT withdrawal_request_pkey DO UPDATE SET choice = EXCLUDED.choice, asked_at = EXCLUDED.asked_at, reminded_at = NULL
      WHERE withdrawal_request.asked_at < EXCLUDED.asked_at
      RETURNING 1
    ) SELECT (SELECT count(*) FROM kept) AS requests, ARRAY(SELECT DISTINCT centre_code FROM asked WHERE NOT known ORDER BY 1) AS missing`
  const ended = await sql`
    DELETE FROM withdrawal_request AS request WHERE request.asked_at < ${at}
      AND NOT EXISTS (SELECT FROM ${list} WHERE (p.id, g.guardian_id) = (request.patient_id, request.guardian_id))`
  return { requests: (repeated?.requests ?? 0) + ended.count, missingRequests: repeated?.missing ?? [] }
}

/** A candidate without an invitation in the copy is asked again; without an answer nobody uses the data. */
const repeatStudy = async (tx: Transaction, { subject, study, version, at }: StudyDecision): Promise<Outcome> => {
  const { sql } = tx
  const patient = await findPatient(tx, subject)
  if (!patient) return 'unknown'
  const [found] = await sql<{ status: string | null }[]>`
    SELECT status FROM study_patient WHERE study_id = ${study} AND patient_id = ${patient.id} AND (answered_at > ${at}) IS NOT TRUE`
  if (!found?.status || found.status === 'ConsensoNO') return 'known'
  if (found.status === 'AttesaConsenso') {
    await sql`
      UPDATE study_patient SET status = 'ConsensoNO', answered_at = ${at}, answered_version = ${version}
      WHERE study_id = ${study} AND patient_id = ${patient.id}`
    return 'done'
  }
  await sql`SELECT set_config('app.patient', ${String(patient.id)}, true)`
  await sql`SELECT leave_study(${study}, ${version})`
  await sql`SELECT set_config('app.patient', '', true)`
  return 'done'
}

const repeatNewsletter = async ({ sql }: Transaction, { subject, at }: NewsletterDecision): Promise<Outcome> => {
  const ended = await sql`
    UPDATE newsletter_subscription AS n SET wants = false, changed_at = ${at} FROM patient AS p
    WHERE p.id = n.patient_id AND p.consent_subject = ${subject} AND n.wants AND n.changed_at < ${at}`
  return ended.count > 0 ? 'done' : 'known'
}

const repeatUndoneFile = async ({ sql }: Transaction, { import: id, centre }: UndoneFile): Promise<Outcome> => {
  await sql`SELECT set_config('app.centre', ${centre}, true)`
  const [undone] = await sql<{ patients: number }[]>`SELECT undo_registrations(${id}) AS patients`
  await sql`SELECT set_config('app.centre', '', true)`
  return (undone?.patients ?? 0) > 0 ? 'done' : 'known'
}

const names = {
  withdrawal: 'withdrawals',
  consent: 'consents',
  study: 'studies',
  newsletter: 'newsletters',
  undone_file: 'undoneFiles',
} as const

type SingleDecision = Exclude<Decision, OpenRequests>
const repeatDecision = async (tx: Transaction, decision: SingleDecision): Promise<Outcome> => {
  switch (decision.kind) {
    case 'withdrawal':
      return repeatWithdrawal(tx, decision)
    case 'consent':
      return decision.answer === 'lapsed' ? repeatLapse(tx, decision) : repeatConsent(tx, decision)
    case 'study':
      return repeatStudy(tx, decision)
    case 'newsletter':
      return repeatNewsletter(tx, decision)
    case 'undone_file':
      return repeatUndoneFile(tx, decision)
    case 'fingerprints':
      await insertFingerprints(tx, decision.person, decision.hashes)
      return 'known'
  }
}

/**
 * Repeats the decisions of a list in a restored copy, as its owner. A decision that the copy has already changes nothing. Answers come
 * before requests and withdrawals, after which the ledger accepts none.
 */
export const repeatDecisions = async (tx: Transaction, decisions: readonly Decision[]): Promise<RepeatedDecisions> => {
  const unknown = new Set<string>()
  const lapsed = new Set<string>()
  const counts = { withdrawals: 0, consents: 0, studies: 0, newsletters: 0, undoneFiles: 0 }
  const repeat = async (decision: SingleDecision): Promise<void> => {
    const outcome = await repeatDecision(tx, decision).catch((cause: unknown) => {
      throw new Error(`a decision cannot be repeated: ${JSON.stringify(decision)}`, { cause })
    })
    if (outcome === 'unknown' && 'subject' in decision) unknown.add(decision.subject)
    if (outcome !== 'done' || decision.kind === 'fingerprints') return
    counts[names[decision.kind]] += 1
    if (decision.kind === 'consent' && decision.answer === 'lapsed') lapsed.add(decision.subject)
  }
  const withdrawals: SingleDecision[] = []
  let open: OpenRequests | undefined
  for (const decision of decisions)
    if (decision.kind === 'withdrawal_requests') open = decision
    else if (decision.kind === 'withdrawal') withdrawals.push(decision)
    else await repeat(decision)
  const repeated = open ? await repeatRequests(tx, open, lapsed) : { requests: 0, missingRequests: [] }
  for (const decision of withdrawals) await repeat(decision)
  // The recipients of the exports got these mails after the moment.
  await tx.sql`UPDATE deletion_request SET mailed = true WHERE NOT mailed`
  return { ...counts, ...repeated, unknown: unknown.size }
}
