import { expect, test } from 'vitest'
import { complicationFlags, countComplications } from './derived.ts'
import { fields } from './dictionary.ts'
import type { PatientRecord } from './values.ts'

test('RULE-33: every boolean field of the complications counts, and COMPLICATIONS_NUM does not', () => {
  const flags = fields.filter(({ section, type }) => section === 'Complications' && type === 'boolean').map(({ name }) => name)
  expect(flags).toHaveLength(33)
  expect(complicationFlags).toEqual(flags)
})

test.each<[PatientRecord, number | null]>([
  [{}, null],
  [{ HYPOGANADISM: false, HCC: null }, null],
  [{ HCC: true }, 1],
  [{ STROKE: true, HBV: true, HCV: false }, 2],
  [{ HCV: false, COMPLICATIONS_NUM: 4 }, null],
  [{ HCC: true, LIVER_DISEASE: true, OSTEOPOROSIS: false, COMPLICATIONS_NUM: 7, BMT: true }, 2],
  [Object.fromEntries(complicationFlags.map((name) => [name, true])), complicationFlags.length],
])('RULE-33: the number of %j is %j', (record, number) => expect(countComplications(record)).toBe(number))
