import { expect, test } from 'vitest'
import { buildCheckMatrix } from './matrix.ts'

const count = (code: string, checkKey: string, open: number) => ({ centre: { code, name: code }, checkKey, open })

test('REQ-CRF-11: the check with most open discrepancies comes first, and each centre with any is a column', () => {
  const counts = [count('RM01', 'a', 2), count('MI01', 'b', 3), count('RM01', 'b', 0)]
  const { centres, rows } = buildCheckMatrix(counts)
  expect(centres.map(({ code }) => code)).toEqual(['MI01', 'RM01'])
  expect(rows.map(({ check, open, cells }) => [check.checkKey, open, cells.map((cell) => cell?.open)])).toEqual([
    ['b', 3, [3, 0]],
    ['a', 2, [undefined, 2]],
  ])
})
