import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildItalianMoment,
  daysAfter,
  daysBefore,
  daysBetween,
  parseDay,
  parseShortDay,
  formatDay,
  monthsBefore,
  monthsBetween,
  yearsBetween,
} from './calendar.ts'

describe('REQ-UI-08: a year of two digits is the last one that is not after a day', () => {
  test.each([
    ['010324', '2024-03-01'],
    ['1/3/24', '2024-03-01'],
    ['1.3.24', '2024-03-01'],
    ['01-03-87', '1987-03-01'],
    ['28/11/26', '2026-11-28'],
    ['29/11/26', '1926-11-29'],
    ['29/02/00', '2000-02-29'],
    ['1/3/2024', '2024-03-01'],
    ['01032024', '2024-03-01'],
    ['310224', undefined],
    ['1/3.24', undefined],
    ['10324', undefined],
    ['1/3/4', undefined],
  ])('%s is %s', (text, day) => expect(parseShortDay(text, '2026-11-28')).toBe(day))
})

describe('parseDay', () => {
  test.each([
    ['2024-02-29', '2024-02-29'],
    ['29/02/2024', '2024-02-29'],
    ['01/12/1999', '1999-12-01'],
    ['1000-01-01', '1000-01-01'],
    ['9999-12-31', '9999-12-31'],
    ['2000-02-29', '2000-02-29'],
    ['30/04/2023', '2023-04-30'],
    ['3/2/2001', '2001-02-03'],
    ['03-02-2001', '2001-02-03'],
    ['03.02.2001', '2001-02-03'],
    ['3.12.2001', '2001-12-03'],
    ['03022001', '2001-02-03'],
    ['2001-02-03T00:00:00', '2001-02-03'],
    ['2001-02-03T00:00:00Z', '2001-02-03'],
    ['2001-02-03 00:00:00.000', '2001-02-03'],
    ['03/02/2001 00:00', '2001-02-03'],
    ['3/2/2001 0:00', '2001-02-03'],
    ['03022001 00:00', '2001-02-03'],
  ])('reads %s as %s', (text, day) => expect(parseDay(text)).toBe(day))

  test.each([
    '31/02/2024',
    '2024-02-30',
    '2023-02-29',
    '1900-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-1-1',
    '1/1/24',
    '01/01/24',
    '010124',
    '1/13/2024',
    '02/25/2001',
    '03/02/0021',
    '0021-02-03',
    '3/2-2001',
    '003/02/2001',
    '2024-01-01T08:30:00',
    '01/01/2024 12:00',
    '2024-01-01T00:00:01',
    'T00:00:00',
    '2024/01/01',
    '0000-01-01',
    '45292',
    '',
    '2024-0a-01',
    '2024-01-0 ',
    '2024-01-0/',
    '2024-01-0:',
    '/024-01-01',
    '2024-01-00',
    '00/01/2024',
    '31/04/2023',
    '2024/01-01',
    '2024-01/01',
    '01-01/2024',
    '01/01-2024',
    '01/01/202:',
  ])('rejects %s', (text) => expect(parseDay(text)).toBeUndefined())

  test('reads a formatted day back as the same day', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
        const day = date.toISOString().slice(0, 10)
        expect(parseDay(formatDay(day))).toBe(day)
      }),
    )
  })
})

describe('counting', () => {
  test.each([
    ['2000-02-29', '2018-02-28', 17],
    ['2000-02-29', '2018-03-01', 18],
    ['2000-05-10', '2000-05-10', 0],
    ['2000-05-10', '2001-05-09', 0],
    ['2001-05-10', '2000-05-11', 0],
    ['2010-01-01', '2000-01-01', -10],
  ])('from %s to %s: %i whole years', (from, to, years) => expect(yearsBetween(from, to)).toBe(years))

  test('days agree with JavaScript’s Date', () => {
    const date = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(date, date, (from, to) => {
        const [first, second] = [from.toISOString().slice(0, 10), to.toISOString().slice(0, 10)]
        expect(daysBetween(first, second)).toBe((Date.parse(second) - Date.parse(first)) / 86_400_000)
      }),
    )
  })
})

test.each([
  ['2026-11-29', 24, '2024-11-29'],
  ['2024-03-31', 1, '2024-02-29'],
  ['2026-01-15', 13, '2024-12-15'],
  ['2026-12-31', 1200, '1926-12-31'],
])('%s, %i months before: %s', (day, months, before) => expect(monthsBefore(day, months)).toBe(before))

test.each([
  ['2026-03-01', 1, '2026-02-28'],
  ['2026-01-01', 366, '2024-12-31'],
])('%s, %i days before: %s', (day, days, before) => expect(daysBefore(day, days)).toBe(before))

test.each([
  ['2024-02-28', 2, '2024-03-01'],
  ['2026-12-31', 0, '2026-12-31'],
])('%s, %i days after: %s', (day, days, after) => expect(daysAfter(day, days)).toBe(after))

test.each([
  ['2024-01-31', '2024-02-29', 0],
  ['2024-01-31', '2024-03-31', 2],
  ['2023-11-28', '2026-11-28', 36],
  ['2023-11-29', '2026-11-28', 35],
])('from %s to %s: %i whole months', (from, to, months) => expect(monthsBetween(from, to)).toBe(months))

test.each([
  ['winter', '2026-11-30', '09:30', '2026-11-30T08:30:00.000Z'],
  ['summer', '2026-07-01', '00:15', '2026-06-30T22:15:00.000Z'],
  ['before the clocks go back', '2026-10-25', '01:30', '2026-10-24T23:30:00.000Z'],
  ['after the clocks went back', '2026-10-25', '03:30', '2026-10-25T02:30:00.000Z'],
  ['after the clocks went forward', '2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
])('a time in Italy, %s, is a moment', (_case, day, time, moment) => {
  expect(buildItalianMoment(day, time).toISOString()).toBe(moment)
})
