import { describe, expect, it } from 'vitest'
import { parseAppCode, parseSecondFactorCode, formatRecoveryCode, recoveryLetters, findRemovalError } from './second-factor.ts'

const bytes = (seed: number): Uint8Array => Uint8Array.from({ length: 11 }, (_, at) => (seed * 31 + at * 77) % 256)

describe('a recovery code', () => {
  it('has twelve characters in three groups, and its first letter is its number', () => {
    expect(recoveryLetters).toHaveLength(10)
    expect(formatRecoveryCode('C', new Uint8Array(11))).toBe('C222-2222-2222')
  })

  it('is valid as shown, in small letters, without hyphens and with blanks', () => {
    for (const [at, place] of recoveryLetters.entries()) {
      const shown = formatRecoveryCode(place, bytes(at))
      const expected = { kind: 'recovery', place, code: shown.replaceAll('-', '') }
      for (const typed of [shown, shown.toLowerCase(), shown.replaceAll('-', ''), ` ${shown.replaceAll('-', ' ')} `])
        expect(parseSecondFactorCode(typed)).toEqual(expected)
    }
  })
})

describe('a typed code', () => {
  it('of the app is six digits, in groups or not', () => {
    expect(parseSecondFactorCode(' 123 456 ')).toEqual({ kind: 'app', code: '123456' })
    expect(parseAppCode('123-456')).toBe('123456')
  })

  it.each(['', '12345', '1234567', '١٢٣٤٥٦', 'abcdef', 'A222-2222-222', 'Z222-2222-2222', 'A222-2222-222O', 'A'.repeat(5000)])(
    '%j is no code',
    (text) => expect(parseSecondFactorCode(text)).toBeUndefined(),
  )

  it('of recovery begins with one of the ten letters', () => {
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')
    const places = letters.filter((letter) => parseSecondFactorCode(`${letter}222-2222-2222`) !== undefined)
    expect(places).toEqual([...recoveryLetters])
  })

  it('of recovery is no code of the app, and other text is none', () => {
    expect([parseAppCode('A222-2222-2222'), parseAppCode('abc')]).toEqual([undefined, undefined])
  })
})

describe('removing the second factor (REQ-ACC-02, REQ-ACC-07)', () => {
  it('is denied if everybody must have one', () =>
    expect(findRemovalError(true, 'una frase lunga abbastanza')).toEqual({ code: 'second_factor_obliged' }))
  it('is denied if the password is too short without it', () =>
    expect(findRemovalError(false, 'quattordici-ch')).toEqual({ code: 'second_factor_carries_password' }))
  it('is allowed with 15 characters', () => expect(findRemovalError(false, 'quindici-caratt')).toBeUndefined())
})
