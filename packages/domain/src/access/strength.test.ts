import { expect, test } from 'vitest'
import { guessableWords, isOwnText, strengthFor, type Strength } from './strength.ts'

/** A judge that takes length for strength, and remembers what it was shown. */
const byLength =
  (seen: string[]) =>
  (password: string): Strength => {
    seen.push(password)
    return password.length > 12 ? 4 : password.length > 6 ? 2 : 0
  }

test('the words of a person are the parts of their texts, without the very short ones', () => {
  expect(guessableWords(['Maria De Rossi', 'm.rossi@x'])).toEqual(expect.arrayContaining(['maria', 'rossi', 'talassemia']))
  expect(guessableWords(['Maria De Rossi'])).not.toContain('de')
})

test('a password made of own words is as weak as what is left of it', () => {
  const seen: string[] = []
  expect(strengthFor(byLength(seen), 'MariaRossi-Talassemia', ['Maria Rossi'])).toBe(0)
  expect(seen).toEqual(['MariaRossi-Talassemia', '-'])
})

test('a password without own words is as strong as it is', () => {
  expect(strengthFor(byLength([]), 'sette gatti sotto il portico', ['Maria Rossi'])).toBe(4)
})

test('is judged in its normal form, in which it is kept', () => {
  const seen: string[] = []
  strengthFor(byLength(seen), '\uFF21\uFF22', [])
  expect(seen[0]).toBe('AB')
})

test('one of the own texts is known as it stands, in any case and spelling, and what only contains it is not', () => {
  const own = ['Ada', 'ada.rossi@example.org', '+393330000005']
  expect(
    ['ADA.Rossi@example.org', ' ada.rossi@example.org', 'ａda.rossi@example.org', '+393330000005'].map((typed) => isOwnText(typed, own)),
  ).toEqual([true, true, true, true])
  expect(isOwnText('ada.rossi@example.org e il mare', own)).toBe(false)
})
