import { expect, test } from 'vitest'
import { listGuessableWords, isOwnText, estimateStrength, type Strength } from './strength.ts'

/** A judge that takes length for strength, and remembers what it was shown. */
const byLength =
  (seen: string[]) =>
  (password: string): Strength => {
    seen.push(password)
    return password.length > 12 ? 4 : password.length > 6 ? 2 : 0
  }

test('the words of a person are the parts of their texts, without the very short ones', () => {
  expect(listGuessableWords(['Maria De Rossi', 'm.rossi@x'])).toEqual(expect.arrayContaining(['maria', 'rossi', 'talassemia']))
  expect(listGuessableWords(['Maria De Rossi'])).not.toContain('de')
})

test.each(['myconsent', 'talassemia', 'talassemie', 'thalassemia', 'thalassaemia', 'emoglobinopatie', 'registro', 'registry'])(
  'everybody here would try %s, so that it protects nobody',
  (word) => {
    expect(listGuessableWords([])).toContain(word)
    expect(estimateStrength(byLength([]), `${word}${word}`, [])).toBe(0)
  },
)

test('own words are told apart by everything that is no letter and no digit, and have three characters or more', () => {
  const own = (...texts: string[]): string[] => listGuessableWords(texts).slice(listGuessableWords([]).length)
  expect(own('Ada-Maria De Rossi', 'ada.rossi@example.org', '', 'RM-0012')).toEqual([
    'ada',
    'maria',
    'rossi',
    'ada',
    'rossi',
    'example',
    'org',
    '0012',
  ])
  expect(own('Łucja Dvořák  Nuñez')).toEqual(['łucja', 'dvořák', 'nuñez'])
})

test('the longest own word is taken out first: a shorter one within it would leave its rest', () => {
  const seen: string[] = []
  estimateStrength(byLength(seen), 'mariannamare', ['Anna Marianna'])
  expect(seen).toEqual(['mariannamare', 'mare'])
})

test('a word is taken out wherever it stands, in any letter case', () => {
  const seen: string[] = []
  estimateStrength(byLength(seen), 'ROSSI-rossi-Rossi', ['Rossi'])
  expect(seen).toEqual(['ROSSI-rossi-Rossi', '--'])
})

test('the judge knows the own words too, and the lower judgement holds', () => {
  const known: (readonly string[])[] = []
  const strict = (password: string, words: readonly string[]): Strength => {
    known.push(words)
    return password === 'Gatto portico sette' ? 1 : 4
  }
  expect(estimateStrength(strict, 'Gatto portico sette', ['Ada'])).toBe(1)
  expect(known.map((words) => words.includes('ada'))).toEqual([true, true])
})

test('a password made of own words is as weak as what is left of it', () => {
  const seen: string[] = []
  expect(estimateStrength(byLength(seen), 'MariaRossi-Talassemia', ['Maria Rossi'])).toBe(0)
  expect(seen).toEqual(['MariaRossi-Talassemia', '-'])
})

test('a password without own words is as strong as it is', () => {
  expect(estimateStrength(byLength([]), 'sette gatti sotto il portico', ['Maria Rossi'])).toBe(4)
})

test('is judged in its normal form, in which it is kept', () => {
  const seen: string[] = []
  estimateStrength(byLength(seen), '\uFF21\uFF22', [])
  expect(seen[0]).toBe('AB')
})

test('one of the own texts is known as it stands, in any case and spelling, and what only contains it is not', () => {
  const own = ['Ada', 'ada.rossi@example.org', '+393330000005']
  expect(
    ['ADA.Rossi@example.org', ' ada.rossi@example.org ', 'ａda.rossi@example.org', '+393330000005'].map((typed) => isOwnText(typed, own)),
  ).toEqual([true, true, true, true])
  expect(isOwnText('ada.rossi@example.org e il mare', own)).toBe(false)
})
