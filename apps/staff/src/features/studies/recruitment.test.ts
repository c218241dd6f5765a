import { expect, test } from 'vitest'
import { addUpRecruitment } from './recruitment.ts'

test('adds up the answers of all centres, in the order of the days', () => {
  expect(
    addUpRecruitment([
      { day: '2026-11-03', centre: 'RM01', yes: 2 },
      { day: '2026-11-01', centre: 'MI01', yes: 1 },
      { day: '2026-11-03', centre: 'MI01', yes: 4 },
    ]),
  ).toEqual([
    { day: '2026-11-01', total: 1 },
    { day: '2026-11-03', total: 7 },
  ])
  expect(addUpRecruitment([])).toEqual([])
})
