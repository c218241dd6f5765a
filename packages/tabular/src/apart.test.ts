import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableFormats } from './format.ts'
import { formatApart } from './format-apart.ts'
import { readApart, transformApart, type ReadApartOptions } from './read-apart.ts'
import { readTable } from './read.ts'
import type { CountingOptions, CountingReport } from './testing/counting-transform.ts'
import { gathered, refusal, streamOf } from './testing/tables.ts'
import { workbookOf } from './testing/zip.ts'
import type { OutputColumn } from './write/column.ts'
import { formatCopy } from './write/format.ts'
import { writeRows } from './write/rows.ts'

const columns: OutputColumn[] = Array.from({ length: 20 }, (_, index) => ({ name: `C${index}`, kind: 'text' }))
const rows = Array.from({ length: 3000 }, (_, row) => columns.map((_, column) => (column % 3 === 1 ? null : `r${row}è${column}`)))

let folder = ''
const file = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabular-'))
})
afterAll(() => rm(folder, { recursive: true }))

const counting = (path: string, options: Omit<ReadApartOptions, 'format'> = {}) =>
  transformApart<CountingOptions, CountingReport>(path, {
    ...options,
    format: 'csv',
    transform: { url: new URL('./testing/counting-transform.ts', import.meta.url).href, options: { separator: ':' } },
  })

describe('reading in a process', () => {
  test.each(tableFormats)('gives the rows of a %s as reading here does', async (format) => {
    const path = await file(`a.${format}`, await writeRows(rows.slice(0, 300), columns, format))
    expect(await gathered(readApart(path, { format }))).toEqual(await gathered(readTable(path, { format })))
  })

  test('gives the faults of a file with their places', async () => {
    const path = await file('unknown.csv', 'A,B\n1,2\n')
    const work = gathered(readApart(path, { format: 'csv', columns: [{ name: 'A' }] }))
    expect(await refusal(work)).toEqual({ code: 'file_column_unknown', column: 'B' })
  })

  test('gives an error that is not the file’s as it is', async () => {
    await expect(gathered(readApart(join(folder, 'absent.csv'), { format: 'csv' }))).rejects.toThrow('ENOENT')
  })

  test('works on the rows there, with options, and gives bytes and reports in order', async () => {
    const path = await file('b.csv', `A,B\n${Array.from({ length: 20_000 }, (_, row) => `a${row},b\n`).join('')}`)
    const reports: CountingReport[] = []
    let lines = ''
    for await (const { bytes, report } of counting(path)) {
      if (bytes) lines += Buffer.from(bytes).toString()
      if (report) reports.push(report)
    }
    expect(lines.split('\n').slice(0, 2)).toEqual(['1:a0', '2:a1'])
    expect(lines.split('\n').at(-2)).toBe('20000:a19999')
    expect(reports.at(-1)).toMatchObject({ rows: 20_000, last: true })
    expect(reports.length).toBeGreaterThan(2)
    expect(reports.every(({ processId }) => processId !== process.pid)).toBe(true)
  })

  test('reads no further than a few batches while none is taken', async () => {
    const path = await file('large.csv', `A,B\n${'aaaaaaaa,bbbbbbbb\n'.repeat(199_000)}`)
    const steps = counting(path)
    await steps.next()
    await wait(500)
    const resumedAt = Date.now()
    const made: number[] = []
    for await (const { report } of steps) if (report) made.push(report.madeAt)
    expect(made.length).toBeGreaterThan(20)
    expect(made.filter((at) => at < resumedAt).length).toBeLessThan(8)
  })

  test('ends when it is asked to', async () => {
    const path = await file('abort.csv', `A,B\n${'1,2\n'.repeat(199_000)}`)
    const controller = new AbortController()
    const work = (async () => {
      for await (const _ of counting(path, { signal: controller.signal })) controller.abort(new Error('the caller left'))
    })()
    await expect(work).rejects.toThrow('the caller left')
  })

  test('T25: a file that keeps its reader busy too long is refused', async () => {
    const path = await file('slow.csv', 'A,B\n1,2\n')
    const url = new URL('./testing/endless-transform.ts', import.meta.url).href
    const steps = transformApart<null, never>(path, { format: 'csv', busySeconds: 0.5, transform: { url, options: null } })
    expect(await refusal(steps.next())).toEqual({ code: 'file_too_slow', seconds: 0.5 })
  })

  test('T24, T25: a file that takes too much memory ends its reader, not the server', async () => {
    const strings = Array.from({ length: 900_000 }, (_, index) => `<si><t>${index.toString(36)}</t></si>`).join('')
    const path = await file('memory.xlsx', workbookOf({ strings, rows: '<row><c t="s"><v>0</v></c></row>' }))
    expect(await refusal(gathered(readApart(path, { format: 'xlsx', heapMegabytes: 16 })))).toEqual({ code: 'file_too_complex' })
  })

  test('T24, T25: a reader that the engine gives up on is refused as a file too complex, and the next file is read', async () => {
    const path = await file('greedy.csv', 'A,B\n1,2\n')
    const url = new URL('./testing/greedy-transform.ts', import.meta.url).href
    const steps = transformApart<null, never>(path, { format: 'csv', heapMegabytes: 32, transform: { url, options: null } })
    expect(await refusal(steps.next())).toEqual({ code: 'file_too_complex' })
    expect((await gathered(readApart(path, { format: 'csv' }))).rows).toHaveLength(1)
  })

  test.each(tableFormats)('R23: while 20 MB of %s are read, this thread goes on', async (format) => {
    const wide = Array.from({ length: 18_000 }, (_, row) =>
      columns.map((_, column) => `${(row * 31 + column * 7919) % 100_003} ${'.'.repeat(30)}${row}`),
    )
    const path = await file(`wide.${format}`, format === 'xlsx' ? await largeWorkbook(wide) : await writeRows(wide, columns, format))
    let turns = 0
    let turnsBetween = 0
    const timer = setInterval(() => (turns += 1), 5)
    let batches = 0
    for await (const batch of readApart(path, { format })) {
      if (turns > 0) turnsBetween += 1
      turns = 0
      batches += batch.rows.length > 0 ? 1 : 0
    }
    clearInterval(timer)
    expect(batches).toBeGreaterThan(20)
    expect(turnsBetween).toBeGreaterThan(3)
  })
})

const copyOf = (table: readonly (readonly (string | null)[])[]): string =>
  table.map((row) => `${row.map((cell) => cell ?? '\\N').join('\t')}\n`).join('')
const largeWorkbook = (table: readonly (readonly string[])[]): Promise<Buffer> =>
  buffer(Readable.from(formatCopy(streamOf(copyOf(table)), { format: 'xlsx', columns })))

describe('formatting in a thread', () => {
  test.each(['json', 'xml'] as const)('makes the same %s as formatting here does', async (format) => {
    const here = await buffer(Readable.from(formatCopy(streamOf(copyOf(rows)), { format, columns })))
    const there = await buffer(formatApart(streamOf(copyOf(rows), 10_000), { format, columns }))
    expect(there.equals(here)).toBe(true)
  })

  test('makes a workbook that reads as the rows that went in', async () => {
    const bytes = await buffer(formatApart(streamOf(copyOf(rows), 10_000), { format: 'xlsx', columns, expectedRows: rows.length }))
    const read = await gathered(readTable(streamOf(bytes), { format: 'xlsx' }))
    expect(read.rows.length).toBe(rows.length)
    expect(read.rows[2999]?.cells).toMatchObject({ C0: 'r2999è0', C2: 'r2999è2' })
  })

  test('does not take the memory of what it is given away from its owner', async () => {
    const pooled = Buffer.from(copyOf(rows.slice(0, 2)))
    const source = Readable.from([pooled, pooled], { objectMode: false })
    await buffer(formatApart(source, { format: 'json', columns }))
    expect(pooled.toString()).toBe(copyOf(rows.slice(0, 2)))
  })

  test('fails with the error of its source, so that a file is never taken for whole', async () => {
    const source = Readable.from(
      (async function* () {
        yield Buffer.from(copyOf(rows))
        throw new Error('the database went away')
      })(),
    )
    await expect(buffer(formatApart(source, { format: 'xlsx', columns }))).rejects.toThrow('the database went away')
  })

  test('fails with a fault of the format', async () => {
    const work = buffer(formatApart(streamOf(''), { format: 'xlsx', columns, expectedRows: 2_000_000 }))
    expect(await refusal(work)).toMatchObject({ code: 'xlsx_rows_too_many' })
  })

  test.each(['json', 'xlsx'] as const)(
    'R16: takes little of its source while nobody takes its %s, and ends the source with itself',
    async (format) => {
      let given = 0
      const piece = Buffer.from(copyOf(rows.slice(0, 100)))
      const source = Readable.from(
        (async function* () {
          for (;;) {
            given += piece.length
            yield piece
          }
        })(),
        { objectMode: false },
      )
      const file = formatApart(source, { format, columns })
      await new Promise((resolve) => file.once('readable', resolve))
      for (let before = -1; before !== given; await wait(300)) before = given
      expect(given).toBeLessThan(30_000_000)
      file.destroy()
      await new Promise((resolve) => source.once('close', resolve))
      expect(source.destroyed).toBe(true)
    },
  )

  test('ends its source when it is destroyed while that has nothing to give', async () => {
    const source = new Readable({ read() {} })
    const file = formatApart(source, { format: 'json', columns })
    file.resume()
    await wait(100)
    file.destroy()
    await new Promise((resolve) => source.once('close', resolve))
    expect(source.destroyed).toBe(true)
  })

  test('ends when it is asked to', async () => {
    const controller = new AbortController()
    const file = formatApart(new Readable({ read() {} }), { format: 'json', columns, signal: controller.signal })
    const work = buffer(file)
    await wait(100)
    controller.abort(new Error('the caller left'))
    await expect(work).rejects.toThrow('the caller left')
  })
})
