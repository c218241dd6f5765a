import { expect, test } from 'vitest'
import type { Actor, Caller } from '@registry/api-contract/caller'
import { centreOf } from './caller-centre.ts'

const callerWho = (actor: Actor): Caller => ({
  actor,
  site: 'staff',
  language: 'it',
  host: '192.0.2.1',
  userAgent: '',
  requestId: '1',
  command: '',
  action: '',
  jar: { read: () => undefined, set: () => {}, clear: () => {} },
  note: () => {},
  reads: () => {},
})
const staffOf = (...centres: readonly (string | undefined)[]): Caller =>
  callerWho({ kind: 'staff', userId: 1, username: 'ada', roles: centres.map((center) => ({ role: 'CenterAdmin', center })) })
const denied = expect.objectContaining({ detail: { code: 'permission_denied' } })

test('D3: a centre’s program acts for its own centre, whatever it names', () => {
  const program = callerWho({ kind: 'centre', centre: 'RM01' })
  expect([centreOf(program, undefined), centreOf(program, 'MI01')]).toEqual(['RM01', 'RM01'])
})

test('D3: staff act for the centre that they name, or for the only one that they have', () => {
  expect(centreOf(staffOf('RM01', 'MI01'), 'MI01')).toBe('MI01')
  expect(centreOf(staffOf('RM01', undefined, 'RM01'), undefined)).toBe('RM01')
  expect(() => centreOf(staffOf('RM01', 'MI01'), undefined)).toThrow(
    expect.objectContaining({ fields: { centerCode: { code: 'field_required' } } }),
  )
})

test('T02: nobody acts for a centre that is not theirs', () => {
  expect(() => centreOf(staffOf('RM01'), 'MI01')).toThrow(denied)
  expect(() => centreOf(staffOf(), undefined)).toThrow(denied)
  expect(() => centreOf(staffOf(), 'MI01')).toThrow(denied)
  expect(() => centreOf(callerWho({ kind: 'patient', patientId: 1 }), undefined)).toThrow(denied)
  expect(() => centreOf(callerWho({ kind: 'visitor' }), 'RM01')).toThrow(denied)
})
