import { expect, test } from 'vitest'
import { evaluate } from '../expression/evaluate.ts'
import { fields, type FieldName } from '../fields/dictionary.ts'
import { buildReader } from '../fields/reader.ts'
import type { Value } from '../fields/values.ts'
import { sampleReferenceValues } from '../testing/reference-values.ts'
import { buildRecordChecks } from './record-checks.ts'
import { buildRuleSet } from './rule-set.ts'

const today = '2026-03-01'
const checks = buildRecordChecks(sampleReferenceValues, today)
const limits = checks.filter(({ key }) => key.startsWith('LIMIT.'))

/** The messages of the limits that a value of a field breaks. */
const findMessages = (name: FieldName, value: Value) =>
  limits.flatMap((check) =>
    check.reads.includes(name) && 'violatedWhen' in check && evaluate(check.violatedWhen, { [name]: value }, { today }) === true
      ? [check.message]
      : [],
  )

test('each check has its own key, and every cross-field rule is a check', () => {
  const keys = checks.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  const { trees, functions } = buildRuleSet(sampleReferenceValues)
  expect(keys).toEqual(expect.arrayContaining([...trees, ...functions].map(({ key }) => key)))
})

const limited = fields.filter(({ derived, warnMin, warnMax }) => derived !== true && (warnMin !== undefined || warnMax !== undefined))

test('REQ-CRF-10: a stored value at and around each soft limit has the warning of a form or file', () => {
  expect(limited.length).toBeGreaterThan(80)
  for (const field of limited) {
    const reader = buildReader(field, { today, referenceIds: () => new Set() })
    const around = [field.warnMin, field.warnMax].flatMap((limit): Value[] => {
      if (typeof limit === 'number') return [limit - 1, limit, limit + 1]
      return limit === undefined || limit === 'today'
        ? []
        : [limit, `${Number(limit.slice(0, 4)) - 1}-12-31`, `${Number(limit.slice(0, 4)) + 1}-01-01`]
    })
    for (const value of around) {
      const { warning, error } = reader.json(value)
      if (error === undefined)
        expect([field.name, value, findMessages(field.name, value)]).toEqual([field.name, value, warning ? [warning] : []])
    }
  }
})
