import type { ErrorCode } from '../error-messages.ts'
import type { StudyConsent } from './consents.ts'
import type { ParticipationState, StudyAnswer, StudyLifecycle } from './states.ts'
import { findNextState } from './transitions.ts'

/** A patient in a study: the decision of the centre, and the state after an invitation. */
export type Participation = { readonly approved: boolean | null; readonly state: ParticipationState | null }

export type ParticipationResult = { readonly patient: Participation } | { readonly error: ErrorCode }

const hasAnswered = ({ state }: Participation): boolean => state !== null && state !== 'AttesaConsenso'

/** Decides about a candidate. A rejection before the answer withdraws the invitation (REQ-STU-06). */
export const decidePatient = (
  study: StudyLifecycle,
  patient: Participation,
  approved: boolean | null,
  today: string,
): ParticipationResult => {
  const next = findNextState('decidePatients', study, today)
  if ('error' in next) return next
  if (hasAnswered(patient)) return { error: 'study_patient_answered' }
  return { patient: { approved, state: approved === true ? patient.state : null } }
}

/** Returns the reason why an invited patient cannot give an answer: Yes needs all consents of the study (REQ-STU-07). */
export const findStudyAnswerError = (answer: StudyAnswer | undefined, missing: readonly StudyConsent[]): ErrorCode | undefined => {
  if (answer === undefined) return 'study_answer_required'
  return answer === 'ConsensoSI' && missing.length > 0 ? 'study_consents_missing' : undefined
}

/** Whether the patient takes part. An export does not change the answer. */
const takesPart = (state: ParticipationState): boolean => state === 'ConsensoSI' || state === 'Esportato'

/** Stores the answer of an invited patient, who may change Yes at any time, and No while the study enrols (REQ-STU-07). */
export const answerInvitation = (
  study: StudyLifecycle,
  patient: Participation,
  { answer, missing }: { readonly answer: StudyAnswer; readonly missing: readonly StudyConsent[] },
  today: string,
): ParticipationResult => {
  if (patient.state === null) return { error: 'study_not_found' }
  const isParticipant = takesPart(patient.state)
  if (patient.state === answer || (isParticipant && answer === 'ConsensoSI')) return { patient }
  const next = findNextState(isParticipant ? 'leave' : 'answer', study, today)
  if ('error' in next) return next
  const error = findStudyAnswerError(answer, missing)
  return error === undefined ? { patient: { ...patient, state: answer } } : { error }
}
