import { describe, expect, it } from 'vitest'
import { measureStrength } from './strength.ts'

describe('strength of a password', () => {
  it.each(['password1234567', 'talassemia2026!', 'MyConsent-2026', 'qwertyuiopasdfgh', 'aaaaaaaaaaaaaaaa'])(
    'finds %s easy to guess',
    (password) => {
      expect(measureStrength(password, [])).toBeLessThan(3)
    },
  )

  it.each(['Thal-Demo-2026-staff', 'Thal-Demo-2026-patient', 'la mia gatta dorme sul tetto', 'vinoRosso42cantina'])(
    'finds %s hard to guess',
    (password) => {
      expect(measureStrength(password, ['ga@demo.example', 'Ada', 'Ferri', 'RM01'])).toBeGreaterThanOrEqual(3)
    },
  )

  it('rates passwords from the person’s own name, e-mail and centre as weak', () => {
    const password = 'Zambrotta.Gioacchina.PX77'
    expect(measureStrength(password, [])).toBe(4)
    expect(measureStrength(password, ['gioacchina.zambrotta', 'PX77'])).toBeLessThan(3)
  })
})
