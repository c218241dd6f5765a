import { AppError } from '../error.ts'
import type { ErrorCode } from '../error-messages.ts'
import { isEnrolmentOver, studyStates, type StudyLifecycle, type StudyState } from './states.ts'

/** Actor of an operation. A centre acts by its CenterAdmin or its program. The system acts in the same transaction as another actor. */
export type StudyActor = 'GlobalAdmin' | 'DataManager' | 'mainCentre' | 'otherCentre' | 'approvedCentre' | 'patient' | 'system'

type Transition = {
  readonly actors: readonly StudyActor[]
  /** The states that allow the operation, each with the state that follows. */
  readonly states: Readonly<Partial<Record<StudyState, StudyState>>>
  /** Whether a suspended study allows it. */
  readonly whileSuspended: boolean
  /** Whether it is possible after the last day of the enrolment. */
  readonly afterEndDate: boolean
  /** The error in another state. */
  readonly error: ErrorCode
}

const beforeEnd = {
  EthicsCommitteeWaiting: 'EthicsCommitteeWaiting',
  AlreadySentToCenters: 'AlreadySentToCenters',
  ToBeSentToPatients: 'ToBeSentToPatients',
  Active: 'Active',
} as const
const sent = { AlreadySentToCenters: 'AlreadySentToCenters', ToBeSentToPatients: 'ToBeSentToPatients', Active: 'Active' } as const

/**
 * The life of a study (REQ-STU-01, REQ-STU-11): each operation with its actors, the states that allow it, and the state that follows.
 * The server rejects everything else. The manual prints this table.
 */
export const studyTransitions = {
  change: { actors: ['GlobalAdmin'], states: beforeEnd, whileSuspended: true, afterEndDate: true, error: 'study_ended' },
  approveEthics: {
    actors: ['mainCentre'],
    states: { EthicsCommitteeWaiting: 'AlreadySentToCenters' },
    whileSuspended: false,
    afterEndDate: true,
    error: 'study_ethics_decided',
  },
  refuseEthics: {
    actors: ['mainCentre'],
    states: { EthicsCommitteeWaiting: 'Terminated' },
    whileSuspended: false,
    afterEndDate: true,
    error: 'study_ethics_decided',
  },
  decideForCentre: { actors: ['otherCentre'], states: sent, whileSuspended: false, afterEndDate: false, error: 'study_not_sent' },
  correctEthics: {
    actors: ['mainCentre'],
    states: { AlreadySentToCenters: 'AlreadySentToCenters', ToBeSentToPatients: 'ToBeSentToPatients' },
    whileSuspended: false,
    afterEndDate: true,
    error: 'study_ethics_fixed',
  },
  approveAfterRefusal: {
    actors: ['mainCentre'],
    states: { Terminated: 'AlreadySentToCenters' },
    whileSuspended: false,
    afterEndDate: true,
    error: 'study_ethics_fixed',
  },
  refuseAfterApproval: {
    actors: ['mainCentre'],
    states: { AlreadySentToCenters: 'Terminated', ToBeSentToPatients: 'Terminated' },
    whileSuspended: false,
    afterEndDate: true,
    error: 'study_ethics_fixed',
  },
  correctForCentre: { actors: ['otherCentre'], states: sent, whileSuspended: false, afterEndDate: true, error: 'study_ethics_fixed' },
  setEndDate: {
    actors: ['GlobalAdmin'],
    states: { AlreadySentToCenters: 'ToBeSentToPatients', ToBeSentToPatients: 'ToBeSentToPatients', Active: 'Active' },
    whileSuspended: false,
    afterEndDate: true,
    error: 'study_not_sent',
  },
  decidePatients: { actors: ['approvedCentre'], states: sent, whileSuspended: false, afterEndDate: false, error: 'study_not_sent' },
  invite: {
    actors: ['system'],
    states: { ToBeSentToPatients: 'Active', Active: 'Active' },
    whileSuspended: false,
    afterEndDate: false,
    error: 'study_not_open',
  },
  answer: { actors: ['patient'], states: { Active: 'Active' }, whileSuspended: false, afterEndDate: false, error: 'study_not_open' },
  // A consent can be taken back at any time (GDPR 7(3)).
  leave: {
    actors: ['patient'],
    states: { Active: 'Active', Terminated: 'Terminated', Exported: 'Exported' },
    whileSuspended: true,
    afterEndDate: true,
    error: 'study_not_open',
  },
  exportAsCentre: {
    actors: ['approvedCentre'],
    states: { Active: 'Active' },
    whileSuspended: false,
    afterEndDate: true,
    error: 'study_not_active',
  },
  exportAsManager: {
    actors: ['DataManager'],
    states: { Active: 'Active' },
    whileSuspended: false,
    afterEndDate: true,
    error: 'study_not_active',
  },
  exportAgain: {
    actors: ['DataManager', 'approvedCentre'],
    states: { Active: 'Active', Exported: 'Exported' },
    whileSuspended: false,
    afterEndDate: true,
    error: 'study_not_active',
  },
  closeByExport: {
    actors: ['system'],
    states: { Active: 'Exported' },
    whileSuspended: false,
    afterEndDate: true,
    error: 'study_not_active',
  },
  terminate: {
    actors: ['GlobalAdmin'],
    states: {
      EthicsCommitteeWaiting: 'Terminated',
      AlreadySentToCenters: 'Terminated',
      ToBeSentToPatients: 'Terminated',
      Active: 'Terminated',
    },
    whileSuspended: true,
    afterEndDate: true,
    error: 'study_ended',
  },
  suspend: { actors: ['GlobalAdmin'], states: beforeEnd, whileSuspended: false, afterEndDate: true, error: 'study_ended' },
  reactivate: { actors: ['GlobalAdmin'], states: beforeEnd, whileSuspended: true, afterEndDate: true, error: 'study_ended' },
  remove: {
    actors: ['GlobalAdmin'],
    states: { EthicsCommitteeWaiting: 'EthicsCommitteeWaiting', Terminated: 'Terminated', Exported: 'Exported' },
    whileSuspended: true,
    afterEndDate: true,
    error: 'study_running',
  },
} as const satisfies Record<string, Transition>

export type StudyOperation = keyof typeof studyTransitions

const transitions: Readonly<Record<StudyOperation, Transition>> = studyTransitions

const isOperation = (name: string): name is StudyOperation => Object.hasOwn(transitions, name)

/** The rows of the table, in its order. */
export const listTransitions = (): readonly (Transition & { readonly operation: StudyOperation })[] =>
  Object.keys(transitions)
    .filter(isOperation)
    .map((operation) => ({ operation, ...transitions[operation] }))

/** The state that follows an operation, or the error that prevents it. */
export type TransitionResult = { readonly state: StudyState } | { readonly error: ErrorCode }

export const findNextState = (operation: StudyOperation, study: StudyLifecycle, today: string): TransitionResult => {
  const { states, whileSuspended, afterEndDate, error } = transitions[operation]
  const next = states[study.state]
  // A deleted study has participants still.
  if (study.deleted && operation !== 'leave') return { error: 'study_not_found' }
  if (next === undefined) return { error }
  if (study.suspended && !whileSuspended) return { error: 'study_suspended' }
  if (!study.suspended && operation === 'reactivate') return { error: 'study_not_suspended' }
  if (isEnrolmentOver(study, today) && !afterEndDate) return { error: 'study_enrolment_over' }
  // A manager's export closes a study only after the last day of the enrolment (REQ-STU-04).
  if (operation === 'closeByExport' && !isEnrolmentOver(study, today)) return { state: study.state }
  // Without an end date nobody is invited (REQ-STU-03).
  if (operation === 'invite' && study.endDate === null) return { error: 'study_not_open' }
  return { state: next }
}

/** The operation by which a centre corrects its ethics decision. Only the main centre's decision moves the study (REQ-STU-13). */
export const findCorrection = (isMain: boolean, before: boolean, after: boolean): StudyOperation => {
  if (!isMain) return 'correctForCentre'
  if (before === after) return 'correctEthics'
  return after ? 'approveAfterRefusal' : 'refuseAfterApproval'
}

/** Whether the operation is possible now. */
export const isAllowed = (operation: StudyOperation, study: StudyLifecycle, today: string): boolean =>
  'state' in findNextState(operation, study, today)

/** Returns the state that follows. @throws AppError with the code of the operation */
export const requireNextState = (operation: StudyOperation, study: StudyLifecycle, today: string): StudyState => {
  const result = findNextState(operation, study, today)
  if ('error' in result) throw new AppError(result.error)
  return result.state
}

/** All pairs of states that some operation connects. The database prevents any other change of a state (THREAT-35). */
export const listStateChanges = (): readonly (readonly [from: StudyState, to: StudyState])[] => {
  const pairs = Object.values(transitions).flatMap(({ states }) =>
    studyStates.flatMap((from): readonly (readonly [StudyState, StudyState])[] => {
      const to = states[from]
      return to === undefined || to === from ? [] : [[from, to]]
    }),
  )
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()]
}
