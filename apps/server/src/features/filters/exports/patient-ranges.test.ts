import { describe, expect, test } from 'vitest'
import { splitIds } from './patient-ranges.ts'

describe('ids are split', () => {
  test.each([
    ['', 2, []],
    ['7', 1, ['7']],
    ['7', 2, ['7']],
    ['1,22,333', 1, ['1', '22', '333']],
    ['1,22,333', 2, ['1,22', '333']],
    ['1,22,333', 3, ['1,22,333']],
    ['1,22,333,4444', 2, ['1,22', '333,4444']],
    ['1,22,333', 10, ['1,22,333']],
  ])('%j into texts of %i', (ids, size, texts) => {
    expect([...splitIds(ids, size)]).toEqual(texts)
  })
})
