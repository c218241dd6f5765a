import type { Transaction } from './transaction.ts'

type Common = { readonly subject: string }
/** v2 and v3 leave no time in the ledger, so it is null. */
export type WithdrawalDecision = Common & {
  readonly kind: 'withdrawal'
  readonly choice: 'v1' | 'v2' | 'v3'
  readonly at: string | null
  readonly language: string | null
  /** Of a patient with v1, whom a restored copy may not know. Those of others are in `fingerprints`. */
  readonly fingerprints: readonly string[]
}
/** The last answer to a question, if it is no or one of several options, or has lapsed. A lapsed one has neither version nor language. */
export type ConsentDecision = Common & {
  readonly kind: 'consent'
  readonly field: string
  readonly answer: boolean | number | 'lapsed'
  readonly version: number | null
  readonly language: string | null
  readonly at: string
}
/** A guardian who asks to anonymise or erase a patient, by the number of the guardianship. */
export type OpenRequest = Common & { readonly guardianship: number; readonly choice: 'v2' | 'v3'; readonly at: string }
/** All open requests at a moment. Together they also say which earlier request was taken back, because its row is deleted (REQ-GRD-12). */
export type OpenRequests = { readonly kind: 'withdrawal_requests'; readonly at: string; readonly requests: readonly OpenRequest[] }
export type StudyDecision = Common & {
  readonly kind: 'study'
  readonly study: string
  readonly version: number | null
  readonly at: string
}
export type NewsletterDecision = Common & { readonly kind: 'newsletter'; readonly at: string }
/** A file of new patients that the centre has undone. */
export type UndoneFile = { readonly kind: 'undone_file'; readonly import: string; readonly centre: string }
/** The fingerprints of one person withdrawn with v2 or v3. */
export type Fingerprints = { readonly kind: 'fingerprints'; readonly person: string; readonly hashes: readonly string[] }

/** Decisions of people against the use of their data, without name and contact. */
export type Decision = WithdrawalDecision | ConsentDecision | OpenRequests | StudyDecision | NewsletterDecision | UndoneFile | Fingerprints

/** A patient with v1, whose values are still there. */
export type ClosedPatient = { readonly subject: string; readonly patientId: number; readonly at: string; readonly language: string | null }

export const listClosedPatients = ({ sql }: Transaction, since: string): Promise<ClosedPatient[]> => sql<ClosedPatient[]>`
  SELECT e.subject, p.id AS "patientId", e.at, e.language FROM consent_event AS e JOIN patient AS p ON p.consent_subject = e.subject
  WHERE e.field = 'C_DB_NO_NOTIFICATION' AND e.answer = '"v1"' AND e.at >= ${since} ORDER BY e.subject`

/** Of v2 and v3 only the year is known. The order of the subjects, which are random, says nothing about the time. */
const listDeletedPatients = ({ sql }: Transaction, since: string): Promise<WithdrawalDecision[]> => sql<WithdrawalDecision[]>`
  SELECT 'withdrawal' AS kind, subject, answer #>> '{}' AS choice, NULL AS at, language, '{}'::text[] AS fingerprints FROM consent_event
  WHERE field = 'C_DB_NO_NOTIFICATION' AND at IS NULL AND year >= extract(year FROM ${since}::timestamptz AT TIME ZONE 'UTC') ORDER BY subject`

/** In the order of the ledger, because an answer after a lapse implies the registration again. A minor's assent is no answer (REQ-GRD-03). */
const listEndedConsents = ({ sql }: Transaction, since: string): Promise<ConsentDecision[]> => sql<ConsentDecision[]>`
  SELECT 'consent' AS kind, e.subject, e.field, e.answer, e.version, e.language, e.at FROM consent_event AS e
  WHERE (e.kind = 'consents' AND (e.answer = 'false' OR jsonb_typeof(e.answer) <> 'boolean') OR e.answer = '"lapsed"') AND e.at >= ${since}
    AND e.channel <> 'assent' AND NOT EXISTS (
      SELECT FROM consent_event AS later
      WHERE later.subject = e.subject AND later.field = e.field AND later.seq > e.seq AND later.channel <> 'assent')
  ORDER BY e.subject, e.seq`

const listOpenRequests = ({ sql }: Transaction): Promise<OpenRequests[]> => sql<OpenRequests[]>`
  SELECT 'withdrawal_requests' AS kind, now() AS at, coalesce(jsonb_agg(jsonb_build_object('subject', p.consent_subject, 'guardianship', g.id,
    'choice', request.choice, 'at', to_char(request.asked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY p.consent_subject, g.id), '[]') AS requests
  FROM withdrawal_request AS request JOIN patient AS p ON p.id = request.patient_id
  JOIN guardianship AS g ON (g.patient_id, g.guardian_id) = (request.patient_id, request.guardian_id) AND is_guardianship_in_force(g)`

const listRefusedStudies = ({ sql }: Transaction, since: string): Promise<StudyDecision[]> => sql<StudyDecision[]>`
  SELECT 'study' AS kind, p.consent_subject AS subject, s.study_id AS study, s.answered_version AS version, coalesce(s.left_at, s.answered_at) AS at
  FROM study_patient AS s JOIN patient AS p ON p.id = s.patient_id
  WHERE s.status = 'ConsensoNO' AND coalesce(s.left_at, s.answered_at) >= ${since} ORDER BY p.consent_subject, s.study_id`

const listEndedNewsletters = ({ sql }: Transaction, since: string): Promise<NewsletterDecision[]> => sql<NewsletterDecision[]>`
  SELECT 'newsletter' AS kind, p.consent_subject AS subject, n.changed_at AS at FROM newsletter_subscription AS n JOIN patient AS p ON p.id = n.patient_id
  WHERE NOT n.wants AND n.changed_at >= ${since} ORDER BY p.consent_subject`

const listUndoneFiles = ({ sql }: Transaction, since: string): Promise<UndoneFile[]> => sql<UndoneFile[]>`
  SELECT 'undone_file' AS kind, id AS import, centre_code AS centre FROM import_run
  WHERE command = 'createPatients' AND undone_at >= ${since} ORDER BY id`

/** All of them, because they have no time. */
const listFingerprints = ({ sql }: Transaction): Promise<Fingerprints[]> => sql<Fingerprints[]>`
  SELECT 'fingerprints' AS kind, person, array_agg(hash ORDER BY hash) AS hashes FROM withdrawn_fingerprint GROUP BY person ORDER BY person`

/** Lists the decisions since a moment, except those of `listClosedPatients`. The transaction needs the rights of the owner. */
export const listDecisions = async (tx: Transaction, since: string): Promise<readonly Decision[]> =>
  [
    await listDeletedPatients(tx, since),
    await listEndedConsents(tx, since),
    await listOpenRequests(tx),
    await listRefusedStudies(tx, since),
    await listEndedNewsletters(tx, since),
    await listUndoneFiles(tx, since),
    await listFingerprints(tx),
  ].flat()
