import { describe, expect, it } from 'vitest'
import { findNextView, mayOpenConsents, readConsentsSearch, type ConsentStatus, findTab, type View, resolveView } from './views.ts'

const noConsents: ConsentStatus = { given: false, toRenew: false, passed: false }
const passed: ConsentStatus = { ...noConsents, passed: true }
const given: ConsentStatus = { ...noConsents, given: true }
const renewing: ConsentStatus = { ...given, toRenew: true }

describe('the view of an address', () => {
  it.each<[string, View | undefined, ConsentStatus, View]>([
    ['without consents the information opens', undefined, noConsents, 'informazioni'],
    ['given consents open directly', undefined, given, 'consensi'],
    ['changed texts start with the information', undefined, renewing, 'informazioni'],
    ['the questions come before the consents', 'consensi', noConsents, 'domande'],
    ['the questions come before the form', 'modifica', noConsents, 'domande'],
    ['all questions answered Yes open the form', 'consensi', passed, 'modifica'],
    ['given consents can be read', 'consensi', renewing, 'consensi'],
    ['answers from the centre still require the questions', 'modifica', given, 'domande'],
    ['with the questions answered, a change opens the form', 'modifica', { ...given, passed: true }, 'modifica'],
    ['the confirmation opens after consents', 'fatto', given, 'fatto'],
    ['no consents have no confirmation', 'fatto', noConsents, 'domande'],
    ['the withdrawal is always open', 'ritiro', noConsents, 'ritiro'],
  ])('%s', (_case, requested, consentStatus, expected) => expect(resolveView(requested, consentStatus)).toBe(expected))

  it('reads the view of an address and ignores unknown views', () => {
    expect(readConsentsSearch({ vista: 'ritiro', other: 1 })).toEqual({ vista: 'ritiro' })
    expect(readConsentsSearch({ vista: 'constructor' })).toEqual({})
    expect(readConsentsSearch({ vista: 'modifica', domanda: 'C_DB_M' })).toEqual({ vista: 'modifica', domanda: 'C_DB_M' })
    expect(readConsentsSearch({ vista: 'modifica', domanda: 'a b' })).toEqual({ vista: 'modifica' })
    expect(readConsentsSearch({ domanda: 'C_DB_M' })).toEqual({})
  })
})

it('the tab of the consents opens after consents or preliminary questions', () => {
  expect([noConsents, passed, given, renewing].map(mayOpenConsents)).toEqual([false, true, true, true])
  expect(findTab('modifica')).toBe('consensi')
  expect(findTab('domande')).toBe('domande')
})

it.each<[string, ConsentStatus, View]>([
  ['the preliminary questions, for a first visit', noConsents, 'domande'],
  ['the consents, when the questions are answered', passed, 'modifica'],
  ['the answers, when they are given', given, 'consensi'],
  ['the consents again after a change of the texts', { ...renewing, passed: true }, 'modifica'],
])('after the information follow %s', (_case, consentStatus, next) => expect(findNextView(consentStatus)).toBe(next))
