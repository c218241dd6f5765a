import { describe, expect, test } from 'vitest'
import {
  FindingsCollector,
  listReportEntries,
  noFindings,
  maxReportedEntries,
  mergeFindings,
  type ReportEntry,
  type Findings,
} from './findings.ts'

const entry = (row: number): ReportEntry => ({ row, key: `P${row}`, code: 'value_required' })
const refused = (...rows: readonly number[]): Findings => ({ ...noFindings, refusals: rows.map(entry), refusalCount: rows.length })
const warned = (...rows: readonly number[]): Findings => ({
  ...noFindings,
  warnings: rows.map((row) => ({ ...entry(row), warning: true })),
  warningCount: rows.length,
})
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const listRows = (entries: readonly ReportEntry[]): number[] => entries.map(({ row }) => row)

describe('findings of several batches', () => {
  test('are merged in the order of the rows, refusals and warnings separately', () => {
    const found = mergeFindings(mergeFindings(refused(2, 9), warned(5)), mergeFindings(refused(1, 4), warned(3)))
    expect(listRows(found.refusals)).toEqual([1, 2, 4, 9])
    expect(listRows(found.warnings)).toEqual([3, 5])
    expect(found).toMatchObject({ refusalCount: 4, warningCount: 2 })
  })

  test('keep the first thousand entries of each severity and count all', () => {
    const found = mergeFindings(refused(...upTo(1000).map((row) => row + 1)), refused(1))
    expect(found.refusals).toHaveLength(1000)
    expect(listRows(found.refusals).slice(0, 2)).toEqual([1, 2])
    expect(found.refusalCount).toBe(1001)
    expect(mergeFindings(warned(...upTo(700)), warned(...upTo(700)))).toMatchObject({ warningCount: 1400 })
    expect(mergeFindings(warned(...upTo(700)), warned(...upTo(700))).warnings).toHaveLength(maxReportedEntries)
  })
})

describe('the entries of a report', () => {
  test('are all findings in the order of the rows, if they fit', () => {
    expect(listRows(listReportEntries(mergeFindings(refused(1, 4), warned(2, 3))))).toEqual([1, 2, 3, 4])
    expect(listReportEntries(noFindings)).toEqual([])
    expect(listReportEntries(refused(...upTo(1000)))).toHaveLength(1000)
  })

  test('omit warnings before refusals, and the last entry counts the omitted ones', () => {
    const lines = listReportEntries(mergeFindings(refused(...upTo(999).map((row) => row + 10)), warned(1, 2, 3)))
    expect(lines).toHaveLength(1001)
    expect(listRows(lines).slice(0, 2)).toEqual([1, 11])
    expect(lines.at(-1)).toEqual({ row: 0, key: '', code: 'import_more', params: { count: 2 } })
  })

  test('contain no warning if there are more refusals than fit', () => {
    const lines = listReportEntries({ ...refused(...upTo(1000)), refusalCount: 1200, warnings: [entry(1)], warningCount: 1 })
    expect(lines.some(({ warning }) => warning)).toBe(false)
    expect(lines.at(-1)).toMatchObject({ code: 'import_more', params: { count: 201 } })
  })
})

describe('collected findings', () => {
  test('have row, key, field, code and parameters', () => {
    const findings = new FindingsCollector()
    findings.refuse(1, 'P1', 'HB', { code: 'value_too_high', params: { max: 30 } })
    findings.warn(2, 'P2', 'HB', { code: 'value_unusually_low', params: { min: 3 } })
    findings.warn(3, 'P3', 'email', { code: 'import_field_unchanged' })
    expect(findings.findings).toEqual({
      refusals: [{ row: 1, key: 'P1', field: 'HB', code: 'value_too_high', params: { max: 30 } }],
      refusalCount: 1,
      warnings: [
        { row: 2, key: 'P2', field: 'HB', code: 'value_unusually_low', params: { min: 3 }, warning: true },
        { row: 3, key: 'P3', field: 'email', code: 'import_field_unchanged', warning: true },
      ],
      warningCount: 2,
    })
  })

  test('keep no more entries of each severity than a report shows, and count all', () => {
    const findings = new FindingsCollector()
    for (const row of upTo(1002)) {
      findings.refuse(row, 'P', 'HB', { code: 'value_required' })
      findings.warn(row, 'P', 'HB', { code: 'import_field_unchanged' })
    }
    const { refusals, warnings, ...counts } = findings.findings
    expect([refusals.length, warnings.length]).toEqual([1000, 1000])
    expect([refusals.at(-1)?.row, warnings.at(-1)?.row]).toEqual([1000, 1000])
    expect(counts).toEqual({ refusalCount: 1002, warningCount: 1002 })
  })
})
