import { sampleReferenceValues } from '../testing/reference-values.ts'
import { buildApplicability } from '../rules/applies.ts'
import { describe, expect, test } from 'vitest'
import { countComplications, countCompleteness, editableFields, formSections, listMissingPerson } from './form.ts'

const applicability = buildApplicability(sampleReferenceValues)

describe('REQ-CRF-06: the form of a record', () => {
  test('has the thirteen sections, without registration, consents and derived values', () => {
    expect(formSections.map(({ section }) => section)).toEqual([
      'Personal Data',
      'Misc',
      'Diagnosis',
      'Complications',
      'Surgery',
      'Hospitalization',
      'Transfusion',
      'Chelation',
      'SpecialTreatment',
      'Gene',
      'Laboratory',
      'Instrumental',
      'Covid',
    ])
    const names: readonly string[] = editableFields.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['DOB', 'SEX', 'HB', 'HOSPEDAL_CAUSES']))
    expect(names.filter((name) => ['CENTER_ID', 'SURNAME', 'email', 'C_DB_P', 'COMPLICATIONS_NUM'].includes(name))).toEqual([])
  })

  test('has a field after the one that it depends on (REQ-CRF-18)', () => {
    for (const { fields } of formSections) {
      const names = fields.map(({ name }) => String(name))
      for (const { name, appliesWhen } of fields)
        expect([name, names.indexOf(appliesWhen?.field ?? '') < names.indexOf(name)]).toEqual([name, true])
    }
    expect(formSections.flatMap(({ fields }) => fields)).toHaveLength(editableFields.length)
  })

  test('counts the filled fields; no, zero and a reason are answers', () => {
    const record = { HB: null, HBV: false, HOSPEDALIZATIONS: 0, TT: 'PAST', WEIGHT: String.raw`\N:unknown` }
    expect(countCompleteness(editableFields, record, applicability).filled).toBe(4)
  })

  test('counts only the fields that apply (REQ-CRF-18)', () => {
    const surgery = formSections.find(({ section }) => section === 'Surgery')?.fields ?? []
    expect(countCompleteness(surgery, { BMT: false }, applicability)).toEqual({ filled: 1, total: 1 })
    expect(countCompleteness(surgery, { BMT: true }, applicability)).toEqual({ filled: 1, total: 3 })
    expect(countCompleteness(surgery, { BMT: false, BMT_NOTE: 'x' }, applicability)).toEqual({ filled: 1, total: 1 })
  })
})

test.each([
  [{}, null],
  [{ HBV: false }, null],
  [{ HBV: true, HCV: true, HCC: null }, 2],
])('REQ-CRF-05: %j has %j complications', (record, count) => expect(countComplications(record)).toBe(count))

test.each([
  [{}, ['DOB', 'SEX']],
  [{ DOB: '1980-01-01', SEX: null }, ['SEX']],
  [{ DOB: '1980-01-01', SEX: 'F' }, []],
])('REQ-CRF-07: %j misses %j', (record, missing) => expect(listMissingPerson(record)).toEqual(missing))
