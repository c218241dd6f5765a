import type { ConsentDecision, Decision, NewsletterDecision, StudyDecision, UndoneFile, WithdrawalDecision } from './decisions.ts'
import type { Transaction } from './transaction.ts'

/** What `after-restore` did with the decisions of a list, by kind. `unknown` counts the patients who are not in the copy. */
export type RepeatedDecisions = {
  readonly withdrawals: number
  readonly consents: number
  readonly studies: number
  readonly newsletters: number
  readonly undoneFiles: number
  readonly unknown: number
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

const repeatDecision = async (tx: Transaction, decision: Decision): Promise<Outcome> => {
  switch (decision.kind) {
    case 'withdrawal':
      return repeatWithdrawal(tx, decision)
    case 'consent':
      return repeatConsent(tx, decision)
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
 * before withdrawals, after which the ledger accepts none.
 */
export const repeatDecisions = async (tx: Transaction, decisions: readonly Decision[]): Promise<RepeatedDecisions> => {
  const unknown = new Set<string>()
  const counts = { withdrawals: 0, consents: 0, studies: 0, newsletters: 0, undoneFiles: 0 }
  const isWithdrawal = ({ kind }: Decision): boolean => kind === 'withdrawal'
  for (const decision of [...decisions.filter((one) => !isWithdrawal(one)), ...decisions.filter(isWithdrawal)]) {
    const outcome = await repeatDecision(tx, decision).catch((cause: unknown) => {
      throw new Error(`a decision cannot be repeated: ${JSON.stringify(decision)}`, { cause })
    })
    if (outcome === 'unknown' && 'subject' in decision) unknown.add(decision.subject)
    if (outcome === 'done' && decision.kind !== 'fingerprints') counts[names[decision.kind]] += 1
  }
  // The recipients of the exports got these mails after the moment.
  await tx.sql`UPDATE deletion_request SET mailed = true WHERE NOT mailed`
  return { ...counts, unknown: unknown.size }
}
