import { describe, expect, it } from 'vitest'
import { mayOpenConsents, readConsentsSearch, type ConsentStatus, findTab, type View, resolveView } from './views.ts'

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
    ['a change requires the questions again', 'modifica', given, 'domande'],
    ['after the questions a change opens the form', 'modifica', { ...given, passed: true }, 'modifica'],
    ['the withdrawal is always open', 'ritiro', noConsents, 'ritiro'],
  ])('%s', (_case, requested, consentStatus, expected) => expect(resolveView(requested, consentStatus)).toBe(expected))

  it('reads the view of an address and ignores unknown views', () => {
    expect(readConsentsSearch({ vista: 'ritiro', other: 1 })).toEqual({ vista: 'ritiro' })
    expect(readConsentsSearch({ vista: 'constructor' })).toEqual({})
  })
})

it('the tab of the consents opens after consents or preliminary questions', () => {
  expect([noConsents, passed, given, renewing].map(mayOpenConsents)).toEqual([false, true, true, true])
  expect(findTab('modifica')).toBe('consensi')
  expect(findTab('domande')).toBe('domande')
})
