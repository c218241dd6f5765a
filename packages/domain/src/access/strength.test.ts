import { expect, test } from 'vitest'
import { listGuessableWords, isOwnText, estimateStrength, type Strength } from './strength.ts'

/** An estimator that rates passwords by length and records them. */
const rateByLength =
  (recorded: string[]) =>
  (password: string): Strength => {
    recorded.push(password)
    return password.length > 12 ? 4 : password.length > 6 ? 2 : 0
  }

test('guessable words are the parts of a person’s texts, except very short ones', () => {
  expect(listGuessableWords(['Maria De Rossi', 'm.rossi@x'])).toEqual(expect.arrayContaining(['maria', 'rossi', 'talassemia']))
  expect(listGuessableWords(['Maria De Rossi'])).not.toContain('de')
})

test.each(['myconsent', 'talassemia', 'talassemie', 'thalassemia', 'thalassaemia', 'emoglobinopatie', 'registro', 'registry'])(
  '%s is guessable for everybody',
  (word) => {
    expect(listGuessableWords([])).toContain(word)
    expect(estimateStrength(rateByLength([]), `${word}${word}`, [])).toBe(0)
  },
)

test('letters and digits form personal words, which have at least three characters', () => {
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

test('the longest personal word is removed first, because a shorter one within it would leave a remainder', () => {
  const recorded: string[] = []
  estimateStrength(rateByLength(recorded), 'mariannamare', ['Anna Marianna'])
  expect(recorded).toEqual(['mariannamare', 'mare'])
})

test('a personal word is removed at every position, in any letter case', () => {
  const recorded: string[] = []
  estimateStrength(rateByLength(recorded), 'ROSSI-rossi-Rossi', ['Rossi'])
  expect(recorded).toEqual(['ROSSI-rossi-Rossi', '--'])
})

test('the rest keeps its letter case', () => {
  const recorded: string[] = []
  estimateStrength(rateByLength(recorded), 'RossiPorticoGATTO', ['Rossi'])
  expect(recorded).toEqual(['RossiPorticoGATTO', 'PorticoGATTO'])
})

test('the estimator receives the personal words, and the lower strength counts', () => {
  const received: (readonly string[])[] = []
  const strict = (password: string, words: readonly string[]): Strength => {
    received.push(words)
    return password === 'Gatto portico sette' ? 1 : 4
  }
  expect(estimateStrength(strict, 'Gatto portico sette', ['Ada'])).toBe(1)
  expect(received.map((words) => words.includes('ada'))).toEqual([true, true])
})

test('a password of personal words is as weak as its remainder', () => {
  const recorded: string[] = []
  expect(estimateStrength(rateByLength(recorded), 'MariaRossi-Talassemia', ['Maria Rossi'])).toBe(0)
  expect(recorded).toEqual(['MariaRossi-Talassemia', '-'])
})

test('a password without personal words keeps its strength', () => {
  expect(estimateStrength(rateByLength([]), 'sette gatti sotto il portico', ['Maria Rossi'])).toBe(4)
})

test('a password is rated in its normal form', () => {
  const recorded: string[] = []
  estimateStrength(rateByLength(recorded), '\uFF21\uFF22', [])
  expect(recorded[0]).toBe('AB')
})

test('a personal text as password is found in any case and spelling, but not inside a longer text', () => {
  const own = ['Ada', 'ada.rossi@example.org', '+393330000005']
  expect(
    ['ADA.Rossi@example.org', ' ada.rossi@example.org ', 'ａda.rossi@example.org', '+393330000005'].map((text) => isOwnText(text, own)),
  ).toEqual([true, true, true, true])
  expect(isOwnText('ada.rossi@example.org e il mare', own)).toBe(false)
})
