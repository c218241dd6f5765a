import type { Caller } from '@registry/api-contract/caller'
import type { ChangedStudy, NewStudy, StudyAction, StudyEndDate } from '@registry/api-contract/studies'
import type { Transaction } from '@registry/db/transaction'
import { formatDay } from '@registry/domain/calendar'
import { validationError, type ErrorDetail } from '@registry/domain/error'
import { editableFields, studyFields, type StudyField } from '@registry/domain/studies/editable-fields'
import { requireNextState, type StudyOperation } from '@registry/domain/studies/transitions'
import type { Deps } from '../../app/deps.ts'
import { inviteStudyPatients } from '../../jobs/study-messages.ts'
import { requireStudy } from './find.ts'
import { insertStudy, updateStudy, type LockedStudy } from './queries.ts'
import { findUnknownReferences } from './references.ts'
import { mailStudyStep } from './staff-mails.ts'

type Needs = Pick<Deps, 'env' | 'messages' | 'outbox'>
type Content = Omit<ChangedStudy, 'id' | 'version' | 'endDate'>

const columnByField = {
  title: 'title',
  description: 'description',
  titleEn: 'title_en',
  descriptionEn: 'description_en',
  purpose: 'purpose',
  purposeEn: 'purpose_en',
  duration: 'duration',
  durationEn: 'duration_en',
  contactName: 'contact_name',
  contact: 'contact',
  mainCentre: 'main_centre',
  type: 'type',
  filterId: 'filter_id',
  sf36Version: 'sf36_version',
  videoUrl: 'video_url',
  endDate: 'end_enrollment_date',
} as const satisfies Record<StudyField, string>

/** Returns the columns of the given fields and omits absent ones. */
const toColumns = (content: Content): Record<string, string | number | null> =>
  Object.fromEntries(
    studyFields.flatMap((field) => {
      if (field === 'endDate') return []
      const value = content[field]
      return value === undefined ? [] : [[columnByField[field], value]]
    }),
  )

const requireReferences = async (tx: Transaction, content: Content): Promise<void> => {
  const errors = await findUnknownReferences(tx, content)
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** The name and the contact of the study team belong together. @throws AppError validation_failed */
const requireWholeContact = ({ contactName = null, contact = null }: Content): void => {
  if ((contactName === null) === (contact === null)) return
  throw validationError({ [contact === null ? 'contact' : 'contactName']: { code: 'field_required' } })
}

const requireDay = (endDate: string, today: string): void => {
  if (endDate < today) throw validationError({ endDate: { code: 'study_end_date_past' } })
}

/** Creates a study that waits for the ethics committee. @throws AppError study_id_in_use, validation_failed */
export const createStudy = async (
  deps: Needs,
  tx: Transaction,
  caller: Caller,
  { id, endDate, ...content }: NewStudy,
  today: string,
): Promise<void> => {
  await requireReferences(tx, content)
  requireWholeContact(content)
  if (endDate !== undefined) requireDay(endDate, today)
  if (!(await insertStudy(tx, { id, ...toColumns(content) }))) throw validationError({ id: { code: 'study_id_in_use' } })
  if (endDate !== undefined) await updateStudy(tx, id, { end_enrollment_date: endDate })
  await mailStudyStep(deps, tx, 'proposed', { id, mainCentre: content.mainCentre })
  caller.note(`study ${id}`)
}

/**
 * Changes the fields that the state of the study allows. An old program sends all fields: unchanged ones are no change (REQ-STU-05).
 * @throws AppError study_changed, study_ended, validation_failed with study_field_fixed
 */
export const changeStudy = async (deps: Needs, tx: Transaction, caller: Caller, change: ChangedStudy, today: string): Promise<void> => {
  const { id, version, endDate, ...content } = change
  const study = await requireStudy(tx, id, version)
  requireNextState('change', study, today)
  const changed = await findChangedColumns(tx, id, toColumns(content))
  const columns = new Set(Object.keys(changed))
  const fixed = studyFields.filter((field) => columns.has(columnByField[field]) && !editableFields[study.state].includes(field))
  if (fixed.length > 0)
    throw validationError(Object.fromEntries(fixed.map((field): [string, ErrorDetail] => [field, { code: 'study_field_fixed' }])))
  await requireReferences(tx, content)
  requireWholeContact(content)
  await updateStudy(tx, id, changed)
  if (endDate !== undefined && endDate !== study.endDate) await changeEndDate(deps, tx, id, study, endDate, today)
  caller.note(
    `study ${id}: ${[...columns, ...(endDate !== undefined && endDate !== study.endDate ? ['end_enrollment_date'] : [])].join(', ') || 'no change'}`,
  )
}

const findChangedColumns = async ({ sql }: Transaction, id: string, columns: Record<string, string | number | null>) => {
  const [stored] = await sql<Record<string, string | number | null>[]>`
    SELECT title, description, title_en, description_en, purpose, purpose_en, duration, duration_en, contact_name, contact, main_centre, type, filter_id, sf36_version, video_url FROM clinical_study WHERE id = ${id}`
  return Object.fromEntries(Object.entries(columns).filter(([name, value]) => stored?.[name] !== value))
}

const changeEndDate = async (
  deps: Needs,
  tx: Transaction,
  id: string,
  study: LockedStudy,
  endDate: string,
  today: string,
): Promise<void> => {
  const isWaiting = study.state === 'EthicsCommitteeWaiting'
  const status = requireNextState(isWaiting ? 'change' : 'setEndDate', study, today)
  requireDay(endDate, today)
  if (isWaiting) return updateStudy(tx, id, { end_enrollment_date: endDate })
  await updateStudy(tx, id, { end_enrollment_date: endDate, status })
  const { mainCentre } = study
  if (study.endDate === null) await mailStudyStep(deps, tx, 'opened', { id, mainCentre, day: formatDay(endDate) })
  await inviteStudyPatients(deps, tx, { id, endDate }, today)
}

/** Sets the last day of the enrolment, which opens an approved study to patients (REQ-STU-03). */
export const setEndDate = async (
  deps: Needs,
  tx: Transaction,
  caller: Caller,
  { id, version, endDate }: StudyEndDate,
  today: string,
): Promise<void> => {
  await changeEndDate(deps, tx, id, await requireStudy(tx, id, version), endDate, today)
  caller.note(`study ${id}: ends ${endDate}`)
}

/** A deleted study was never sent to the centres, or has ended, so nobody waits for it. */
const mails = { terminate: 'terminated', suspend: 'suspended', reactivate: 'reactivated', remove: undefined } as const

type Action = Extract<StudyOperation, 'terminate' | 'suspend' | 'reactivate' | 'remove'>

/** Ends, suspends, reactivates or deletes a study (REQ-STU-04, REQ-STU-12). Triggers end the invitations. */
export const actOnStudy = async (
  deps: Needs,
  tx: Transaction,
  caller: Caller,
  action: Action,
  { id, version }: StudyAction,
  { today, now }: { readonly today: string; readonly now: Date },
): Promise<void> => {
  const study = await requireStudy(tx, id, version)
  const status = requireNextState(action, study, today)
  const columns = {
    terminate: { status },
    suspend: { suspended_at: now.toISOString() },
    reactivate: { suspended_at: null },
    remove: { deleted_at: now.toISOString() },
  } satisfies Record<Action, Record<string, string | null>>
  await updateStudy(tx, id, columns[action])
  const mail = mails[action]
  if (mail !== undefined) await mailStudyStep(deps, tx, mail, { id, mainCentre: study.mainCentre })
  // Candidates who were approved during the suspension are invited now.
  if (action === 'reactivate' && study.endDate !== null) await inviteStudyPatients(deps, tx, { id, endDate: study.endDate }, today)
  caller.note(`study ${id}: ${action}`)
}
