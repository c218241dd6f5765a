import { describe, expect, test } from 'vitest'
import { ReportEntries, maxReportedEntries, type FoundEntries, type ReportEntry } from './report-entries.ts'

const entry = (row: number): ReportEntry => ({ row, key: `P${row}`, code: 'value_required' })
const rejected = (...rows: readonly number[]): Partial<FoundEntries> => ({ rejections: rows.map(entry) })
const warned = (...rows: readonly number[]): Partial<FoundEntries> => ({ warnings: rows.map((row) => ({ ...entry(row), warning: true })) })
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const listRows = (entries: readonly ReportEntry[]): number[] => entries.map(({ row }) => row)
const gather = (...found: readonly Partial<FoundEntries>[]): ReportEntries => {
  const entries = new ReportEntries()
  for (const one of found) entries.add(one)
  return entries
}

describe('entries of several batches', () => {
  test('have the order of the rows, errors and warnings separately', () => {
    const found = gather(rejected(2, 9), warned(5), rejected(1, 4), warned(3))
    expect(listRows(found.rejections)).toEqual([1, 2, 4, 9])
    expect(listRows(found.warnings)).toEqual([3, 5])
    expect(found.toData()).toMatchObject({ rejectionCount: 4, warningCount: 2 })
  })

  test('are the first thousand of each severity, and all are counted', () => {
    const found = gather(rejected(...upTo(1000).map((row) => row + 1)), rejected(1))
    expect(found.rejections).toHaveLength(1000)
    expect(listRows(found.rejections).slice(0, 2)).toEqual([1, 2])
    expect(found.rejectionCount).toBe(1001)
    const warnings = gather(warned(...upTo(700)), warned(...upTo(700)))
    expect(warnings.warningCount).toBe(1400)
    expect(warnings.warnings).toHaveLength(maxReportedEntries)
  })

  test('of one row have the order in which they were added', () => {
    const entries = gather({ warnings: [{ ...entry(1), key: 'read' }] }, { warnings: [{ ...entry(1), key: 'stored' }] })
    expect(entries.warnings.map(({ key }) => key)).toEqual(['read', 'stored'])
  })
})

describe('the entries of a report', () => {
  test('are all entries in the order of the rows, if they fit', () => {
    expect(listRows(gather(rejected(1, 4), warned(2, 3)).list())).toEqual([1, 2, 3, 4])
    expect(gather().list()).toEqual([])
    expect(gather(rejected(...upTo(1000))).list()).toHaveLength(1000)
  })

  test('omit warnings before errors, and the last entry counts the omitted ones', () => {
    const lines = gather(rejected(...upTo(999).map((row) => row + 10)), warned(1, 2, 3)).list()
    expect(lines).toHaveLength(1001)
    expect(listRows(lines).slice(0, 2)).toEqual([1, 11])
    expect(lines.at(-1)).toEqual({ row: 0, key: '', code: 'import_more', params: { count: 2 } })
  })

  test('contain no warning if there are more errors than fit', () => {
    const lines = gather({ ...rejected(...upTo(1000)), rejectionCount: 1200, ...warned(1) }).list()
    expect(lines.some(({ warning }) => warning)).toBe(false)
    expect(lines.at(-1)).toMatchObject({ code: 'import_more', params: { count: 201 } })
  })
})

describe('an entry', () => {
  test('have row, key, field, code and parameters', () => {
    const entries = new ReportEntries()
    entries.reject(1, 'P1', 'HB', { code: 'value_too_high', params: { max: 30 } })
    entries.warn(2, 'P2', 'HB', { code: 'value_unusually_low', params: { min: 3 } })
    entries.warn(3, 'P3', 'email', { code: 'import_field_unchanged' })
    expect(entries.toData()).toEqual({
      rejections: [{ row: 1, key: 'P1', field: 'HB', code: 'value_too_high', params: { max: 30 } }],
      rejectionCount: 1,
      warnings: [
        { row: 2, key: 'P2', field: 'HB', code: 'value_unusually_low', params: { min: 3 }, warning: true },
        { row: 3, key: 'P3', field: 'email', code: 'import_field_unchanged', warning: true },
      ],
      warningCount: 2,
    })
  })

  test('keep no more entries of each severity than a report shows, and count all', () => {
    const entries = new ReportEntries()
    for (const row of upTo(1002)) {
      entries.reject(row, 'P', 'HB', { code: 'value_required' })
      entries.warn(row, 'P', 'HB', { code: 'import_field_unchanged' })
    }
    const { rejections, warnings, ...counts } = entries.toData()
    expect([rejections.length, warnings.length]).toEqual([1000, 1000])
    expect([rejections.at(-1)?.row, warnings.at(-1)?.row]).toEqual([1000, 1000])
    expect(counts).toEqual({ rejectionCount: 1002, warningCount: 1002 })
  })
})
