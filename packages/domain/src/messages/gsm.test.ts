import { expect, test } from 'vitest'
import { countSmsParts, formatGsmText, gsmBasic, gsmExtended, gsmReplacements } from './gsm.ts'

test.each([
  ['Se non l’hai chiesto: usa «Password dimenticata» – oggi…', 'Se non l\'hai chiesto: usa "Password dimenticata" - oggi...'],
  ['È già tardi: NICCOLÒ, PERCHÉ, GESÙ', "E' già tardi: NICCOLO', PERCHÉ, GESU'"],
  ['Šarić, Çelik, Müller, françois, Œuvre', 'Saric, Çelik, Müller, francois, OEuvre'],
  ['Nicolo\u0300 e perche\u0301', 'Nicolò e perché'],
  ['in\u00ADvisi\u200Bbile\u00A0qui', 'invisibile qui'],
  ['@host #123456 [a] {b} 5 €', '@host #123456 [a] {b} 5 €'],
])('%s becomes %s in an SMS', (text, converted) => {
  expect(formatGsmText(text)).toBe(converted)
  expect(formatGsmText(converted)).toBe(converted)
})

test('every replacement is inside the alphabet, and no replaced character is', () => {
  for (const [character, replacement] of gsmReplacements) {
    expect((gsmBasic + gsmExtended).includes(character), character).toBe(false)
    for (const each of replacement) expect(gsmBasic, character).toContain(each)
  }
  expect(new Set(gsmBasic).size).toBe(127)
})

test.each([
  ['', 1],
  ['è'.repeat(160), 1],
  ['è'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  ['’'.repeat(160), 1],
  ['È'.repeat(80), 1],
  ['È'.repeat(81), 2],
  ['ж'.repeat(70), 1],
  ['ж'.repeat(71), 2],
  ['👍'.repeat(35), 1],
  ['👍'.repeat(36), 2],
  [`ж${'a'.repeat(134)}`, 3],
])('THREAT-14: an SMS of %s is billed as %i parts', (text, parts) => {
  expect(countSmsParts(text)).toBe(parts)
})
