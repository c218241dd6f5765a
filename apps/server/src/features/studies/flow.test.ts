import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundCounts, roundRecruitment } from './flow.ts'

test('REQ-UI-17: a rounded count is a multiple of five, and none is under five', () => {
  expect(roundCounts({ candidates: 23, approved: 9, refused: 4, yes: 0 })).toEqual({
    candidates: 25,
    approved: 10,
    refused: null,
    yes: null,
  })
})

test('REQ-UI-17: the recruitment appears in steps of five, on the day that completes one', () => {
  const days = [
    { day: '2026-03-01', centre: 'RM01', yes: 3 },
    { day: '2026-03-01', centre: 'MI01', yes: 4 },
    { day: '2026-03-02', centre: 'RM01', yes: 9 },
  ]
  expect(roundRecruitment(days)).toEqual([{ day: '2026-03-02', centre: 'RM01', yes: 10 }])
})

test('REQ-UI-17: no day shows a small group, and the sum never exceeds the true one', () => {
  const days = fc.array(fc.record({ day: fc.constant('2026-03-01'), centre: fc.constantFrom('A', 'B'), yes: fc.nat({ max: 12 }) }))
  fc.assert(
    fc.property(days, (exact) => {
      const shown = roundRecruitment(exact)
      for (const { yes } of shown) expect(yes).toBeGreaterThanOrEqual(5)
      const sum = (list: typeof shown): number => list.reduce((total, { yes }) => total + yes, 0)
      expect(sum(exact) - sum(shown)).toBeLessThan(10)
      expect(sum(shown)).toBeLessThanOrEqual(sum(exact))
    }),
  )
})
