import { expect, test } from 'vitest'
import type { Actor, Caller } from '@registry/api-contract/caller'
import { chooseCentre, findCallerCentre } from './caller-centre.ts'

const callerWho = (actor: Actor): Caller => ({
  actor,
  site: 'staff',
  language: 'it',
  host: '192.0.2.1',
  userAgent: '',
  requestId: '1',
  command: '',
  action: '',
  cookies: { read: () => undefined, set: () => {}, clear: () => {} },
  note: () => {},
  recordRead: () => {},
})
const makeCaller = (...centres: readonly (string | undefined)[]): Caller =>
  callerWho({ kind: 'staff', userId: 1, username: 'ada', roles: centres.map((center) => ({ role: 'CenterAdmin', center })) })
const denied = expect.objectContaining({ detail: { code: 'permission_denied' } })

test('a centre’s program acts for its own centre, even when it names another', () => {
  const program = callerWho({ kind: 'centre', centre: 'RM01' })
  expect([findCallerCentre(program, undefined), findCallerCentre(program, 'MI01')]).toEqual(['RM01', 'RM01'])
})

test('REQ-IMP-09: staff act for the centre that they name, or for their only one', () => {
  expect(findCallerCentre(makeCaller('RM01', 'MI01'), 'MI01')).toBe('MI01')
  expect(findCallerCentre(makeCaller('RM01', undefined, 'RM01'), undefined)).toBe('RM01')
  expect(() => findCallerCentre(makeCaller('RM01', 'MI01'), undefined)).toThrow(
    expect.objectContaining({ fields: { centerCode: { code: 'centre_choice_required' } } }),
  )
})

test('REQ-IMP-09: without a name staff of two centres act for the one of their session', () => {
  const { actor } = makeCaller('RM01', 'MI01')
  const chosen = chooseCentre(actor, 'MI01')
  expect(chosen && findCallerCentre(callerWho(chosen), undefined)).toBe('MI01')
  expect(chosen && findCallerCentre(callerWho(chosen), 'RM01')).toBe('RM01')
  expect(chooseCentre(actor, 'TO01')).toBeUndefined()
})

test('THREAT-02: nobody acts for another person’s centre', () => {
  expect(() => findCallerCentre(makeCaller('RM01'), 'MI01')).toThrow(denied)
  expect(() => findCallerCentre(makeCaller(), undefined)).toThrow(denied)
  expect(() => findCallerCentre(makeCaller(), 'MI01')).toThrow(denied)
  expect(() => findCallerCentre(callerWho({ kind: 'patient', patientId: 1 }), undefined)).toThrow(denied)
  expect(() => findCallerCentre(callerWho({ kind: 'visitor' }), 'RM01')).toThrow(denied)
})
