import { describe, expect, test } from 'vitest'
import { fields, getField, type FieldName } from '../fields/dictionary.ts'
import type { PatientRecord, Value } from '../fields/values.ts'
import { sampleReferenceValues } from '../testing/reference-values.ts'
import { buildApplicability, findControllingField } from './applies.ts'
import { buildRuleSet, checkRecord } from './rule-set.ts'

const { appliesTo, listHiddenValues } = buildApplicability(sampleReferenceValues)
const rules = buildRuleSet(sampleReferenceValues)
const conditional = fields.filter(({ appliesWhen }) => appliesWhen)

describe('REQ-CRF-18: a field applies by the value of another', () => {
  test.each<[FieldName, PatientRecord, boolean]>([
    ['BMT_DATE', {}, false],
    ['BMT_DATE', { BMT: false }, false],
    ['BMT_DATE', { BMT: true }, true],
    ['PRIAPISM', {}, true],
    ['PRIAPISM', { SEX: 'M' }, true],
    ['PRIAPISM', { SEX: 'F' }, false],
    ['ICT_DFO_DOSAGE', {}, false],
    ['ICT_DFO_DOSAGE', { ICT_TYPE: 'DFO_DFP' }, true],
    ['ICT_DFX_DOSAGE', { ICT_TYPE: 'DFO_DFP' }, false],
    ['ICT_START', {}, true],
    ['ICT_START', { ICT_TYPE: 'NONE' }, false],
    ['TT_QTY', { TT: 'NEVER' }, false],
    ['DIAGNOSIS_2', {}, false],
    ['DIAGNOSIS_2', { DIAGNOSIS: 'BTM' }, true],
    ['lob_region', { lob_nation: 'FR' }, false],
    ['lob_region', { lob_nation: 'IT' }, true],
    ['DEAD_DATE', { STATUS: 'ALIVE' }, false],
    ['DEAD_DATE', { STATUS: 'DEAD' }, true],
    ['WEIGHT', {}, true],
  ])('%s with %j: %j', (name, record, expected) => expect(appliesTo(name, record)).toBe(expected))

  // The death has rules about the status; everything else is rejected exactly where it does not apply.
  test.each(conditional.filter(({ name }) => !name.startsWith('DEAD_')).map(({ name }) => name))(
    'the rules reject a value of %s exactly where it does not apply',
    (name) => {
      const on = findControllingField(name) ?? name
      const value: Value = getField(name).type === 'boolean' ? true : getField(name).type === 'date' ? '2020-01-01' : 'X'
      const own = {
        trees: rules.trees.filter((rule) => rule.severity === 'error' && rule.fields.join() === [name, on].join()),
        functions: [],
      }
      for (const other of [null, true, false, 'IT', 'FR', 'F', 'M', 'U', 'NEVER', 'PAST', 'NONE', 'DFO', 'DFO_DFP', 'DFX_DT', 'OTHER']) {
        const record = { [on]: other, [name]: value }
        const found = checkRecord(record, own, { today: '2026-03-01' }).filter(({ text }) => text !== 'rule_diagnosis_repeated')
        expect([other, found.length > 0]).toEqual([other, !appliesTo(name, record)])
      }
    },
  )
})

describe('REQ-CRF-18: a change hides fields with values', () => {
  test('a No, a reason and an empty field are no values', () => {
    const before = { TT: 'REGULAR', TT_ONGOING: false, TT_QTY: 20, TT_START: String.raw`\N:unknown` }
    expect(listHiddenValues(before, { ...before, TT: 'NEVER' })).toEqual(['TT_QTY'])
    expect(listHiddenValues({ ...before, TT_ONGOING: true }, { ...before, TT_ONGOING: true, TT: 'NEVER' })).toEqual([
      'TT_QTY',
      'TT_ONGOING',
    ])
  })

  test('fields that depend on a hidden one are hidden too', () => {
    const before = { DIAGNOSIS: 'BTM', DIAGNOSIS_2: 'HBE', DIAGNOSIS_3: 'CDA1' }
    expect(listHiddenValues(before, { ...before, DIAGNOSIS: null })).toEqual(['DIAGNOSIS_2', 'DIAGNOSIS_3'])
    expect(listHiddenValues(before, { ...before, DIAGNOSIS: 'BTI' })).toEqual([])
  })

  test('a value that did not apply before is not part of the change', () => {
    const before = { BMT: false, BMT_NOTE: 'x', GT: true, GT_NOTE: 'y' }
    expect(listHiddenValues(before, { ...before, GT: false })).toEqual(['GT_NOTE'])
  })
})
