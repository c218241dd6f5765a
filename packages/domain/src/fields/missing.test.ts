import { describe, expect, test } from 'vitest'
import { formatMissingCell, missingReasonLabels, missingReasons, parseMissingCell, withMissingCells } from './missing.ts'

describe('REQ-CRF-16: the cell of a reason', () => {
  test.each(missingReasons)('%s is read back', (reason) => {
    expect(parseMissingCell(formatMissingCell(reason))).toBe(reason)
    expect(missingReasonLabels[reason].it).not.toBe(missingReasonLabels[reason].en)
  })

  test.each([
    [String.raw` \N: UNKNOWN `, 'unknown'],
    [String.raw`\N:lost`, null],
    [String.raw`\N:`, null],
    [String.raw`\N`, undefined],
    ['unknown', undefined],
    [9.1, undefined],
    [null, undefined],
    [undefined, undefined],
  ] as const)('%j is %j', (cell, reason) => expect(parseMissingCell(cell)).toBe(reason))
})

test('a record shows its reasons as cells, and keeps its values', () => {
  expect(withMissingCells({ HB: 9.1, FERRITIN: null }, { FERRITIN: 'refused' })).toEqual({ HB: 9.1, FERRITIN: String.raw`\N:refused` })
})
