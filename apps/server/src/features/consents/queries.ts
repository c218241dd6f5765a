import { and, desc, eq } from 'drizzle-orm'
import type { ConsentDocument, CurrentConsents, DocumentKind, PaperConsent, Withdrawal } from '@registry/api-contract/consents'
import { consentDocument, type ConsentClient } from '@registry/db/schema/consents'
import type { Transaction } from '@registry/db/transaction'
import type { Answer } from '@registry/domain/consent/questions'
import { findAssent, type Assent } from '@registry/domain/guardians/assent'
import { guardianSettings } from '@registry/domain/guardians/settings'
import type { Language } from '@registry/domain/language'

export type DocumentRow = typeof consentDocument.$inferSelect

export const findNewestDocumentRow = async ({ db }: Transaction, kind: DocumentKind): Promise<DocumentRow | undefined> => {
  const [row] = await db
    .select()
    .from(consentDocument)
    .where(eq(consentDocument.kind, kind))
    .orderBy(desc(consentDocument.version))
    .limit(1)
  return row
}

export const findDocumentRow = async ({ db }: Transaction, kind: DocumentKind, version: number): Promise<DocumentRow | undefined> => {
  const condition = and(eq(consentDocument.kind, kind), eq(consentDocument.version, version))
  const [row] = await db.select().from(consentDocument).where(condition)
  return row
}

/** A version of a document in a language. */
export type DocumentVersion = { readonly version: number; readonly language: Language }
type VersionOfKind = DocumentVersion & { readonly kind: DocumentKind }

/** Records that a document was sent, unless it is already the last one of its kind for the program. */
export const insertSentDocument = async (
  { sql }: Transaction,
  subject: string,
  client: ConsentClient,
  { kind, version, language }: VersionOfKind,
): Promise<void> => {
  await sql`
    INSERT INTO consent_document_sent (subject, client, kind, version, language)
    SELECT ${subject}, ${client}, ${kind}, ${version}, ${language}
    WHERE NOT EXISTS (
      SELECT FROM (SELECT * FROM consent_document_sent WHERE client = ${client} AND kind = ${kind} ORDER BY seq DESC LIMIT 1) AS last
      WHERE last.version = ${version} AND last.language = ${language})`
}

/** Returns the last document that a program received. Row security limits the rows to the patient. */
export const findLastSentVersion = async (
  { sql }: Transaction,
  client: ConsentClient,
  kind: DocumentKind,
): Promise<DocumentVersion | undefined> => {
  const [sent] = await sql<DocumentVersion[]>`
    SELECT version, language FROM consent_document_sent WHERE client = ${client} AND kind = ${kind} ORDER BY seq DESC LIMIT 1`
  return sent
}

export const wasSentToMyConsent = async ({ sql }: Transaction, { kind, version, language }: VersionOfKind): Promise<boolean> => {
  const [sent] = await sql`
    SELECT FROM consent_document_sent WHERE client = 'myconsent' AND kind = ${kind} AND version = ${version} AND language = ${language} LIMIT 1`
  return sent !== undefined
}

type SubjectRow = { readonly subject: string | null; readonly withdrawn: string | null }

/** Locks the patient until the transaction ends and returns the subject in the ledger. */
export const lockSubject = async ({ sql }: Transaction, patientId: number): Promise<SubjectRow | undefined> => {
  const [row] = await sql<SubjectRow[]>`
    SELECT consent_subject AS subject, c_db_no_notification AS withdrawn FROM patient WHERE id = ${patientId} FOR UPDATE`
  return row
}

type NewEvent = Readonly<Record<string, string | number | null>>

type InsertedEvent = {
  readonly field: string
  readonly seq: number
  readonly at: string
  readonly chainHash: string
  readonly channel: string
}

/** Stores the events and returns the values that the database set, in their order. */
export const insertEvents = ({ sql }: Transaction, events: readonly NewEvent[]): Promise<InsertedEvent[]> =>
  sql<InsertedEvent[]>`INSERT INTO consent_event ${sql(events)} RETURNING field, seq, at, chain_hash AS "chainHash", channel`

/** The version of the consents that an answer belongs to. A paper has none, and the language of the patient. */
export type AnsweredVersion = { readonly version: number | null; readonly language: Language }

export type LatestAnswer = AnsweredVersion & { readonly field: string; readonly answer: unknown; readonly at: string }

/** Returns the newest answer to each consent question, unless it has lapsed. Row security limits the ledger to the patient. */
export const listLatestAnswers = ({ sql }: Transaction): Promise<LatestAnswer[]> => sql<LatestAnswer[]>`
  SELECT * FROM (
    SELECT DISTINCT ON (e.field) e.field, e.answer, e.at, e.version, coalesce(e.language, p.lang) AS language
    FROM consent_event AS e JOIN patient AS p ON p.consent_subject = e.subject
    WHERE (e.kind = 'consents' OR e.answer = '"lapsed"') AND e.channel <> 'assent' ORDER BY e.field, e.seq DESC) AS latest
  WHERE latest.answer <> '"lapsed"'`

/** The questions with a Yes that waits for another signature, and whether it is the caller's (REQ-GRD-03). */
export const listWaitingSignatures = ({ sql }: Transaction): Promise<CurrentConsents['waiting']> => sql<CurrentConsents['waiting']>`
  SELECT field, yours FROM list_waiting_signatures()`

/** Finds what a minor reads before answering in person, and whether they are asked to (REQ-GRD-03). Null for an adult. */
export const findPatientAssent = async ({ sql }: Transaction, patientId: number): Promise<Assent | null> => {
  const [row] = await sql<{ majority: string | null; today: string; isHeard: boolean; assentAge: string | null }[]>`
    SELECT find_majority(${patientId})::text AS majority, (now() AT TIME ZONE 'Europe/Rome')::date::text AS today, was_patient_heard() AS "isHeard",
      (SELECT value FROM setting WHERE key = 'assent_age') AS "assentAge"`
  return row ? findAssent({ ...row, assentAge: Number(row.assentAge ?? guardianSettings.assent_age) }) : null
}

export const findAnsweredAt = async (tx: Transaction): Promise<string | null> =>
  (await listLatestAnswers(tx))
    .map(({ at }) => at)
    .toSorted()
    .at(-1) ?? null

export type PreliminaryVersion = Pick<ConsentDocument, 'version' | 'hash'>

/**
 * Finds the preliminary questions that the patient answered last in any program, unless a later version needs a new answer or the consents lapsed since.
 * The ledger has only preliminary answers that are all Yes. Row security limits it to the patient.
 */
export const findAnsweredPreliminary = async ({ sql }: Transaction): Promise<PreliminaryVersion | undefined> => {
  const [found] = await sql<PreliminaryVersion[]>`
    SELECT e.version, e.shown_hash AS hash FROM consent_event AS e WHERE e.kind = 'preliminary'
      AND NOT EXISTS (SELECT FROM consent_document AS d WHERE d.kind = 'preliminary' AND d.needs_new_answer AND d.version > e.version)
      AND NOT EXISTS (SELECT FROM consent_event AS lapse WHERE lapse.subject = e.subject AND lapse.seq > e.seq AND lapse.answer = '"lapsed"')
    ORDER BY e.seq DESC LIMIT 1`
  return found
}

export const findWithdrawal = async ({ sql }: Transaction, patientId: number): Promise<CurrentConsents['withdrawal']> => {
  const [state] = await sql<{ withdrawal: CurrentConsents['withdrawal'] }[]>`
    SELECT c_db_no_notification AS withdrawal FROM patient WHERE id = ${patientId}`
  return state?.withdrawal ?? null
}

/** Returns the questions of each open re-consent request; an empty list means all. Row security limits them to the patient. */
export const listOpenReconsentRequests = async ({ sql }: Transaction): Promise<readonly (readonly string[])[]> =>
  (await sql<{ fields: string[] }[]>`SELECT fields FROM reconsent_request WHERE answered_at IS NULL`).map(({ fields }) => fields)

export type ReadVersions = {
  readonly consents: number | null
  readonly information: number | null
  readonly preliminary: number | null
}

/** Returns the document versions that the patient read for the last answers. Old programs send no version of the information. */
export const findReadVersions = async ({ sql }: Transaction): Promise<ReadVersions | undefined> => {
  const [read] = await sql<ReadVersions[]>`
    SELECT version AS consents, information_version AS information, preliminary_version AS preliminary
    FROM consent_event WHERE kind = 'consents' ORDER BY seq DESC LIMIT 1`
  return read
}

export type StoredEvent = AnsweredVersion & {
  readonly entry: number
  readonly at: string
  readonly field: string
  readonly answer: Answer
  readonly channel: string
  /** Since when the answer counts: the day of the signature for a paper. */
  readonly since: string
  readonly paper: PaperConsent | null
  readonly receipt: number | null
  /** The answer lapsed since. */
  readonly lapsed: boolean
}

/** Returns the patient's whole ledger, newest first. */
export const listStoredEvents = ({ sql }: Transaction): Promise<StoredEvent[]> => sql<StoredEvent[]>`
    SELECT e.seq AS entry, e.at, e.field, e.answer, e.version, coalesce(e.language, p.lang) AS language, e.channel, r.seq AS receipt, EXISTS (SELECT FROM consent_event AS lapse WHERE lapse.subject = e.subject AND lapse.field = e.field AND lapse.seq > e.seq AND lapse.answer = '"lapsed"') AS lapsed,
      coalesce(e.signed_on::timestamp AT TIME ZONE 'Europe/Rome', e.at) AS since,
      CASE WHEN e.signed_on IS NOT NULL THEN jsonb_build_object('signedOn', e.signed_on, 'reference', paper.reference, 'version', paper.version) END AS paper
    FROM consent_event AS e JOIN patient AS p ON p.consent_subject = e.subject LEFT JOIN consent_receipt AS r ON r.subject = e.subject AND e.seq BETWEEN r.first_seq AND r.seq
      LEFT JOIN list_own_papers() AS paper ON paper.seq = e.seq
    WHERE e.kind = 'consents' ORDER BY e.seq DESC`

/** Version and hash of each document on the screen when the patient answered. */
type ShownVersions = readonly { readonly kind: DocumentKind; readonly version: number; readonly hash: string }[]

/** Returns the documents of an answer, in the order of the reading. Row security limits the ledger to the patient. */
export const listShownVersions = ({ sql }: Transaction, entry: number): Promise<ShownVersions> => sql<[...ShownVersions]>`
  SELECT shown.kind, shown.version, shown.hash
  FROM consent_event AS e, LATERAL (VALUES
    (1, e.assent_kind::text, e.assent_version, e.assent_hash),
    (2, 'information', e.information_version, e.information_hash),
    (3, 'preliminary', e.preliminary_version, e.preliminary_hash),
    (4, e.kind::text, e.version, e.shown_hash)) AS shown (place, kind, version, hash)
  WHERE e.seq = ${entry} AND shown.version IS NOT NULL ORDER BY shown.place`

/** The patient's data before the withdrawal, which may delete them. */
type Contact = {
  code: string
  /** The name of the centre. */
  centre: string
  name: string
  surname: string
  login_mode: 'Email' | 'Mobile'
  email: string | null
  mobile: string | null
  lang: Language
}

export const findContact = async ({ sql }: Transaction, patientId: number): Promise<Contact | undefined> => {
  const [row] = await sql<Contact[]>`
    SELECT i.centre_patient_code AS code, centre.name AS centre, i.name, i.surname, p.login_mode, i.email, i.mobile_prefix || i.mobile AS mobile, p.lang FROM patient p JOIN patient_identity i ON i.patient_id = p.id JOIN centre ON centre.code = p.centre_code WHERE p.id = ${patientId}`
  return row
}

type WithdrawalDetails = {
  readonly choice: Withdrawal['choice']
  readonly language: Language
  readonly host: string
  readonly fingerprints: readonly string[]
}

/** Withdraws the patient in the database and returns the code of the centre. */
export const withdrawPatient = async (
  { sql }: Transaction,
  patientId: number,
  { choice, language, host, fingerprints }: WithdrawalDetails,
): Promise<{ readonly centre: string } | undefined> => {
  const [withdrawn] = await sql<{ centre: string }[]>`
    SELECT withdraw_patient(${patientId}, ${choice}, ${language}, ${host}, ${[...fingerprints]}::text[]) AS centre`
  return withdrawn
}

/** Carries out the request of guardians in the database, which refuses one that is too early or not confirmed, and returns the code of the centre. */
export const carryOutRequest = async (
  { sql }: Transaction,
  patientId: number,
  { language, host, fingerprints }: WithdrawalDetails,
): Promise<{ readonly centre: string } | undefined> => {
  const [withdrawn] = await sql<{ centre: string }[]>`
    SELECT carry_out_withdrawal_request(${patientId}, ${language}, ${host}, ${[...fingerprints]}::text[]) AS centre`
  return withdrawn
}

/**
 * Lists the exports that contain the patient of this transaction. The lock makes manifests wait
 * until the withdrawal has removed the patient (FAULT-14).
 */
export const listOwnExports = async ({ sql }: Transaction): Promise<readonly string[]> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('deletion_request'))`
  return (await sql<{ id: string }[]>`SELECT id FROM find_own_exports() AS id`).map(({ id }) => id)
}
