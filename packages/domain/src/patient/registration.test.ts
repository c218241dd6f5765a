import { expect, test } from 'vitest'
import type { RegistrationColumn } from '../imports/columns.ts'
import type { NumberParser } from './mobile.ts'
import { buildRegistrationReader } from './registration.ts'

const parseNumber: NumberParser = (text) => {
  const [, prefix = '+39', number] = /^(\+\d\d)?(\d{9,10})$/.exec(text.replaceAll(' ', '')) ?? []
  return number === undefined ? undefined : { prefix, number, isMobile: number.startsWith('3') }
}
const read = buildRegistrationReader(
  { today: '2026-03-01', referenceIds: () => new Set(['Email', 'Mobile']) },
  { parseNumber, prefixes: ['+39'] },
)
const readCells = (cells: Partial<Record<RegistrationColumn, string>>) => read((column) => cells[column])
const listErrors = (cells: Partial<Record<RegistrationColumn, string>>) =>
  readCells(cells).errors.map(({ column, error: detail }) => [column, detail.code])

const ada = { CENTER_ID: ' A1 ', SURNAME: "d'Amico", NAME: 'nicolò  maria', LOGIN_MODE: 'email', EMAIL: ' Ada@Example.ORG ' }

test('REQ-PAT-07: names are in upper case, an e-mail in lower case, and other values normalised', () => {
  expect(readCells(ada)).toEqual({
    errors: [],
    registration: {
      centrePatientCode: 'A1',
      surname: "D'AMICO",
      name: 'NICOLÒ MARIA',
      loginMode: 'Email',
      lang: 'it',
      email: 'ada@example.org',
      mobilePrefix: null,
      mobile: null,
      authorised: null,
      asksToReturn: false,
      birthDate: null,
      guardian: null,
    },
  })
  expect(
    readCells({ ...ada, LOGIN_MODE: 'MOBILE', MOBILE: '333 1234567', C_DB: 'no', LANG: 'EN', ASKS_TO_RETURN: 'sì' }).registration,
  ).toMatchObject({
    loginMode: 'Mobile',
    lang: 'en',
    mobilePrefix: '+39',
    mobile: '3331234567',
    authorised: false,
    asksToReturn: true,
  })
})

test.each<[string, Partial<Record<RegistrationColumn, string>>, [RegistrationColumn, string][]]>([
  [
    'without values',
    {},
    [
      ['CENTER_ID', 'value_required'],
      ['SURNAME', 'value_required'],
      ['NAME', 'value_required'],
      ['LOGIN_MODE', 'value_required'],
    ],
  ],
  ['RULE-37: with sign-in by e-mail and no e-mail', { ...ada, EMAIL: '  ' }, [['EMAIL', 'rule_email_missing']]],
  ['RULE-37: with sign-in by mobile and no mobile', { ...ada, LOGIN_MODE: 'Mobile' }, [['MOBILE', 'rule_mobile_missing']]],
  ['with an invalid e-mail', { ...ada, EMAIL: 'ada.example' }, [['EMAIL', 'contact_wrong']]],
  ['with an e-mail of five characters', { ...ada, EMAIL: 'a@b.c' }, [['EMAIL', 'contact_wrong']]],
  ['with a blank before the at sign', { ...ada, EMAIL: 'a da@example.org' }, [['EMAIL', 'contact_wrong']]],
  ['with a blank after the at sign', { ...ada, EMAIL: 'ada@exam ple.org' }, [['EMAIL', 'contact_wrong']]],
  [
    'with zeros within a number of another country',
    { ...ada, LOGIN_MODE: 'Mobile', MOBILE_PREFIX: '+44', MOBILE: '3330012345' },
    [['MOBILE', 'mobile_prefix_not_allowed']],
  ],
  ['with an invalid number', { ...ada, MOBILE: 'call me' }, [['MOBILE', 'mobile_wrong']]],
  ['THREAT-14: with a landline number', { ...ada, LOGIN_MODE: 'Mobile', MOBILE: '0612345678' }, [['MOBILE', 'mobile_not_mobile']]],
  [
    'THREAT-14: with a mobile of a country that is not allowed',
    { ...ada, LOGIN_MODE: 'Mobile', MOBILE: '+443331234567' },
    [['MOBILE', 'mobile_prefix_not_allowed']],
  ],
  [
    'with a prefix that differs from the number’s',
    { ...ada, MOBILE_PREFIX: '+44', MOBILE: '+393331234567' },
    [['MOBILE_PREFIX', 'mobile_prefix_wrong']],
  ],
  [
    'with an unknown mode, language and answer',
    { ...ada, LOGIN_MODE: 'Fax', LANG: 'fr', C_DB: 'perhaps' },
    [
      ['C_DB', 'value_boolean_invalid'],
      ['LOGIN_MODE', 'value_not_listed'],
      ['LANG', 'value_not_listed'],
    ],
  ],
  ['with a code that is too long', { ...ada, CENTER_ID: 'x'.repeat(81) }, [['CENTER_ID', 'value_too_long']]],
])('a registration %s is rejected with its columns', (_case, cells, errors) => {
  expect(listErrors(cells)).toEqual(errors)
  expect(readCells(cells).registration).toBeUndefined()
})

test('a registration accepts an e-mail of six characters, a separate prefix and a consent to the registry', () => {
  const { errors, registration } = readCells({ ...ada, EMAIL: 'a@b.it', MOBILE_PREFIX: '+39', MOBILE: '3331234567', C_DB: 'sì' })
  expect(errors).toEqual([])
  expect(registration).toMatchObject({ email: 'a@b.it', mobilePrefix: '+39', mobile: '3331234567', authorised: true })
})

test.each([
  [{ MOBILE: '0612345678' }, '+39', '0612345678'],
  [{ MOBILE: '+443331234567' }, '+44', '3331234567'],
  [{ MOBILE_PREFIX: '0039', MOBILE: '333 1234567' }, '+39', '3331234567'],
  [{ MOBILE_PREFIX: '39', MOBILE: '3331234567' }, '+39', '3331234567'],
])('REQ-PAT-02: who signs in by e-mail can have any number: %j', (cells, mobilePrefix, mobile) => {
  expect(readCells({ ...ada, ...cells })).toMatchObject({ errors: [], registration: { mobilePrefix, mobile } })
})

test('codes, names and contacts lose their invisible characters; a point after an e-mail goes', () => {
  const cells = { ...ada, CENTER_ID: 'CASE-Z\u200B', SURNAME: 'RO\u00ADSSI\uFEFF', EMAIL: '\u2060ada@example.org.' }
  expect(readCells(cells).registration).toMatchObject({ centrePatientCode: 'CASE-Z', surname: 'ROSSI', email: 'ada@example.org' })
})

test('THREAT-14: the error of a prefix names the allowed ones', () => {
  expect(readCells({ ...ada, LOGIN_MODE: 'Mobile', MOBILE: '+443331234567' }).errors).toEqual([
    { column: 'MOBILE', error: { code: 'mobile_prefix_not_allowed', params: { prefixes: '+39' } } },
  ])
})
