import { describe, expect, test } from 'vitest'
import { listExpressionFields } from '../expression/expression.ts'
import { isWellTyped } from '../expression/types.ts'
import { errorMessages } from '../error-messages.ts'
import { getField } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'
import { sampleReferenceValues } from '../testing/reference-values.ts'
import { ruleCaseFamilies } from '../testing/rule-case-families.ts'
import { ruleCases } from '../testing/rule-cases.ts'
import type { RuleSet } from './rule.ts'
import { checkRecord, buildRuleSet } from './rule-set.ts'
import { ruleMessages } from './messages.ts'

const rules = buildRuleSet(sampleReferenceValues)
const everyRule = [...rules.trees, ...rules.functions]
const today = '2026-03-01'
const brokenBy = (record: PatientRecord, previous?: PatientRecord): string[] =>
  checkRecord(record, rules, previous ? { today, previous } : { today }).map(({ key }) => key)

const onlyRule = (key: string): RuleSet => ({
  trees: rules.trees.filter((rule) => rule.key === key),
  functions: rules.functions.filter((rule) => rule.key === key),
})
const cases = [...ruleCases, ...ruleCaseFamilies]

describe('a record breaks a rule', () => {
  test.each(cases)('%s, shown at %s: %j, and not %j', (key, at, broken, kept) => {
    const rule = onlyRule(key)
    expect(checkRecord(broken, rule, { today }).map(({ fields }) => fields.join(' '))).toEqual([at])
    expect(checkRecord(kept, rule, { today })).toEqual([])
  })

  test('every rule has a case; that of RULE-26 stands in filtration.test.ts, that of RULE-38 below', () => {
    const shown = new Set(cases.map(([key]) => key))
    expect(everyRule.map(({ key }) => key).filter((key) => !shown.has(key))).toEqual(['RULE-26', 'RULE-38'])
  })

  test.each<[string, PatientRecord, readonly string[]]>([
    ['of a regimen of none only what RULE-16 says', { ICT_TYPE: 'NONE', ICT_DFO_DOSAGE: 40 }, ['RULE-16.ICT_DFO_DOSAGE']],
    ['of a diagnosis given twice only that', { DIAGNOSIS: 'BTM', DIAGNOSIS_2: 'BTI', DIAGNOSIS_3: 'BTI' }, ['RULE-10.third.second']],
    ['of a patient who was never transfused only what RULE-13 says', { TT: 'NEVER', TT_ONGOING: true }, ['RULE-13.TT_ONGOING']],
    ['nothing where the wards are reached', { COVID_STATUS: true, COVID_HOSP_DAYS: 3, COVID_HOSPITALIZATION: 'ICU' }, []],
    ['nothing of a complete course', { LUS_TERAPY_TYPE: 'TDT', LUS_TERAPY_ONGOING: true, LUS_TERAPY_START: '2021-01-01' }, []],
    ['nothing of a combined regimen', { ICT_TYPE: 'DFO_DFP', ICT_MODALITY: 'COMBINED' }, []],
  ])('says %s', (_what, record, keys) => expect(brokenBy(record)).toEqual(keys))

  test.each([
    ['Email', ['email: rule_email_missing']],
    ['Mobile', ['mobile: rule_mobile_missing', 'mobile_prefix: rule_mobile_missing']],
  ])('RULE-37: a patient who signs in by %s and has no contact is refused with %j', (mode, said) => {
    const findings = checkRecord({ login_mode: mode }, rules, { today })
    expect(findings.map(({ fields: [name], text }) => `${name}: ${text}`)).toEqual(said)
  })

  test('RULE-38: a weight that changed by more than a fifth since the last save', () => {
    expect(brokenBy({ WEIGHT: 73 }, { WEIGHT: 60 })).toEqual(['RULE-38'])
    expect(brokenBy({ WEIGHT: 72 }, { WEIGHT: 60 })).toEqual([])
    expect(brokenBy({ WEIGHT: 47 }, { WEIGHT: 60 })).toEqual(['RULE-38'])
    expect(brokenBy({ WEIGHT: 48 }, { WEIGHT: 60 })).toEqual([])
    expect(brokenBy({ WEIGHT: 47 })).toEqual([])
    const [finding] = checkRecord({ WEIGHT: 73 }, rules, { today, previous: { WEIGHT: 60 } })
    expect(finding).toMatchObject({ severity: 'warning', fields: ['WEIGHT'], text: 'rule_weight_jump' })
  })

  test('every text is said by a rule', () => {
    const said = new Set<string>(everyRule.map(({ text }) => text))
    expect(Object.keys(ruleMessages).filter((text) => text.startsWith('rule_') && !said.has(text))).toEqual([])
  })
})

describe('the set of rules', () => {
  test('knows nothing against an empty record', () => expect(brokenBy({})).toEqual([]))

  test('has every rule about one record', () => {
    const numbers = Array.from({ length: 38 }, (_, index) => `RULE-${String(index + 1).padStart(2, '0')}`)
    const elsewhere = ['RULE-33', 'RULE-36']
    expect([...new Set(everyRule.map(({ id }) => id))].toSorted()).toEqual(numbers.filter((id) => !elsewhere.includes(id)))
  })

  test('refuses and warns as the registry decided', () => {
    const warnings =
      'RULE-03 RULE-06 RULE-08 RULE-09 RULE-11 RULE-12 RULE-15 RULE-19 RULE-20 RULE-21 RULE-23 RULE-25 RULE-26 RULE-27 RULE-29 RULE-30.fewer RULE-31.days RULE-35 RULE-38'.split(
        ' ',
      )
    const decided = everyRule.map(({ id, key }) => [key, warnings.includes(id) || warnings.includes(key) ? 'warning' : 'error'])
    expect(everyRule.map(({ key, severity }) => [key, severity])).toEqual(decided)
  })

  test('asks a rule that is no tree where one of its fields has a value', () => {
    expect(rules.functions.map(({ key, needs }) => [key, needs])).toEqual([
      ['RULE-34.address_zip', ['address_zip', 'address_nation']],
      ['RULE-35.birth', ['legal_id', 'DOB', 'SEX']],
    ])
  })

  test('names each rule once, with fields it looks at and a text', () => {
    expect(new Set(everyRule.map(({ key }) => key)).size).toBe(everyRule.length)
    for (const rule of rules.trees) {
      const seen = listExpressionFields(rule.violatedWhen)
      expect([rule.key, isWellTyped(rule.violatedWhen)]).toEqual([rule.key, true])
      for (const name of rule.fields) expect([rule.key, name, seen.includes(name)]).toEqual([rule.key, name, true])
    }
    for (const { text, fields } of everyRule) {
      expect(errorMessages[text].message).not.toBe('')
      expect(fields.map(getField)).toHaveLength(fields.length)
    }
  })
})
