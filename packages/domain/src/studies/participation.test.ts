import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listMissingConsents, listNeededConsents, studyConsents } from './consents.ts'
import { answerInvitation, decidePatient, type Participation } from './participation.ts'
import { isEnrolmentOver, type StudyLifecycle } from './states.ts'
import { findNextState, isAllowed } from './transitions.ts'

const today = '2026-03-10'
const active: StudyLifecycle = { state: 'Active', endDate: '2026-04-01', suspended: false, deleted: false }
const waiting: Participation = { approved: true, state: 'AttesaConsenso' }

describe('REQ-STU-07: an answer', () => {
  test('Yes needs consent to medical data, and to each partner of the study', () => {
    expect(listNeededConsents({ extraeu: false, f: false, p_db: false })).toEqual(['c_db_m'])
    expect(listNeededConsents({ extraeu: true, f: true, p_db: true })).toEqual(['c_db_m', 'c_extraeu', 'c_f', 'c_p_db'])
    const given = { c_db_m: true, c_extraeu: null, c_f: false, c_p_db: null }
    expect(listMissingConsents({ extraeu: true, f: true, p_db: false }, given)).toEqual(['c_extraeu', 'c_f'])
  })

  test.each<[string, StudyLifecycle, Participation, 'ConsensoSI' | 'ConsensoNO', number, string]>([
    ['a Yes with all consents', active, waiting, 'ConsensoSI', 0, 'ConsensoSI'],
    ['a Yes without consents', active, waiting, 'ConsensoSI', 1, 'study_consents_missing'],
    ['a No without consents', active, waiting, 'ConsensoNO', 2, 'ConsensoNO'],
    ['the same answer again', active, { approved: true, state: 'ConsensoSI' }, 'ConsensoSI', 0, 'ConsensoSI'],
    ['a Yes again after the export', active, { approved: true, state: 'Esportato' }, 'ConsensoSI', 0, 'Esportato'],
    ['a Yes taken back', active, { approved: true, state: 'ConsensoSI' }, 'ConsensoNO', 2, 'ConsensoNO'],
    ['a Yes taken back after the export', active, { approved: true, state: 'Esportato' }, 'ConsensoNO', 0, 'ConsensoNO'],
    [
      'a Yes taken back in a suspended study after the last day',
      { ...active, suspended: true, endDate: '2026-03-09' },
      { approved: true, state: 'ConsensoSI' },
      'ConsensoNO',
      0,
      'ConsensoNO',
    ],
    [
      'a Yes taken back from a deleted study',
      { ...active, state: 'Exported', deleted: true },
      { approved: true, state: 'Esportato' },
      'ConsensoNO',
      0,
      'ConsensoNO',
    ],
    ['a Yes after a No', active, { approved: true, state: 'ConsensoNO' }, 'ConsensoSI', 0, 'ConsensoSI'],
    ['a Yes after a No without consents', active, { approved: true, state: 'ConsensoNO' }, 'ConsensoSI', 1, 'study_consents_missing'],
    [
      'a Yes after a No and the last day',
      { ...active, endDate: '2026-03-09' },
      { approved: true, state: 'ConsensoNO' },
      'ConsensoSI',
      0,
      'study_enrolment_over',
    ],
    ['an answer without invitation', active, { approved: true, state: null }, 'ConsensoSI', 0, 'study_not_found'],
    ['an answer after the last day', { ...active, endDate: '2026-03-09' }, waiting, 'ConsensoNO', 0, 'study_enrolment_over'],
    ['an answer to a terminated study', { ...active, state: 'Terminated' }, waiting, 'ConsensoSI', 0, 'study_not_open'],
    ['an answer to a suspended study', { ...active, suspended: true }, waiting, 'ConsensoSI', 0, 'study_suspended'],
  ])('%s', (_case, study, patient, answer, missing, expected) => {
    const result = answerInvitation(study, patient, { answer, missing: studyConsents.slice(0, missing) }, today)
    expect('error' in result ? result.error : result.patient.state).toBe(expected)
  })
})

describe('REQ-STU-06: a decision of the centre', () => {
  test.each<[string, Participation, boolean | null, Participation | string]>([
    ['approves a candidate', { approved: null, state: null }, true, { approved: true, state: null }],
    ['refuses an invited patient, who loses the invitation', waiting, false, { approved: false, state: null }],
    ['is taken back', waiting, null, { approved: null, state: null }],
    ['is repeated', waiting, true, waiting],
    ['comes after the answer', { approved: true, state: 'ConsensoNO' }, false, 'study_patient_answered'],
  ])('%s', (_case, patient, approved, expected) => {
    const result = decidePatient(active, patient, approved, today)
    expect('error' in result ? result.error : result.patient).toEqual(expected)
  })
})

// The database invites, exports and ends invitations itself (packages/db/src/sql/studies.ts). The walk does the same here.

const inviteCandidate = (study: StudyLifecycle, candidate: Participation, day: string): Participation =>
  candidate.approved === true && candidate.state === null && isAllowed('invite', study, day)
    ? { ...candidate, state: 'AttesaConsenso' }
    : candidate

const exportCandidate = (candidate: Participation): Participation =>
  candidate.state === 'ConsensoSI' ? { ...candidate, state: 'Esportato' } : candidate

const endInvitation = (candidate: Participation): Participation =>
  candidate.state === 'AttesaConsenso' ? { ...candidate, state: null } : candidate

/** One study with three candidates, as the server changes it. */
type Walk = { study: StudyLifecycle; readonly patients: Participation[]; today: string }
const patient = fc.nat({ max: 2 })
const steps = fc.oneof(
  fc.record({ do: fc.constantFrom('approveEthics', 'refuseEthics', 'terminate', 'suspend', 'reactivate', 'remove', 'nextDay', 'export') }),
  fc.record({ do: fc.constant('setEndDate'), days: fc.nat({ max: 3 }) }),
  fc.record({ do: fc.constant('decide'), patient, approved: fc.constantFrom(true, false, null) }),
  fc.record({
    do: fc.constant('answer'),
    patient,
    answer: fc.constantFrom('ConsensoSI' as const, 'ConsensoNO' as const),
    missing: fc.nat({ max: 1 }),
  }),
)
type Step = {
  do: string
  patient?: number
  approved?: boolean | null
  answer?: 'ConsensoSI' | 'ConsensoNO'
  missing?: number
  days?: number
}

const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const inviteAll = (walk: Walk): void => {
  const before = walk.patients.filter(({ state }) => state !== null).length
  for (const [index, candidate] of walk.patients.entries()) walk.patients[index] = inviteCandidate(walk.study, candidate, walk.today)
  const next = findNextState('invite', walk.study, walk.today)
  if ('state' in next && walk.patients.filter(({ state }) => state !== null).length > before)
    walk.study = { ...walk.study, state: next.state }
}

const exportAll = (walk: Walk): void => {
  if ('error' in findNextState('exportAsManager', walk.study, walk.today)) return
  for (const [index, candidate] of walk.patients.entries()) walk.patients[index] = exportCandidate(candidate)
  const next = findNextState('closeByExport', walk.study, walk.today)
  if ('state' in next) walk.study = { ...walk.study, state: next.state }
}

const change = (
  walk: Walk,
  operation: 'approveEthics' | 'refuseEthics' | 'terminate' | 'suspend' | 'reactivate' | 'remove' | 'setEndDate',
  more: Partial<StudyLifecycle> = {},
): void => {
  const next = findNextState(operation, walk.study, walk.today)
  if ('state' in next) walk.study = { ...walk.study, state: next.state, ...more }
}

const take = (walk: Walk, step: Step): void => {
  const index = step.patient ?? 0
  const candidate = walk.patients[index]!
  switch (step.do) {
    case 'nextDay':
      walk.today = addDays(walk.today, 1)
      break
    case 'setEndDate':
      change(walk, 'setEndDate', { endDate: addDays(walk.today, step.days ?? 0) })
      inviteAll(walk)
      break
    case 'decide': {
      const result = decidePatient(walk.study, candidate, step.approved ?? null, walk.today)
      if ('patient' in result) walk.patients[index] = result.patient
      inviteAll(walk)
      break
    }
    case 'answer': {
      const missing = studyConsents.slice(0, step.missing)
      const result = answerInvitation(walk.study, candidate, { answer: step.answer!, missing }, walk.today)
      if ('patient' in result && missing.length > 0)
        expect(result.patient.state === 'ConsensoSI' && candidate.state !== 'ConsensoSI').toBe(false)
      if ('patient' in result) walk.patients[index] = result.patient
      break
    }
    case 'export':
      exportAll(walk)
      break
    case 'terminate':
      change(walk, 'terminate')
      if (walk.study.state === 'Terminated') for (const [place, one] of walk.patients.entries()) walk.patients[place] = endInvitation(one)
      break
    case 'suspend':
      change(walk, 'suspend', { suspended: true })
      break
    case 'reactivate':
      change(walk, 'reactivate', { suspended: false })
      inviteAll(walk)
      break
    case 'remove':
      change(walk, 'remove', { deleted: true })
      break
    case 'approveEthics':
    case 'refuseEthics':
      change(walk, step.do)
  }
}

test('REQ-STU-11: no sequence of operations breaks the rules of a study', () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 5, maxLength: 60 }), (sequence) => {
      const walk: Walk = {
        study: { state: 'EthicsCommitteeWaiting', endDate: null, suspended: false, deleted: false },
        patients: [0, 1, 2].map(() => ({ approved: null, state: null })),
        today,
      }
      for (const step of sequence) {
        const before = { study: walk.study, patients: [...walk.patients] }
        take(walk, step)
        for (const [index, { state, approved }] of walk.patients.entries()) {
          const earlier = before.patients[index]!
          if (state !== null) expect(approved).toBe(true)
          if (state !== null && earlier.state === null) {
            expect(walk.study).toMatchObject({ state: 'Active', suspended: false, deleted: false, endDate: expect.any(String) })
            expect(isEnrolmentOver(walk.study, walk.today)).toBe(false)
          }
          if (state === 'AttesaConsenso') expect(walk.study.state).not.toBe('Terminated')
          if (state === 'Esportato' && earlier.state !== 'Esportato') expect(earlier.state).toBe('ConsensoSI')
          if (earlier.state === 'ConsensoSI' || earlier.state === 'ConsensoNO')
            expect(['ConsensoSI', 'ConsensoNO', 'Esportato']).toContain(state)
        }
        if (['EthicsCommitteeWaiting', 'AlreadySentToCenters'].includes(walk.study.state))
          expect(walk.patients.every(({ state }) => state === null)).toBe(true)
        if (['Terminated', 'Exported'].includes(before.study.state)) expect(walk.study.state).toBe(before.study.state)
      }
    }),
    { numRuns: 500 },
  )
})
