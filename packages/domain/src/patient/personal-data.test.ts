import { describe, expect, test } from 'vitest'
import type { ReferenceTable } from '../reference/tables.ts'
import { changesContact, findSignInContact, listChangedFields, type OwnValues } from './own-fields.ts'
import { buildOwnDataReader } from './personal-data.ts'

const empty: OwnValues = {
  login_mode: 'Email',
  email: 'ada@example.org',
  mobile_prefix: null,
  mobile: null,
  telephone: null,
  legal_id: null,
  address_nation: null,
  address_area: null,
  address_town: null,
  address_street: null,
  address_zip: null,
  lob_nation: null,
  lob_region: null,
}
const ids: Partial<Record<ReferenceTable, readonly string[]>> = {
  login_mode: ['Email', 'Mobile'],
  svc_nation: ['IT', 'FR'],
  svc_region: ['R08'],
}
const read = buildOwnDataReader(
  { today: '2026-11-22', referenceIds: (table) => new Set(ids[table]) },
  {
    prefixes: ['+39'],
    parseNumber: (text) => {
      const [, prefix = '+39', number = ''] = /^(\+\d\d)?(\d{9,10})$/.exec(text.replace(/^00/, '+').replaceAll(' ', '')) ?? []
      return number === '' ? undefined : { prefix, number, isMobile: number.startsWith('3') }
    },
  },
)
const readChange = (changes: Partial<OwnValues>, before = empty) => read({ ...empty, ...changes }, before)

describe('reading the patient’s data (REQ-PAT-10)', () => {
  test.each<[Partial<OwnValues>, Partial<OwnValues>]>([
    [{ email: ' Ada@Example.ORG ' }, { email: 'ada@example.org' }],
    [{ legal_id: 'rssmra85t10a562s' }, { legal_id: 'RSSMRA85T10A562S' }],
    [{ telephone: '  ' }, { telephone: null }],
    [{ mobile: '333 1234567' }, { mobile_prefix: '+39', mobile: '3331234567' }],
    [
      { mobile_prefix: '+39', mobile: '0039 3331234567' },
      { mobile_prefix: '+39', mobile: '3331234567' },
    ],
    [
      { mobile_prefix: '+39', mobile: null },
      { mobile_prefix: null, mobile: null },
    ],
    [
      { login_mode: 'Mobile', email: null, mobile: '3331234567' },
      { login_mode: 'Mobile', email: null },
    ],
    [
      { address_nation: 'IT', address_area: 'R08', address_zip: '47121' },
      { address_area: 'R08', address_zip: '47121' },
    ],
    [{ address_nation: 'FR', address_zip: '750' }, { address_zip: '750' }],
  ])('%j is stored as %j', (changes, expected) => {
    expect(readChange(changes)).toMatchObject({ values: expected, errors: {} })
  })

  test.each<[Partial<OwnValues>, object]>([
    [{ email: null }, { email: { code: 'rule_email_missing' } }],
    [{ email: 'a@b' }, { email: { code: 'contact_wrong' } }],
    [{ login_mode: 'Mobile' }, { mobile: { code: 'rule_mobile_missing' } }],
    [{ login_mode: 'Fax' }, { login_mode: { code: 'value_not_listed' } }],
    [{ mobile: 'x' }, { mobile: { code: 'mobile_wrong' } }],
    [{ login_mode: 'Mobile', mobile: '0612345678' }, { mobile: { code: 'mobile_not_mobile' } }],
    [{ login_mode: 'Mobile', mobile_prefix: '+33', mobile: '3331234567' }, { mobile: { code: 'mobile_prefix_not_allowed' } }],
    [{ address_area: 'R08' }, { address_area: { code: 'rule_region_outside_italy' } }],
    [{ lob_nation: 'FR', lob_region: 'R08' }, { lob_region: { code: 'rule_region_outside_italy' } }],
    [{ address_nation: 'IT', address_zip: '1' }, { address_zip: { code: 'rule_postcode_wrong' } }],
    [{ legal_id: 'X' }, { legal_id: { code: 'legal_id_wrong' } }],
  ])('%j is rejected: %j', (changes, errors) => {
    expect(readChange(changes).errors).toMatchObject(errors)
  })

  test('REQ-PAT-02: who signs in by e-mail can have any number, and needs an allowed mobile to sign in by mobile', () => {
    expect(readChange({ mobile: '0612345678' })).toMatchObject({ errors: {}, values: { mobile_prefix: '+39', mobile: '0612345678' } })
    const stored = { ...empty, mobile_prefix: '+39', mobile: '0612345678' }
    const change = { mobile_prefix: '+39', mobile: '0612345678', login_mode: 'Mobile' }
    expect(readChange(change, stored).errors).toMatchObject({ mobile: { code: 'mobile_not_mobile' } })
  })

  test('a stored mobile stays valid when the list of prefixes gets shorter (REQ-PAT-02)', () => {
    const mobile = { mobile_prefix: '+33', mobile: '612345678' }
    expect(readChange(mobile, { ...empty, ...mobile })).toMatchObject({ values: mobile, errors: {} })
  })
})

test('a change of mode or contact is found, another one is none', () => {
  const withMobile = { ...empty, mobile_prefix: '+39', mobile: '3331234567' }
  expect(listChangedFields(empty, { ...empty, telephone: '1', legal_id: 'X' })).toEqual(['telephone', 'legal_id'])
  expect(changesContact(['telephone', 'address_zip'])).toBe(false)
  expect(changesContact(listChangedFields(empty, withMobile))).toBe(true)
  expect(findSignInContact(withMobile)).toBe('ada@example.org')
  expect(findSignInContact({ ...withMobile, login_mode: 'Mobile' })).toBe('+393331234567')
  expect(findSignInContact({ ...empty, login_mode: 'Mobile' })).toBeUndefined()
})
