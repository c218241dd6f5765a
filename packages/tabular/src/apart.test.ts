import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { tableFormats } from './format.ts'
import { createReaders, type ReadApartOptions, type Readers } from './read-apart.ts'
import { readTable } from './read.ts'
import { processClock, type CountingOptions, type CountingReport } from './testing/counting-transform.ts'
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

const readers = createReaders()

const counting = (path: string, options: Omit<ReadApartOptions, 'format'> = {}, by = readers) =>
  by.transform<CountingOptions, CountingReport>(path, {
    ...options,
    format: 'csv',
    transform: { url: new URL('./testing/counting-transform.ts', import.meta.url).href, options: { separator: ':' } },
  })

describe('reading in a process', () => {
  test.each(tableFormats)('gives the rows of a %s as reading here does', async (format) => {
    const path = await file(`a.${format}`, await writeRows(rows.slice(0, 300), columns, format))
    expect(await gathered(readers.read(path, { format }))).toEqual(await gathered(readTable(path, { format })))
  })

  test('gives the faults of a file with their places', async () => {
    const path = await file('unknown.csv', 'A,B\n1,2\n')
    const work = gathered(readers.read(path, { format: 'csv', columns: [{ name: 'A' }] }))
    expect(await refusal(work)).toEqual({ code: 'file_column_unknown', column: 'B' })
  })

  test('gives an error that is not the file’s as it is', async () => {
    await expect(gathered(readers.read(join(folder, 'absent.csv'), { format: 'csv' }))).rejects.toThrow('ENOENT')
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
    // Another process reads the whole file meanwhile: the first one has had the time to do the same.
    await gathered(readers.read(path, { format: 'csv' }))
    const resumedAt = processClock()
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

  test('THREAT-25: a file that keeps its reader busy too long is refused', async () => {
    const path = await file('slow.csv', 'A,B\n1,2\n')
    const url = new URL('./testing/endless-transform.ts', import.meta.url).href
    const steps = readers.transform<null, never>(path, { format: 'csv', busySeconds: 0.5, transform: { url, options: null } })
    expect(await refusal(steps.next())).toEqual({ code: 'file_too_slow', seconds: 0.5 })
  })

  test('THREAT-24, THREAT-25: a file that takes too much memory ends its reader, not the server', async () => {
    const strings = Array.from({ length: 900_000 }, (_, index) => `<si><t>${index.toString(36)}</t></si>`).join('')
    const path = await file('memory.xlsx', workbookOf({ strings, rows: '<row><c t="s"><v>0</v></c></row>' }))
    expect(await refusal(gathered(createReaders({ heapMegabytes: 16 }).read(path, { format: 'xlsx' })))).toEqual({
      code: 'file_too_complex',
    })
  })

  test('THREAT-24, THREAT-25: a reader that the engine gives up on is refused as a file too complex, and the next file is read', async () => {
    const path = await file('greedy.csv', 'A,B\n1,2\n')
    const url = new URL('./testing/greedy-transform.ts', import.meta.url).href
    const steps = createReaders({ heapMegabytes: 32, keptSeconds: 60 }).transform<null, never>(path, {
      format: 'csv',
      transform: { url, options: null },
    })
    expect(await refusal(steps.next())).toEqual({ code: 'file_too_complex' })
    expect((await gathered(readers.read(path, { format: 'csv' }))).rows).toHaveLength(1)
  })

  test.each(tableFormats)('FAULT-23: while 20 MB of %s are read, this thread goes on', async (format) => {
    const wide = Array.from({ length: 18_000 }, (_, row) =>
      columns.map((_, column) => `${(row * 31 + column * 7919) % 100_003} ${'.'.repeat(30)}${row}`),
    )
    const path = await file(`wide.${format}`, format === 'xlsx' ? await largeWorkbook(wide) : await writeRows(wide, columns, format))
    let turns = 0
    let turnsBetween = 0
    const timer = setInterval(() => (turns += 1), 5)
    let batches = 0
    for await (const batch of readers.read(path, { format })) {
      if (turns > 0) turnsBetween += 1
      turns = 0
      batches += batch.rows.length > 0 ? 1 : 0
    }
    clearInterval(timer)
    expect(batches).toBeGreaterThan(20)
    expect(turnsBetween).toBeGreaterThan(3)
  })
})

describe('a process that is kept', () => {
  const few = (name: string): Promise<string> => file(name, 'A,B\n1,2\n')
  const processOf = async (steps: ReturnType<typeof counting>): Promise<number | undefined> => {
    let id: number | undefined
    for await (const { report } of steps) id = report?.processId ?? id
    return id
  }
  const keeping = (keptSeconds?: number): Readers => {
    const made = createReaders(keptSeconds === undefined ? {} : { keptSeconds })
    onTestFinished(() => made.close())
    return made
  }
  const isRunning = (id: number | undefined): boolean => {
    try {
      return id !== undefined && process.kill(id, 0)
    } catch {
      return false
    }
  }

  test('reads the next file, and the one after a file that was refused', async () => {
    const by = keeping(60)
    const first = await processOf(counting(await few('first.csv'), {}, by))
    expect(await processOf(counting(await few('second.csv'), {}, by))).toBe(first)
    const refused = by.read(await few('refused.csv'), { format: 'csv', columns: [{ name: 'A' }] })
    expect(await refusal(gathered(refused))).toMatchObject({ code: 'file_column_unknown' })
    expect((await gathered(by.read(await few('third.csv'), { format: 'csv' }))).rows).toHaveLength(1)
    expect(await processOf(counting(await few('fourth.csv'), {}, by))).toBe(first)
  })

  test('is one: of two files at a time each has its own, and one of the two is kept', async () => {
    const by = keeping(60)
    const path = await few('together.csv')
    const both = await Promise.all([processOf(counting(path, {}, by)), processOf(counting(path, {}, by))])
    expect(new Set(both).size).toBe(2)
    expect(both).toContain(await processOf(counting(path, {}, by)))
  })

  test('is not kept after a file that somebody left', async () => {
    const by = keeping(60)
    const path = await file('left.csv', `A,B\n${'1,2\n'.repeat(100_000)}`)
    let left: number | undefined
    for await (const { report } of counting(path, {}, by)) {
      left = report?.processId
      break
    }
    expect(isRunning(left)).toBe(false)
    expect(await processOf(counting(await few('after.csv'), {}, by))).not.toBe(left)
  })

  test('is replaced when it died while it waited', async () => {
    const by = keeping(60)
    const first = await processOf(counting(await few('before.csv'), {}, by))
    process.kill(first ?? 0, 'SIGKILL')
    await expect.poll(() => isRunning(first)).toBe(false)
    expect(await processOf(counting(await few('since.csv'), {}, by))).not.toBe(first)
  })

  test.each([
    ['at once where none is kept', undefined],
    ['when its time is over', 0.2],
  ])('ends %s', async (_, keptSeconds) => {
    const by = keeping(keptSeconds)
    const id = await processOf(counting(await few('last.csv'), {}, by))
    await expect.poll(() => isRunning(id)).toBe(false)
  })

  test('ends with who keeps it', async () => {
    const by = keeping(60)
    const id = await processOf(counting(await few('closed.csv'), {}, by))
    by.close()
    await expect.poll(() => isRunning(id)).toBe(false)
  })
})

const copyOf = (table: readonly (readonly (string | null)[])[]): string =>
  table.map((row) => `${row.map((cell) => cell ?? '\\N').join('\t')}\n`).join('')
const largeWorkbook = (table: readonly (readonly string[])[]): Promise<Buffer> =>
  buffer(Readable.from(formatCopy(streamOf(copyOf(table)), { format: 'xlsx', columns })))
