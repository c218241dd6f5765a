import { describe, expect, it } from 'vitest'
import { consentsOpen, readConsentsSearch, type ConsentStatus, findTab, type View, resolveView } from './views.ts'

const fresh: ConsentStatus = { given: false, toRenew: false, passed: false }
const passed: ConsentStatus = { ...fresh, passed: true }
const given: ConsentStatus = { ...fresh, given: true }
const renewing: ConsentStatus = { ...given, toRenew: true }

describe('the view that an address leads to', () => {
  it.each<[string, View | undefined, ConsentStatus, View]>([
    ['nothing given yet begins with the information', undefined, fresh, 'informazioni'],
    ['given opens directly', undefined, given, 'consensi'],
    ['changed texts begin with the information', undefined, renewing, 'informazioni'],
    ['no way to the consents before the questions', 'consensi', fresh, 'domande'],
    ['nor to the form', 'modifica', fresh, 'domande'],
    ['all Yes opens the form', 'consensi', passed, 'modifica'],
    ['what was given can be read', 'consensi', renewing, 'consensi'],
    ['changing asks the questions again', 'modifica', given, 'domande'],
    ['and then opens the form', 'modifica', { ...given, passed: true }, 'modifica'],
    ['withdrawing is always open', 'ritiro', fresh, 'ritiro'],
  ])('%s', (_case, wanted, consentStatus, shown) => expect(resolveView(wanted, consentStatus)).toBe(shown))

  it('reads the address, and nothing that is no view', () => {
    expect(readConsentsSearch({ vista: 'ritiro', other: 1 })).toEqual({ vista: 'ritiro' })
    expect(readConsentsSearch({ vista: 'constructor' })).toEqual({})
  })
})

it('opens the tab of the consents only to who may go there', () => {
  expect([fresh, passed, given, renewing].map(consentsOpen)).toEqual([false, true, true, true])
  expect(findTab('modifica')).toBe('consensi')
  expect(findTab('domande')).toBe('domande')
})
