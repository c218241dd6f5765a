import { expect, test } from 'vitest'
import { isSameSettings, namesPatient, type WorkListSettings } from './work-list-views.ts'

const ada = { code: 'RM01-00033', surname: 'D’AMICO', name: 'ADA MARIA' }

test.each([
  ['Da firmare', ada, false],
  ['rivedere rm01-00033', ada, true],
  ['RM01 00033', ada, true],
  ['RM01-000331', ada, false],
  ['Ada Maria D’Amico, esami', ada, true],
  ["d'amico ada maria", ada, true],
  ['Famiglia D’Amico', ada, false],
  ['Senza RM da 24 mesi', { ...ada, code: '24' }, false],
  ['Numero 12345', { ...ada, code: '12345' }, true],
])('REQ-CRF-22: “%s” names %j: %s', (text, patient, isNamed) => expect(namesPatient(text, patient)).toBe(isNamed))

const settings: WorkListSettings = { order: { column: 'age', descending: true }, phenotype: 'TDT', tasks: ['mri', 'alerts'] }

test.each<[Partial<WorkListSettings>, boolean]>([
  [{}, true],
  [{ tasks: ['alerts', 'mri'] }, true],
  [{ tasks: ['mri'] }, false],
  [{ phenotype: null }, false],
  [{ order: { column: 'age', descending: false } }, false],
  [{ order: { column: 'code', descending: true } }, false],
])('REQ-CRF-22: settings with %j are the same: %s', (other, isSame) =>
  expect(isSameSettings(settings, { ...settings, ...other })).toBe(isSame),
)
