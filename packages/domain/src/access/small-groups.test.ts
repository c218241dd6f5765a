import { describe, expect, test } from 'vitest'
import { hideSmallGroups, hideSmallPart, mayCountSmallGroups, roundCount } from './small-groups.ts'

describe('counts of small groups', () => {
  test('only roles that read patients’ rows see them', () => {
    expect(mayCountSmallGroups(['CenterAdmin', 'DataManager', 'UserAdmin'])).toBe(true)
    expect(mayCountSmallGroups(['GlobalAdmin'])).toBe(false)
    expect(mayCountSmallGroups(['CenterAdmin', 'GlobalAdmin'])).toBe(false)
  })

  test.each([
    [0, 20, 0],
    [1, 20, null],
    [4, 20, null],
    [5, 20, 5],
    [15, 20, 15],
    [16, 20, null],
    [20, 20, 20],
    [3, 3, null],
  ])('%i of %i shows as %s', (part, total, shown) => {
    expect(hideSmallPart(part, total)).toBe(shown)
  })

  test.each([
    [0, null],
    [4, null],
    [5, 5],
    [7, 5],
    [8, 10],
    [552, 550],
  ])('%i patients round to %s', (count, shown) => {
    expect(roundCount(count)).toBe(shown)
  })

  test.each([
    [
      [10, 20, 30],
      [10, 20, 30],
    ],
    [
      [3, 20, 10, 0],
      [null, 20, null, 0],
    ],
    [
      [3, 2, 10],
      [null, null, 10],
    ],
    [[4], [null]],
  ])('the distribution %j shows as %j', (counts, shown) => {
    expect(hideSmallGroups(counts)).toEqual(shown)
  })
})
