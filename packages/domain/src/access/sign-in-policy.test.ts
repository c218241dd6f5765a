import { describe, expect, it } from 'vitest'
import { findLengthError, getMinPasswordLength } from './password.ts'
import {
  maxSessionMs,
  centreLimits,
  parseCodeMinutes,
  calculateDelay,
  demoSignInLimits,
  invitationDays,
  reauthenticationMs,
  resetLimit,
  selectSignInLimits,
  signInLimits,
  unansweredDays,
} from './sign-in-policy.ts'

describe('the delay after failures', () => {
  it('begins with the fifth failure, doubles, and ends at 15 minutes', () => {
    expect([0, 1, 4, 5, 6, 7, 8, 14, 15, 40, 5000].map(calculateDelay)).toEqual([0, 0, 0, 1, 2, 4, 8, 512, 900, 900, 900])
  })
})

describe('the minutes of a code', () => {
  it.each([
    [undefined, 5],
    [null, 5],
    ['abc', 5],
    [5, 5],
    ['7', 7],
    [10, 10],
    [11, 10],
    [1e9, 10],
    [0, 1],
    [-3, 1],
    [2.9, 2],
  ])('with the setting %s are %d', (setting, minutes) => expect(parseCodeMinutes(setting)).toBe(minutes))
})

describe('the length of a password', () => {
  it('is at least 15 for staff, 10 with a second factor and for patients', () => {
    expect([getMinPasswordLength('user', false), getMinPasswordLength('user', true), getMinPasswordLength('patient', false)]).toEqual([
      15, 10, 10,
    ])
  })

  it('counts characters, not code units, after normalisation', () => {
    expect(findLengthError('😀'.repeat(9), 10)).toEqual({ code: 'password_too_short', params: { minimum: 10 } })
    expect(findLengthError('😀'.repeat(10), 10)).toBeUndefined()
    expect(findLengthError('e\u0301'.repeat(9), 10)).toMatchObject({ code: 'password_too_short' })
    expect(findLengthError('x'.repeat(128), 10)).toBeUndefined()
    expect(findLengthError('x'.repeat(129), 10)).toEqual({ code: 'password_too_long' })
  })
})

describe('the limits of the sign-in (REQ-ACC-06, REQ-ACC-10)', () => {
  it('apply to an address, its network, and codes', () => {
    expect(signInLimits).toEqual({
      perAddress: [
        { attempts: 20, seconds: 60 },
        { attempts: 100, seconds: 3600 },
        { attempts: 300, seconds: 3600, block: 'network' },
      ],
      codes: [
        { attempts: 1, seconds: 60 },
        { attempts: 3, seconds: 900 },
        { attempts: 10, seconds: 86_400 },
      ],
    })
  })

  it('are wide in a demonstration, where all people share one address', () => {
    expect(demoSignInLimits).toEqual({ perAddress: [{ attempts: 600, seconds: 60 }], codes: [{ attempts: 5, seconds: 5 }] })
    expect([selectSignInLimits(true), selectSignInLimits(false)]).toEqual([demoSignInLimits, signInLimits])
  })

  it('require reauthentication after ten minutes (REQ-ACC-21)', () => expect(reauthenticationMs).toBe(600_000))

  it('apply to centres and to forgotten passwords (REQ-IMP-10)', () => {
    expect(centreLimits).toEqual({ perCentre: { attempts: 10, seconds: 3600 }, perAddress: { attempts: 60, seconds: 3600 } })
    expect(resetLimit).toEqual({ attempts: 3, seconds: 3600 })
  })

  it('keep an invitation valid for 7 days and a registration for 90 (REQ-PAT-04, REQ-PAT-08)', () => {
    expect([invitationDays, unansweredDays]).toEqual([7, 90])
  })

  it('end sessions after 12 hours, 24 hours and 30 minutes', () => {
    expect(maxSessionMs).toEqual({ user: 43_200_000, patient: 86_400_000, restricted: 1_800_000 })
  })
})
