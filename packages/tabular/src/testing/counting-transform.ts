import type { RowTransform } from '../transform.ts'

export type CountingOptions = { readonly separator: string }
export type CountingReport = { readonly processId: number; readonly rows: number; readonly last: boolean; readonly madeAt: number }

/** A transform for tests: the first cell of each row as a line, and where it was done. */
export const createTransform = ({ separator }: CountingOptions): RowTransform<CountingReport> => {
  let total = 0
  return {
    batch({ rows }) {
      total += rows.length
      const lines = rows.map(({ number, cells }) => `${number}${separator}${String(cells[0])}\n`)
      return {
        bytes: new TextEncoder().encode(lines.join('')),
        report: { processId: process.pid, rows: rows.length, last: false, madeAt: Date.now() },
      }
    },
    end: () => ({ report: { processId: process.pid, rows: total, last: true, madeAt: Date.now() } }),
  }
}
