import { describe, expect, test } from 'vitest'
import type { EvaluationContext } from '../expression/evaluate.ts'
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
import { ruleDescriptions, ruleMessages } from './messages.ts'

const rules = buildRuleSet(sampleReferenceValues)
const everyRule = [...rules.trees, ...rules.functions]
const today = '2026-03-01'
const findViolations = (record: PatientRecord, previous?: PatientRecord): string[] =>
  checkRecord(record, rules, previous ? { today, previous } : { today }).map(({ key }) => key)

const onlyRule = (key: string): RuleSet => ({
  trees: rules.trees.filter((rule) => rule.key === key),
  functions: rules.functions.filter((rule) => rule.key === key),
})
const cases = [...ruleCases, ...ruleCaseFamilies]

describe('a record violates a rule', () => {
  test.each(cases)('%s of %s, at the fields %s: %j, but not %j', (severity, key, at, broken, valid) => {
    const rule = onlyRule(key)
    const discrepancies = checkRecord(broken, rule, { today })
    expect(discrepancies.map((discrepancy) => [discrepancy.severity, discrepancy.fields.join(' ')])).toEqual([[severity, at]])
    expect(checkRecord(valid, rule, { today })).toEqual([])
  })

  test('every rule has a case (RULE-26 in filtration.test.ts, RULE-38 to RULE-40 below)', () => {
    const covered = new Set(cases.map(([, key]) => key))
    const others = everyRule.filter(({ key }) => !covered.has(key)).map(({ id }) => id)
    expect([...new Set(others)].toSorted()).toEqual(['RULE-26', 'RULE-38', 'RULE-39', 'RULE-40'])
  })

  test.each<[string, PatientRecord, readonly string[]]>([
    ['a dose without chelator violates only RULE-16', { ICT_TYPE: 'NONE', ICT_DFO_DOSAGE: 40 }, ['RULE-16.ICT_DFO_DOSAGE']],
    ['a repeated diagnosis violates only RULE-10', { DIAGNOSIS: 'BTM', DIAGNOSIS_2: 'BTI', DIAGNOSIS_3: 'BTI' }, ['RULE-10.third.second']],
    ['an ongoing regimen of a never transfused patient violates only RULE-13', { TT: 'NEVER', TT_ONGOING: true }, ['RULE-13.TT_ONGOING']],
    ['intensive care violates no rule', { COVID_STATUS: true, COVID_HOSP_DAYS: 3, COVID_HOSPITALIZATION: 'ICU' }, []],
    ['a complete course violates no rule', { LUS_TERAPY_TYPE: 'TDT', LUS_TERAPY_ONGOING: true, LUS_TERAPY_START: '2021-01-01' }, []],
    ['a combined regimen violates no rule', { ICT_TYPE: 'DFO_DFP', ICT_MODALITY: 'COMBINED' }, []],
  ])('%s', (_case, record, keys) => expect(findViolations(record)).toEqual(keys))

  test.each([
    ['Email', ['email: rule_email_missing']],
    ['Mobile', ['mobile: rule_mobile_missing', 'mobile_prefix: rule_mobile_missing']],
  ])('RULE-37: sign-in by %s without contact gives %j', (mode, errors) => {
    const discrepancies = checkRecord({ login_mode: mode }, rules, { today })
    expect(discrepancies.map(({ fields: [name], text }) => `${name}: ${text}`)).toEqual(errors)
  })

  test('RULE-38: a weight that differs by more than a fifth from the last save', () => {
    expect(findViolations({ WEIGHT: 73 }, { WEIGHT: 60 })).toEqual(['RULE-38'])
    expect(findViolations({ WEIGHT: 72 }, { WEIGHT: 60 })).toEqual([])
    expect(findViolations({ WEIGHT: 47 }, { WEIGHT: 60 })).toEqual(['RULE-38'])
    expect(findViolations({ WEIGHT: 48 }, { WEIGHT: 60 })).toEqual([])
    expect(findViolations({ WEIGHT: 47 })).toEqual([])
    const [discrepancy] = checkRecord({ WEIGHT: 73 }, rules, { today, previous: { WEIGHT: 60 } })
    expect(discrepancy).toMatchObject({ severity: 'warning', fields: ['WEIGHT'], text: 'rule_weight_jump' })
  })

  const findWithSources = (record: PatientRecord, sources: EvaluationContext['sources'] = {}): string[] =>
    checkRecord(record, rules, { today, sources }).map(({ key }) => key)

  test('RULE-24, RULE-25: only values of the same source are compared', () => {
    const record = { FERRITIN: 700, FERRITIN_LAST: 900, FERRITIN_MAX: 800, FERRITIN_MIN: 100 }
    expect(findWithSources(record)).toEqual(['RULE-24.FERRITIN_LAST', 'RULE-25.FERRITIN'])
    expect(findWithSources(record, { FERRITIN_MAX: 'computed', FERRITIN_MIN: 'computed' })).toEqual(['RULE-25.FERRITIN'])
    expect(findWithSources(record, { FERRITIN_LAST: 'computed' })).toEqual([])
    expect(findWithSources(record, { FERRITIN_LAST: 'computed', FERRITIN_MAX: 'computed' })).toEqual(['RULE-24.FERRITIN_LAST'])
    expect(findWithSources({ FERRITIN_MEAN: 700 })).toEqual(['RULE-25.FERRITIN_LAST'])
    expect(findWithSources({ FERRITIN_MEAN: 700 }, { FERRITIN_MEAN: 'computed' })).toEqual([])
  })

  test('RULE-39: a reported statistic that is far from the computed one', () => {
    expect(findWithSources({ FERRITIN_LAST: 700 }, { FERRITIN_LAST: 'differs' })).toEqual(['RULE-39.FERRITIN_LAST'])
    expect(findWithSources({ FERRITIN_LAST: 700 }, { FERRITIN_LAST: 'reported' })).toEqual([])
    expect(findWithSources({ LIC_LAST: 7 }, { LIC_LAST: 'differs' })).toEqual(['RULE-39.LIC_LAST'])
  })

  test('RULE-40: a death before the newest dated result', () => {
    const find = (died: string | null, newestResult?: string): string[] =>
      checkRecord({ DEAD_DATE: died }, onlyRule('RULE-40'), { today, ...(newestResult !== undefined && { newestResult }) }).map(
        ({ key }) => key,
      )
    expect(find('2025-06-30', '2025-07-01')).toEqual(['RULE-40'])
    expect(find('2025-07-01', '2025-07-01')).toEqual([])
    expect(find(null, '2025-07-01')).toEqual([])
    expect(find('2025-06-30')).toEqual([])
  })

  test('every message belongs to a rule', () => {
    const used = new Set<string>(everyRule.map(({ text }) => text))
    expect(Object.keys(ruleMessages).filter((text) => text.startsWith('rule_') && !used.has(text))).toEqual([])
  })
})

describe('the set of rules', () => {
  test('finds nothing in an empty record', () => expect(findViolations({})).toEqual([]))

  test('has all rules about one record', () => {
    const described = Object.keys(ruleDescriptions)
    expect(described).toEqual(described.map((_, index) => `RULE-${String(index + 1).padStart(2, '0')}`))
    const elsewhere = ['RULE-33', 'RULE-36']
    expect([...new Set(everyRule.map(({ id }) => id))].toSorted()).toEqual(described.filter((id) => !elsewhere.includes(id)))
  })

  test('has two function rules with their fields', () => {
    expect(rules.functions.map(({ key, needs }) => [key, needs])).toEqual([
      ['RULE-34.address_zip', ['address_zip', 'address_nation']],
      ['RULE-35.birth', ['legal_id', 'DOB', 'SEX']],
    ])
  })

  test('has each rule once, with fields that it uses and a message', () => {
    expect(new Set(everyRule.map(({ key }) => key)).size).toBe(everyRule.length)
    for (const rule of rules.trees) {
      const used = listExpressionFields(rule.violatedWhen)
      expect([rule.key, isWellTyped(rule.violatedWhen)]).toEqual([rule.key, true])
      for (const name of rule.fields) expect([rule.key, name, used.includes(name)]).toEqual([rule.key, name, true])
    }
    for (const { text, fields } of everyRule) {
      expect(errorMessages[text].message).not.toBe('')
      expect(fields.map(getField)).toHaveLength(fields.length)
    }
  })
})
