import { describe, expect, test } from 'vitest'
import { isLegalIdInconsistent, findLegalIdError } from './legal-id.ts'

describe('form and check character of a tax code (RULE-35)', () => {
  test.each(['RSSMRA85T10A562S', 'RSSMRA85T10A56NH', '12345678903', '80020780153', '07643520567'])('%s is right', (code) =>
    expect(findLegalIdError(code)).toBeUndefined(),
  )
  test.each(['RSSMRA85T10A562T', 'RSSMRA85T10A562', 'rssmra85t10a562s', 'RSSMRA85Z10A562S', '1234567890', 'RSSMRA85T10A5625'])(
    '%s is wrong',
    (code) => expect(findLegalIdError(code)).toBe('legal_id_wrong'),
  )

  test.each([
    'XRSSMRA85T10A562S',
    'RSSMRA85T10A562SX',
    ' RSSMRA85T10A562S',
    '123456789030',
    '012345678903',
    'RSSMRA85T10A562:',
    '1234567890a',
    '',
  ])('%j is wrong: extra characters', (code) => expect(findLegalIdError(code)).toBe('legal_id_wrong'))

  test('one of ten eleven-digit codes with the same first ten digits is right', () => {
    const codes = Array.from({ length: 10 }, (_, last) => `1234567890${last}`)
    expect(codes.filter((code) => findLegalIdError(code) === undefined)).toEqual(['12345678903'])
  })

  test('an eleven-digit code with any wrong digit is wrong', () => {
    const right = Array.from('80020780153')
    const wrong = right.map((digit, place) => right.with(place, String((Number(digit) + 1) % 10)).join(''))
    expect(wrong.filter((code) => findLegalIdError(code) === undefined)).toEqual([])
  })
})

describe('a tax code that disagrees with birth or sex (RULE-35)', () => {
  test.each<[string, string | null, string | null, boolean]>([
    ['RSSMRA85T10A562S', '1985-12-10', 'M', false],
    ['RSSMRA85T10A562S', '1985-12-11', 'M', true],
    ['RSSMRA85T10A562S', '1985-12-10', 'F', true],
    ['RSSMRA85T50A562W', '1985-12-10', 'F', false],
    ['RSSMRA85T50A562W', '1985-12-10', 'M', true],
    ['RSSMRAURTMLA562P', '1985-12-10', 'M', false],
    ['RSSMRAURTMLA562P', '1984-12-10', 'U', true],
    ['RSSMRA85T10A562S', '1985-12-10', 'U', false],
    ['RSSMRA85T10A562S', null, null, false],
    ['RSSMRA05A01A562S', '2005-01-01', 'M', false],
    ['XRSSMRA85T10A562S', '1985-12-11', 'F', false],
    ['RSSMRA85T10A562SX', '1985-12-11', 'F', false],
    ['12345678903', '1985-12-10', 'M', false],
  ])('%s with %s %s: %s', (code, dob, sex, disagrees) => expect(isLegalIdInconsistent(code, dob, sex)).toBe(disagrees))
})
