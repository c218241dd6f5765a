import { describe, expect, test } from 'vitest'
import { studyStates, type StudyLifecycle, type StudyState } from './states.ts'
import { findNextState, listStateChanges, requireNextState, studyTransitions, type StudyOperation } from './transitions.ts'

const today = '2026-03-10'
const study = (state: StudyState, more: Partial<StudyLifecycle> = {}): StudyLifecycle => ({
  state,
  endDate: '2026-04-01',
  suspended: false,
  deleted: false,
  ...more,
})

/** The state after each operation in the states E, A, T, Active, Terminated, Exported; `-` is rejected. Written by hand from REQ-STU-01 to REQ-STU-05. */
const grid = `
  change           E  S  P  A  -  -
  approveEthics    S  -  -  -  -  -
  refuseEthics     T  -  -  -  -  -
  decideForCentre  -  S  P  A  -  -
  correctEthics    -  S  P  -  -  -
  approveAfterRefusal -  -  -  -  S  -
  refuseAfterApproval -  T  T  -  -  -
  correctForCentre -  S  P  A  -  -
  setEndDate       -  P  P  A  -  -
  decidePatients   -  S  P  A  -  -
  invite           -  -  A  A  -  -
  answer           -  -  -  A  -  -
  leave            -  -  -  A  T  X
  exportAsCentre   -  -  -  A  -  -
  exportAsManager  -  -  -  A  -  -
  exportAgain      -  -  -  A  -  X
  closeByExport    -  -  -  A  -  -
  terminate        T  T  T  T  -  -
  suspend          E  S  P  A  -  -
  reactivate       -  -  -  -  -  -
  remove           E  -  -  -  T  X
`
const letters: Readonly<Record<string, StudyState>> = {
  E: 'EthicsCommitteeWaiting',
  S: 'AlreadySentToCenters',
  P: 'ToBeSentToPatients',
  A: 'Active',
  T: 'Terminated',
  X: 'Exported',
}
const rows = grid
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

describe('REQ-STU-11: the life of a study', () => {
  test('the table names every operation', () => {
    expect(rows.map(([operation]) => operation)).toEqual(Object.keys(studyTransitions))
  })

  test.each(rows)('%s leads to these states', (operation, ...cells) => {
    const found = studyStates.map((state) => {
      const result = findNextState(operation as StudyOperation, study(state), today)
      return 'state' in result ? result.state : '-'
    })
    expect(found).toEqual(cells.map((cell) => letters[cell] ?? '-'))
  })

  test('a suspended study is only changed, left by patients, terminated, deleted or reactivated', () => {
    const possible = Object.keys(studyTransitions).filter((operation) =>
      studyStates.some((state) => 'state' in findNextState(operation as StudyOperation, study(state, { suspended: true }), today)),
    )
    expect(possible).toEqual(['change', 'leave', 'terminate', 'reactivate', 'remove'])
  })

  test.each<[StudyOperation, StudyState, Partial<StudyLifecycle>, string]>([
    ['answer', 'Active', { endDate: '2026-03-09' }, 'study_enrolment_over'],
    ['decidePatients', 'Active', { endDate: '2026-03-09' }, 'study_enrolment_over'],
    ['decideForCentre', 'Active', { endDate: '2026-03-09' }, 'study_enrolment_over'],
    ['invite', 'ToBeSentToPatients', { endDate: null }, 'study_not_open'],
    ['answer', 'Active', { suspended: true }, 'study_suspended'],
    ['reactivate', 'Active', {}, 'study_not_suspended'],
    ['terminate', 'Active', { deleted: true }, 'study_not_found'],
    ['remove', 'Active', {}, 'study_running'],
  ])('%s in %s is rejected with %j', (operation, state, more, code) => {
    expect(() => requireNextState(operation, study(state, more), today)).toThrow(code)
  })

  test('patients can be decided and can answer on the last day of the enrolment', () => {
    for (const operation of ['answer', 'decidePatients', 'invite'] as const)
      expect(requireNextState(operation, study('Active', { endDate: today }), today)).toBe('Active')
  })

  test('REQ-STU-04: the first export after the last day makes the study Exported, an earlier one does not', () => {
    expect(requireNextState('closeByExport', study('Active', { endDate: today }), today)).toBe('Active')
    expect(requireNextState('closeByExport', study('Active', { endDate: '2026-03-09' }), today)).toBe('Exported')
  })

  test('THREAT-35: the database allows these changes of a state', () => {
    expect(listStateChanges().map((pair) => pair.join(' to '))).toEqual([
      'EthicsCommitteeWaiting to AlreadySentToCenters',
      'EthicsCommitteeWaiting to Terminated',
      'Terminated to AlreadySentToCenters',
      'AlreadySentToCenters to Terminated',
      'ToBeSentToPatients to Terminated',
      'AlreadySentToCenters to ToBeSentToPatients',
      'ToBeSentToPatients to Active',
      'Active to Exported',
      'Active to Terminated',
    ])
  })
})
