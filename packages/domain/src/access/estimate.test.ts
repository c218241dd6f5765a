import { describe, expect, it } from 'vitest'
import { estimate, isCommonPassword } from './estimate.ts'

describe('the strength of a password', () => {
  it.each(['password1234567', 'talassemia2026!', 'MyConsent-2026', 'qwertyuiopasdfgh', 'aaaaaaaaaaaaaaaa', 'Esposito', 'responsabilita'])(
    'finds %s easy to guess',
    (password) => {
      expect(estimate(password, []).strength).toBeLessThan(3)
    },
  )

  it.each(['Thal-Demo-2026-staff', 'Thal-Demo-2026-patient', 'la mia gatta dorme sul tetto', 'vinoRosso42cantina'])(
    'finds %s hard to guess',
    (password) => {
      expect(estimate(password, ['ga@demo.example', 'Ada', 'Ferri', 'RM01']).strength).toBeGreaterThanOrEqual(3)
    },
  )

  it('rates passwords from the person’s own name, e-mail and centre as weak', () => {
    const password = 'Zambrotta.Gioacchina.PX77'
    expect(estimate(password, []).strength).toBe(4)
    expect(estimate(password, ['gioacchina.zambrotta', 'PX77'])).toEqual({
      strength: expect.toSatisfy((found: number) => found < 3),
      weakness: 'own',
    })
  })

  it('rates unrelated words as strong', () => {
    expect(estimate('sette gatti sotto il portico', ['Ada', 'Rossi']).strength).toBe(4)
  })
})

describe('the reason of a weakness', () => {
  it.each([
    ['password', 'common'],
    ['Passw0rd', 'common'],
    ['ertyuiopoiuytr', 'keyboard'],
    ['aaaaaaaaaaaaaaa', 'repeat'],
    ['abcdefghijklmnop', 'sequence'],
    ['14/03/1975', 'date'],
    ['abbastanza', 'word'],
    ['Esposito', 'word'],
    ['giuseppe1975', 'word'],
    ['MarioBianchi', 'word'],
    ['Ada', 'own'],
    ['Rossi1975', 'own'],
    ['RossiTalassemiaRossi', 'own'],
    ['xkqz', 'short'],
  ] as const)('%s: %s', (password, weakness) => {
    const found = estimate(password, ['Ada', 'Rossi'])
    expect(found.weakness).toBe(weakness)
    expect(found.strength).toBeLessThan(3)
  })
})

it('finds common passwords in any letter case', () => {
  expect(['Password', 'Juventus', 'sette gatti'].map(isCommonPassword)).toEqual([true, true, false])
})
