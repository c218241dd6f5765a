import { describe, expect, test } from 'vitest'
import type { Expression } from '../expression/expression.ts'
import { formatLoggedCondition } from './logged-condition.ts'

const note = { field: 'GT_NOTE' } as const
const anaemic: Expression = { op: '<', left: { field: 'HB' }, right: { value: 10 } }

describe('REQ-ADM-01: the condition in the log', () => {
  test.each<[string, Expression]>([
    ['HB < 10', anaemic],
    ['true', { op: 'and', of: [] }],
    ["HB < 10 AND SEX = 'F'", { op: 'and', of: [anaemic, { op: '=', left: { field: 'SEX' }, right: { value: 'F' } }] }],
    ["GT_NOTE LIKE '…'", { op: 'like', left: note, pattern: '%ROSSI%' }],
    ["NOT (HB < 10 OR GT_NOTE = '…')", { op: 'not', of: { op: 'or', of: [anaemic, { op: '=', left: note, right: { value: 'ROSSI' } }] } }],
    ["GT_NOTE IN ('…', '…')", { op: 'in', left: note, values: ['ROSSI', 'BIANCHI'] }],
    ["coalesce(GT_NOTE, '…') IS NOT NULL", { op: 'is not null', of: { call: 'coalesce', args: [note, { value: 'ROSSI' }] } }],
    ["'…' = lower(GT_NOTE)", { op: '=', left: { value: 'rossi' }, right: { call: 'lower', args: [note] } }],
  ])('%s', (text, condition) => {
    expect(formatLoggedCondition(condition)).toBe(text)
  })

  test('a long condition is cut', () => {
    expect(formatLoggedCondition({ op: 'and', of: Array.from({ length: 400 }, () => anaemic) })).toHaveLength(2000)
  })
})
