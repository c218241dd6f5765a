import { describe, expect, test } from 'vitest'
import { groupFacts } from './facts.ts'

const check = (id: number, record: string, ...fields: string[]) => ({ id, record, fields })
const group = (...checks: ReturnType<typeof check>[]) =>
  groupFacts(checks).map(({ discrepancies, fields }) => ({ ids: discrepancies.map(({ id }) => id), fields }))

describe('REQ-CRF-10: the facts of discrepancies', () => {
  test('a low value that fails several checks is one fact, named by the value that they share', () => {
    const found = group(
      check(1, 'a', 'ICT_TYPE', 'EGFR_LAST'),
      check(2, 'a', 'EGFR_LAST', 'CREATININE_LAST'),
      check(3, 'a', 'EGFR_LAST'),
      check(4, 'a', 'HB_LAST'),
    )
    expect(found).toEqual([
      { ids: [1, 2, 3], fields: ['EGFR_LAST', 'ICT_TYPE', 'CREATININE_LAST'] },
      { ids: [4], fields: ['HB_LAST'] },
    ])
  })

  test('last value, mean and extremes of one measure are one fact, named by the value of the visit', () => {
    const found = group(check(1, 'a', 'EGFR_LAST'), check(2, 'a', 'EGFR_MIN'), check(3, 'a', 'EGFR'), check(4, 'a', 'HB_LAST'))
    expect(found).toEqual([
      { ids: [1, 2, 3], fields: ['EGFR', 'EGFR_LAST', 'EGFR_MIN'] },
      { ids: [4], fields: ['HB_LAST'] },
    ])
  })

  test('checks without a common field are one fact if a third check shares a field with each', () => {
    expect(group(check(1, 'a', 'X'), check(2, 'a', 'Y'), check(3, 'a', 'Y', 'X')).map(({ ids }) => ids)).toEqual([[1, 2, 3]])
  })

  test('the same field of two patients is two facts, and the facts of a patient follow each other', () => {
    const found = group(check(1, 'a', 'X'), check(2, 'b', 'X'), check(3, 'a', 'Y'), check(4, 'b', 'X'))
    expect(found.map(({ ids }) => ids)).toEqual([[1], [3], [2, 4]])
  })

  test('a removed check has no fields and is a fact of its own', () => {
    expect(group(check(1, 'a'), check(2, 'a')).map(({ ids }) => ids)).toEqual([[1], [2]])
  })
})
