import { describe, expect, test } from 'vitest'
import { findCentreFormErrors, isCentreCode, isCentreTelephone, maxOverlapHours } from './form.ts'

describe('REQ-ADM-06: the code of a centre', () => {
  test.each(['RM01', 'with/slash', 'with.dot', 'due parole', 'è Ünï 🩸', 'x'.repeat(80)])('can be %j', (code) => {
    expect(isCentreCode(code)).toBe(true)
  })
  test.each(['', ' ', 'a,b', ' a', 'a ', '.', '..', '__new__', 'a\u0000b', 'x'.repeat(81)])('cannot be %j', (code) => {
    expect(isCentreCode(code)).toBe(false)
  })
})

describe('REQ-ADM-06: the telephone of a centre', () => {
  test.each(['', '12345', '06 5550101', '+39 06/555.01-01', '+39 (06) 5550101', '1'.repeat(15)])('can be %j', (telephone) => {
    expect(isCentreTelephone(telephone)).toBe(true)
  })
  test.each(['1234', '1'.repeat(16), 'x', '06 5550101 int. 3', '06+5550101', '++39065550101', `1${' '.repeat(40)}2345`])(
    'cannot be %j',
    (telephone) => {
      expect(isCentreTelephone(telephone)).toBe(false)
    },
  )
})

describe('REQ-ADM-06: the form of a centre', () => {
  const long = 'una password abbastanza lunga'
  const filled = {
    id: 'RM01',
    name: 'Roma',
    geotreeid: 'ITI4',
    address: '',
    city: '',
    telephone: '',
    ecrf: null,
    changesPassword: true,
    ecrfPassword: '',
    password2: '',
    overlapHours: '0',
  }
  test.each<[string, object, object]>([
    ['a complete form without a password', {}, {}],
    ['a complete form with a password', { ecrfPassword: long, password2: long, overlapHours: '168' }, {}],
    ['no code', { id: '' }, { id: 'field_required' }],
    ['a code with a comma', { id: 'a,b' }, { id: 'centre_code_wrong' }],
    ['a blank name', { name: '  ' }, { name: 'field_required' }],
    ['no area', { geotreeid: null }, { geotreeid: 'field_required' }],
    ['a telephone', { telephone: ' 06 555-0101 ' }, {}],
    ['a text that is no telephone', { telephone: 'ask Rita' }, { telephone: 'centre_telephone_wrong' }],
    ['another repetition', { ecrfPassword: long, password2: 'altra' }, { password2: 'centre_passwords_differ' }],
    ['no repetition', { ecrfPassword: long }, { password2: 'centre_passwords_differ' }],
    ['a short password', { ecrfPassword: 'breve', password2: 'breve' }, { ecrfPassword: 'password_too_short' }],
    ['a password that stays', { changesPassword: false, ecrfPassword: 'breve', overlapHours: 'x' }, {}],
    [
      'too many hours',
      { ecrfPassword: long, password2: long, overlapHours: String(maxOverlapHours + 1) },
      { overlapHours: 'centre_overlap_wrong' },
    ],
    ['hours that are no number', { ecrfPassword: long, password2: long, overlapHours: '-1' }, { overlapHours: 'centre_overlap_wrong' }],
  ])('%s', (_case, changes, expected) => {
    const errors = Object.entries(findCentreFormErrors({ ...filled, ...changes }))
    expect(Object.fromEntries(errors.map(([field, error]) => [field, error.code]))).toEqual(expected)
  })
})
