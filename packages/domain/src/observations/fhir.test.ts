import { describe, expect, test } from 'vitest'
import { readFhirEntry } from './fhir.ts'

const resource = {
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '2276-4' }] },
  subject: { identifier: { value: 'P1' } },
  effectiveDateTime: '2026-03-02',
  valueQuantity: { value: 812, unit: 'ng/mL', system: 'http://unitsofmeasure.org', code: 'ng/mL' },
}
const entry = (change: object = {}, request: object = {}) => ({
  request: { method: 'POST', url: 'Observation', ...request },
  resource: { ...resource, ...change },
})
const read = (change?: object, request?: object) => readFhirEntry(entry(change, request), '2026-06-01')
const sample = { identifier: [{ system: 'http://hospital.example', value: 'S1' }] }

describe('REQ-OBS-10: an Observation', () => {
  test('is read like the row of a file', () => {
    expect(read()).toEqual({
      patient: 'P1',
      observation: {
        analyte: 'FERRITIN',
        value: 812,
        unit: 'ng/mL',
        standardValue: 812,
        takenOn: '2026-03-02',
        comparator: null,
        sample: null,
      },
      conditional: false,
      correction: null,
    })
  })

  test.each([
    ['an instant of the evening in UTC', { effectiveDateTime: '2026-03-01T23:30:00Z' }, { takenOn: '2026-03-02' }],
    ['an instant in summer', { effectiveDateTime: '2025-07-31T22:00:00.123Z' }, { takenOn: '2025-08-01' }],
    ['an instant elsewhere', { effectiveDateTime: '2026-03-01T20:00:00-05:00' }, { takenOn: '2026-03-02' }],
    ['effectiveInstant', { effectiveDateTime: undefined, effectiveInstant: '2026-03-01T12:00:00+01:00' }, { takenOn: '2026-03-01' }],
    ['a comparator', { valueQuantity: { value: 5, comparator: '<', code: 'ug/L' } }, { comparator: '<', value: 5, unit: 'ug/L' }],
    ['a unit in words only', { valueQuantity: { value: 5, unit: 'µg/L' } }, { unit: 'µg/L', standardValue: 5 }],
    [
      'a unit of another system, with its words',
      { valueQuantity: { value: 5, unit: 'ng/ml', system: 'urn:x', code: '17' } },
      { unit: 'ng/ml' },
    ],
    ['a unit with a factor', { valueQuantity: { value: 2247, code: 'pmol/L' } }, { value: 2247, standardValue: 1000 }],
    ['a decimal number', { valueQuantity: { value: 1.2, code: 'ng/mL' } }, { value: 1.2 }],
    [
      'the LOINC code among others',
      { code: { coding: [{ system: 'urn:hospital', code: 'HB' }, { code: '2276-4' }, { system: 'http://loinc.org', code: '718-7' }] } },
      { error: 'unit' },
    ],
    ['an unknown profile', { meta: { profile: ['https://example.org/unknown'] }, unknown: 1 }, { value: 812 }],
    ['its sample', sample, { sample: 'S1' }],
  ])('%s', (_what, change, expected) => {
    const reading = read(change)
    if ('error' in expected) expect(reading).toMatchObject({ element: 'resource.value.code', error: { params: { analyte: 'HB' } } })
    else expect(reading).toMatchObject({ observation: expected })
  })

  test.each([
    [{ status: 'amended', ...sample }, {}, { correction: 'amended', conditional: false }],
    [{ status: 'corrected', ...sample }, { method: 'PUT', url: 'Observation?identifier=S1' }, { correction: 'corrected' }],
    [{ status: 'corrected', ...sample }, { method: 'PUT', url: 'Observation/17' }, { correction: 'corrected' }],
    [sample, { ifNoneExist: 'identifier=http://hospital.example|S1' }, { conditional: true, correction: null }],
    [sample, { ifNoneExist: 'identifier=http%3A%2F%2Fhospital.example%7CS1' }, { conditional: true }],
    [
      { identifier: [{ value: 'OTHER' }, { value: 'S1' }] },
      { ifNoneExist: 'identifier=S1' },
      { conditional: true, observation: { sample: 'S1' } },
    ],
  ])('%j by %j', (change, request, expected) => {
    expect(read(change, request)).toMatchObject(expected)
  })

  test.each([
    ['another resource', { resourceType: 'Patient' }, {}, 'resource.resourceType', 'fhir_resource_unknown'],
    ['a preliminary result', { status: 'preliminary' }, {}, 'resource.status', 'fhir_status_unknown'],
    ['a result entered in error', { status: 'entered-in-error' }, {}, 'resource.status', 'fhir_status_unknown'],
    [
      'a modifier',
      { modifierExtension: [{ url: 'urn:not', valueBoolean: true }] },
      {},
      'resource.modifierExtension',
      'fhir_modifier_unknown',
    ],
    ['no subject', { subject: undefined }, {}, 'resource.subject', 'value_required'],
    ['a subject by reference', { subject: { reference: 'Patient/1' } }, {}, 'resource.subject.identifier', 'value_required'],
    [
      'an empty code of the patient',
      { subject: { identifier: { value: 1 } } },
      {},
      'resource.subject.identifier.value',
      'fhir_element_wrong',
    ],
    ['no code', { code: { text: 'ferritin' } }, {}, 'resource.code.coding', 'value_required'],
    ['an unknown code', { code: { coding: [{ system: 'http://loinc.org', code: '2345-7' }] } }, {}, 'resource.code', 'fhir_code_unknown'],
    ['a code of another system', { code: { coding: [{ system: 'urn:x', code: '2276-4' }] } }, {}, 'resource.code', 'fhir_code_unknown'],
    [
      'the codes of two analytes',
      {
        code: {
          coding: [
            { system: 'http://loinc.org', code: '2276-4' },
            { system: 'http://loinc.org', code: '718-7' },
          ],
        },
      },
      {},
      'resource.code',
      'fhir_code_unknown',
    ],
    ['no value', { valueQuantity: undefined, valueString: '812' }, {}, 'resource.value', 'value_required'],
    ['a value as a text', { valueQuantity: { value: '812', code: 'ng/mL' } }, {}, 'resource.value.value', 'fhir_element_wrong'],
    ['a value above the limit', { valueQuantity: { value: 1e9, code: 'ng/mL' } }, {}, 'resource.value.value', 'value_too_high'],
    ['a unit of another quantity', { valueQuantity: { value: 5, code: 'U/L' } }, {}, 'resource.value.code', 'observation_unit_unknown'],
    [
      'another comparator',
      { valueQuantity: { value: 5, code: 'ng/mL', comparator: '<=' } },
      {},
      'resource.value.comparator',
      'observation_comparator_wrong',
    ],
    ['no day', { effectiveDateTime: undefined }, {}, 'resource.effective', 'fhir_day_wrong'],
    ['a month', { effectiveDateTime: '2026-03' }, {}, 'resource.effective', 'fhir_day_wrong'],
    ['a time without a zone', { effectiveDateTime: '2026-03-02T10:00:00' }, {}, 'resource.effective', 'fhir_day_wrong'],
    ['a day that does not exist', { effectiveDateTime: '2026-02-30T10:00:00Z' }, {}, 'resource.effective', 'fhir_day_wrong'],
    ['a future day', { effectiveDateTime: '2026-06-02' }, {}, 'resource.effective', 'value_date_future'],
    ['a correction without a sample', { status: 'corrected' }, {}, 'resource.identifier', 'fhir_identifier_required'],
    ['a long sample', { identifier: [{ value: 'S'.repeat(81) }] }, {}, 'resource.identifier', 'value_too_long'],
    ['a deletion', {}, { method: 'DELETE' }, 'request.method', 'fhir_method_unknown'],
    ['another address', {}, { url: 'Patient' }, 'request.url', 'fhir_method_unknown'],
    ['a POST to a known address', {}, { url: 'Observation/1' }, 'request.url', 'fhir_method_unknown'],
    ['a condition of another element', sample, { ifNoneExist: 'code=2276-4' }, 'request.ifNoneExist', 'fhir_condition_wrong'],
    ['a condition of two elements', sample, { ifNoneExist: 'identifier=S1&code=1' }, 'request.ifNoneExist', 'fhir_condition_wrong'],
    ['a condition of another sample', sample, { ifNoneExist: 'identifier=S2' }, 'request.ifNoneExist', 'fhir_condition_wrong'],
    ['an update of another sample', sample, { method: 'PUT', url: 'Observation?identifier=S2' }, 'request.url', 'fhir_condition_wrong'],
  ] as const)('%s is rejected with its element', (_what, change, request, element, code) => {
    expect(read(change, request)).toMatchObject({ element, error: { code } })
  })

  test.each([[{}], [null], [{ resource }], ['x']])('%j is no entry', (wrong) => {
    expect(readFhirEntry(wrong, '2026-06-01').error).toBeDefined()
  })
})
