import type { Caller } from '@registry/api-contract/caller'
import type { OwnStudy, OwnStudyRow, StudyAnswerInput } from '@registry/api-contract/studies'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import { listMissingConsents, listNeededConsents, type StudyConsent } from '@registry/domain/studies/consents'
import { answerInvitation } from '@registry/domain/studies/participation'
import { isEnrolmentOver, studyAnswers, type ParticipationState, type StudyState } from '@registry/domain/studies/states'
import { buildOwnReadTrace } from '../../audit/read-trace.ts'
import { requirePatient } from '../../auth/require-patient.ts'
import type { Deps } from '../../app/deps.ts'
import { mailDeletionRequests } from '../../jobs/staff-mail.ts'
import { formatContact, getStudyTexts, listStudyTexts } from './format-study.ts'
import { toStudyLifecycle } from './queries.ts'

type OwnRow = Readonly<Record<StudyConsent, boolean | null>> & {
  readonly id: string
  readonly version: number
  readonly title: string
  readonly description: string
  readonly title_en: string | null
  readonly description_en: string | null
  readonly purpose: string | null
  readonly purpose_en: string | null
  readonly duration: string | null
  readonly duration_en: string | null
  readonly contact_name: string | null
  readonly contact: string | null
  readonly sheet_languages: readonly Language[]
  readonly video_url: string | null
  readonly main_centre: string
  readonly status: StudyState
  readonly end_enrollment_date: string | null
  readonly suspended: boolean
  readonly deleted: boolean
  readonly extraeu: boolean
  readonly f: boolean
  readonly p_db: boolean
  readonly approved: boolean | null
  readonly state: ParticipationState | null
  readonly invited_at: string
  readonly answered_at: string | null
  readonly left_at: string | null
}

/** The studies that invited the patient. Row security shows no other study and no other patient. */
const selectOwnStudies = ({ sql }: Transaction, patientId: number, id: string | null) => sql<OwnRow[]>`
  SELECT s.id, s.version, s.title, s.description, s.title_en, s.description_en, s.purpose, s.purpose_en, s.duration, s.duration_en, s.contact_name, s.contact, s.video_url, c.name AS main_centre, s.status, s.end_enrollment_date,
    s.suspended_at IS NOT NULL AS suspended, s.deleted_at IS NOT NULL AS deleted, s.extraeu, s.f, s.p_db,
    sp.approved, sp.status AS state, sp.invited_at, sp.answered_at, sp.left_at, p.c_db_m, p.c_extraeu, p.c_f, p.c_p_db,
    ARRAY(SELECT DISTINCT language FROM clinical_study_sheet WHERE study_id = s.id) AS sheet_languages
  FROM study_patient AS sp JOIN clinical_study AS s ON s.id = sp.study_id JOIN centre AS c ON c.code = s.main_centre
  JOIN patient AS p ON p.id = sp.patient_id
  WHERE sp.patient_id = ${patientId} AND (${id}::text IS NULL OR s.id = ${id})
    AND (sp.status IS NOT NULL OR s.status = 'Terminated') ORDER BY sp.invited_at DESC, s.id`

const findState = (row: OwnRow, today: string): OwnStudyRow['state'] => {
  if (row.state !== null && row.state !== 'AttesaConsenso') return 'answered'
  const life = toStudyLifecycle(row)
  if (row.state === null || life.deleted || life.state !== 'Active' || isEnrolmentOver(life, today)) return 'ended'
  return life.suspended ? 'suspended' : 'waiting'
}

/** An export does not change the answer that the patient gave. */
const findAnswer = ({ state }: OwnRow): OwnStudyRow['answer'] => {
  if (state === null || state === 'AttesaConsenso') return null
  return state === 'ConsensoNO' ? 'ConsensoNO' : 'ConsensoSI'
}

/** The answers that change something now, apart from the consents. */
const listPossibleAnswers = (row: OwnRow, today: string): OwnStudyRow['possibleAnswers'] =>
  studyAnswers.filter((answer) => {
    const result = answerInvitation(toStudyLifecycle(row), row, { answer, missing: [] }, today)
    return 'patient' in result && result.patient.state !== row.state
  })

const toOwnStudyRow = (row: OwnRow, { language }: Caller, today: string): OwnStudyRow => ({
  id: row.id,
  title: getStudyTexts(row, language).title,
  titleLanguage: row.title_en === null ? 'it' : language,
  state: findState(row, today),
  answer: findAnswer(row),
  answeredAt: row.answered_at,
  leftAt: row.left_at,
  possibleAnswers: listPossibleAnswers(row, today),
  invitedAt: row.invited_at,
  endDate: row.end_enrollment_date,
})

const findSheetLanguage = ({ sheet_languages: languages }: OwnRow, { language }: Caller): OwnStudy['sheet'] =>
  languages.includes(language) ? language : (languages[0] ?? null)

const toOwnStudy = (row: OwnRow, caller: Caller, today: string): OwnStudy => {
  const partners = { extraeu: row.extraeu, f: row.f, p_db: row.p_db }
  return {
    ...toOwnStudyRow(row, caller, today),
    description: getStudyTexts(row, caller.language).description,
    texts: listStudyTexts(row),
    contact: formatContact(row),
    sheet: findSheetLanguage(row, caller),
    videoUrl: row.video_url,
    mainCentre: row.main_centre,
    partners,
    neededConsents: [...listNeededConsents(partners)],
    missingConsents: [...listMissingConsents(partners, row)],
  }
}

const recordOwnRead = (caller: Caller): void => caller.recordRead(buildOwnReadTrace(requirePatient(caller).patientId, ['studies']))

const order: Readonly<Record<OwnStudyRow['state'], number>> = { waiting: 0, suspended: 1, answered: 2, ended: 3 }

/** Returns the studies that invited the patient, those to answer first (REQ-STU-15). */
export const listOwnStudies = async (tx: Transaction, caller: Caller, today: string): Promise<OwnStudyRow[]> => {
  const rows = await selectOwnStudies(tx, requirePatient(caller).patientId, null)
  recordOwnRead(caller)
  return rows.map((row) => toOwnStudyRow(row, caller, today)).toSorted((a, b) => order[a.state] - order[b.state])
}

/** Returns the studies that invited the patient, with the data of their pages. */
export const listOwnStudyDetails = async (tx: Transaction, caller: Caller, today: string): Promise<OwnStudy[]> => {
  const rows = await selectOwnStudies(tx, requirePatient(caller).patientId, null)
  recordOwnRead(caller)
  return rows.map((row) => toOwnStudy(row, caller, today))
}

const requireOwnRow = async (tx: Transaction, caller: Caller, id: string): Promise<OwnRow> => {
  const [row] = await selectOwnStudies(tx, requirePatient(caller).patientId, id)
  if (!row) throw new AppError('study_not_found')
  return row
}

/**
 * Returns one study with the consents that a 'Yes' still needs.
 * @throws AppError study_not_found without an invitation
 */
export const findOwnStudy = async (tx: Transaction, caller: Caller, id: string, today: string): Promise<OwnStudy> => {
  const row = await requireOwnRow(tx, caller, id)
  recordOwnRead(caller)
  return toOwnStudy(row, caller, today)
}

/**
 * Stores the answer of the patient; the same answer again changes nothing. A 'Yes' can be withdrawn, and a 'No' can become a 'Yes'
 * (REQ-STU-07). A withdrawal opens deletion requests for the exports with the patient. The lock on the patient serialises two answers, and
 * an answer and a change of consents.
 * @throws AppError study_consents_missing, study_not_open, study_enrolment_over, study_suspended
 */
export const answerStudy = async (
  deps: Pick<Deps, 'env' | 'messages' | 'outbox'>,
  tx: Transaction,
  caller: Caller,
  { id, answer }: StudyAnswerInput,
  today: string,
): Promise<OwnStudy> => {
  const { patientId } = requirePatient(caller)
  await tx.sql`SELECT FROM patient WHERE id = ${patientId} FOR UPDATE`
  const row = await requireOwnRow(tx, caller, id)
  const missing = listMissingConsents({ extraeu: row.extraeu, f: row.f, p_db: row.p_db }, row)
  const result = answerInvitation(toStudyLifecycle(row), { approved: row.approved, state: row.state }, { answer, missing }, today)
  if ('error' in result) throw new AppError(result.error)
  const { state } = result.patient
  if (row.state === state) return toOwnStudy(row, caller, today)
  const leaves = row.state === 'ConsensoSI' || row.state === 'Esportato'
  if (leaves) {
    await tx.sql`SELECT leave_study(${id}, ${row.version})`
    await mailDeletionRequests(deps, tx)
  } else
    await tx.sql`
      UPDATE study_patient SET status = ${state}, answered_at = now(), answered_version = ${row.version}
      WHERE study_id = ${id} AND patient_id = ${patientId}`
  caller.note(`study ${id}: ${leaves ? 'left' : 'answered'}`)
  return findOwnStudy(tx, caller, id, today)
}
