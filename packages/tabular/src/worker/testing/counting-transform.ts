import type { RowTransform } from '../transform.ts'

export type CountingOptions = { readonly separator: string }
export type CountingReport = { readonly processId: number; readonly rows: number; readonly last: boolean; readonly createdAt: number }

/** Milliseconds of the monotonic clock, which all processes of the machine share. */
export const processClock = (): number => Number(process.hrtime.bigint() / 1_000_000n)

/** Returns the first cell of each row as a line, and reports the process that did the work. */
export const createTransform = ({ separator }: CountingOptions): RowTransform<CountingReport> => {
  let total = 0
  return {
    batch({ rows }) {
      total += rows.length
      const show = (cell: unknown): string => (typeof cell === 'string' ? cell : JSON.stringify(cell))
      const lines = rows.map(({ number, cells }) => `${number}${separator}${show(cells[0])}\n`)
      return {
        bytes: new TextEncoder().encode(lines.join('')),
        report: { processId: process.pid, rows: rows.length, last: false, createdAt: processClock() },
      }
    },
    end: () => ({ report: { processId: process.pid, rows: total, last: true, createdAt: processClock() } }),
  }
}
