import type { Transaction } from '@registry/db/transaction'
import { studyStaffMessages, type StudyStaffMessage } from '@registry/domain/messages/study-staff'
import type { Deps } from '../../app/deps.ts'
import { findCentreAdmins, findGlobalAdmins, mailStaff, type StaffRecipient } from '../../jobs/staff-mail.ts'

type Needs = Pick<Deps, 'env' | 'messages' | 'outbox'>

/** The CenterAdmins of the centres that have not decided about the study yet. */
const findUndecidedCentreAdmins = ({ sql }: Transaction, id: string): Promise<readonly StaffRecipient[]> => sql<StaffRecipient[]>`
  SELECT DISTINCT u.email, u.language FROM staff_role r JOIN staff_user u ON u.id = r.user_id
  WHERE r.role = 'CenterAdmin' AND u.disabled_at IS NULL
    AND NOT EXISTS (SELECT FROM clinical_study_centre AS c WHERE c.study_id = ${id} AND c.centre_code = r.center)`

/** The CenterAdmins of the centres that take part in the study. */
const findApprovedCentreAdmins = ({ sql }: Transaction, id: string): Promise<readonly StaffRecipient[]> => sql<StaffRecipient[]>`
  SELECT DISTINCT u.email, u.language FROM clinical_study_centre AS c JOIN staff_role r ON r.center = c.centre_code JOIN staff_user u ON u.id = r.user_id
  WHERE c.study_id = ${id} AND c.approved AND r.role = 'CenterAdmin' AND u.disabled_at IS NULL`

/** The messages for GlobalAdmins. The page behind the link belongs to the recipient's role. */
const toGlobalAdmins: ReadonlySet<StudyStaffMessage> = new Set(['approved', 'refused'])

const findRecipients = (tx: Transaction, kind: StudyStaffMessage, { id, mainCentre }: StepOfStudy): Promise<readonly StaffRecipient[]> => {
  if (toGlobalAdmins.has(kind)) return findGlobalAdmins(tx)
  if (kind === 'proposed') return findCentreAdmins(tx, mainCentre)
  return kind === 'sent' ? findUndecidedCentreAdmins(tx, id) : findApprovedCentreAdmins(tx, id)
}

/** A step of a study. `day` is the last day of the enrolment as people write it. */
export type StepOfStudy = { readonly id: string; readonly mainCentre: string; readonly day?: string }

/** Mails a step of a study, in its transaction, to the people who act next or take part (REQ-STU-19). */
export const mailStudyStep = async (deps: Needs, tx: Transaction, kind: StudyStaffMessage, step: StepOfStudy): Promise<void> => {
  const page = toGlobalAdmins.has(kind) ? '/ga_studio' : '/ca_studio'
  const values = { study: step.id, day: step.day ?? '', link: `${deps.env.STAFF_ORIGIN}${page}/${encodeURIComponent(step.id)}` }
  await mailStaff(deps, tx, await findRecipients(tx, kind, step), studyStaffMessages[kind], values)
}
