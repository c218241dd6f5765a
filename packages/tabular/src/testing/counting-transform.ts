import type { RowTransform } from '../transform.ts'

export type CountingOptions = { readonly separator: string }
export type CountingReport = { readonly processId: number; readonly rows: number; readonly last: boolean; readonly madeAt: number }

/** Milliseconds on a clock that all processes of the machine share, whatever the date is set to. */
export const processClock = (): number => Number(process.hrtime.bigint() / 1_000_000n)

/** A transform for tests: the first cell of each row as a line, and where it was done. */
export const createTransform = ({ separator }: CountingOptions): RowTransform<CountingReport> => {
  let total = 0
  return {
    batch({ rows }) {
      total += rows.length
      const lines = rows.map(({ number, cells }) => `${number}${separator}${String(cells[0])}\n`)
      return {
        bytes: new TextEncoder().encode(lines.join('')),
        report: { processId: process.pid, rows: rows.length, last: false, madeAt: processClock() },
      }
    },
    end: () => ({ report: { processId: process.pid, rows: total, last: true, madeAt: processClock() } }),
  }
}
