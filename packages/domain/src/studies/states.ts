/** The states of a study, in the order of its life (REQ-STU-01). The old name of each is its value. */
export const studyStates = [
  'EthicsCommitteeWaiting',
  'AlreadySentToCenters',
  'ToBeSentToPatients',
  'Active',
  'Terminated',
  'Exported',
] as const
export type StudyState = (typeof studyStates)[number]

/** The states of an invited patient in a study. A candidate without an invitation has none. */
export const participationStates = ['AttesaConsenso', 'ConsensoSI', 'ConsensoNO', 'Esportato'] as const
export type ParticipationState = (typeof participationStates)[number]

export const studyAnswers = ['ConsensoSI', 'ConsensoNO'] as const
export type StudyAnswer = (typeof studyAnswers)[number]

/** The part of a study that decides what may happen to it. Days are `yyyy-mm-dd`. */
export type StudyLifecycle = {
  readonly state: StudyState
  /** The last day of the enrolment. */
  readonly endDate: string | null
  readonly suspended: boolean
  readonly deleted: boolean
}

/** Whether the last day of the enrolment has passed. */
export const isEnrolmentOver = ({ endDate }: Pick<StudyLifecycle, 'endDate'>, today: string): boolean => endDate !== null && endDate < today

/** A waiting patient is reminded after a week, at most twice (REQ-STU-16). */
export const maxReminders = 2
export const reminderDays = 7
