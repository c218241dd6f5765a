import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { tableFormats } from '../format.ts'
import { createReaderPool, type PooledReadOptions, type ReaderPool } from './reader-pool.ts'
import { readTable } from '../read/read-table.ts'
import { processClock, type CountingOptions, type CountingReport } from './testing/counting-transform.ts'
import { collectRows, catchTableError, createStream } from '../testing/tables.ts'
import { writeWorkbook } from '../testing/zip.ts'
import type { OutputColumn } from '../write/column.ts'
import { formatCopy } from '../write/format.ts'
import { writeRows } from '../write/rows.ts'

const columns: OutputColumn[] = Array.from({ length: 20 }, (_, index) => ({ name: `C${index}`, type: 'text' }))
const rows = Array.from({ length: 3000 }, (_, row) => columns.map((_, column) => (column % 3 === 1 ? null : `r${row}è${column}`)))

let folder = ''
const writeFixture = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabular-'))
})
afterAll(() => rm(folder, { recursive: true }))

const sharedPool = createReaderPool()

const countRows = (path: string, options: Omit<PooledReadOptions, 'format'> = {}, pool = sharedPool) =>
  pool.transform<CountingOptions, CountingReport>(path, {
    ...options,
    format: 'csv',
    transform: { url: new URL('./testing/counting-transform.ts', import.meta.url).href, options: { separator: ':' } },
  })

describe('a reader process', () => {
  test.each(tableFormats)('returns the same rows of a %s as reading in this process', async (format) => {
    const path = await writeFixture(`a.${format}`, await writeRows(rows.slice(0, 300), columns, format))
    expect(await collectRows(sharedPool.read(path, { format }))).toEqual(await collectRows(readTable(path, { format })))
  })

  test('reports the errors of a file with their places', async () => {
    const path = await writeFixture('missing.csv', 'A,B\n1,2\n')
    const work = collectRows(sharedPool.read(path, { format: 'csv', columns: [{ name: 'A' }, { name: 'C', required: true }] }))
    expect(await catchTableError(work)).toEqual({ code: 'file_column_missing', column: 'C' })
  })

  test('passes on any other error', async () => {
    await expect(collectRows(sharedPool.read(join(folder, 'absent.csv'), { format: 'csv' }))).rejects.toThrow('ENOENT')
  })

  test('transforms the rows with options and returns bytes and reports in order', async () => {
    const path = await writeFixture('b.csv', `A,B\n${Array.from({ length: 20_000 }, (_, row) => `a${row},b\n`).join('')}`)
    const reports: CountingReport[] = []
    let lines = ''
    for await (const { bytes, report } of countRows(path)) {
      if (bytes) lines += Buffer.from(bytes).toString()
      if (report) reports.push(report)
    }
    expect(lines.split('\n').slice(0, 2)).toEqual(['1:a0', '2:a1'])
    expect(lines.split('\n').at(-2)).toBe('20000:a19999')
    expect(reports.at(-1)).toMatchObject({ rows: 20_000, last: true })
    expect(reports.length).toBeGreaterThan(2)
    expect(reports.every(({ processId }) => processId !== process.pid)).toBe(true)
  })

  test('reads only a few batches while the consumer is busy', async () => {
    const path = await writeFixture('large.csv', `A,B\n${'aaaaaaaa,bbbbbbbb\n'.repeat(199_000)}`)
    const steps = countRows(path)
    await steps.next()
    // Another process reads the whole file, so the first process had time to do the same.
    await collectRows(sharedPool.read(path, { format: 'csv' }))
    const resumedAt = processClock()
    const creationTimes: number[] = []
    for await (const { report } of steps) if (report) creationTimes.push(report.createdAt)
    expect(creationTimes.length).toBeGreaterThan(20)
    expect(creationTimes.filter((time) => time < resumedAt).length).toBeLessThan(8)
  })

  test('stops with the signal', async () => {
    const path = await writeFixture('abort.csv', `A,B\n${'1,2\n'.repeat(199_000)}`)
    const controller = new AbortController()
    const work = (async () => {
      for await (const _ of countRows(path, { signal: controller.signal })) controller.abort(new Error('the caller left'))
    })()
    await expect(work).rejects.toThrow('the caller left')
  })

  test('THREAT-25: rejects a file that takes too long', async () => {
    const path = await writeFixture('slow.csv', 'A,B\n1,2\n')
    const url = new URL('./testing/endless-transform.ts', import.meta.url).href
    const steps = sharedPool.transform<null, never>(path, { format: 'csv', busySeconds: 0.5, transform: { url, options: null } })
    expect(await catchTableError(steps.next())).toEqual({ code: 'file_too_slow', seconds: 0.5 })
  })

  test('THREAT-24, THREAT-25: ends alone, without the server, if a file needs too much memory', async () => {
    const strings = Array.from({ length: 900_000 }, (_, index) => `<si><t>${index.toString(36)}</t></si>`).join('')
    const path = await writeFixture('memory.xlsx', writeWorkbook({ strings, rows: '<row><c t="s"><v>0</v></c></row>' }))
    expect(await catchTableError(collectRows(createReaderPool({ heapMegabytes: 16 }).read(path, { format: 'xlsx' })))).toEqual({
      code: 'file_too_complex',
    })
  })

  test('THREAT-24, THREAT-25: reports a file as too complex when V8 aborts, and the next file is read', async () => {
    const path = await writeFixture('memory-hungry.csv', 'A,B\n1,2\n')
    const url = new URL('./testing/memory-hungry-transform.ts', import.meta.url).href
    const steps = createReaderPool({ heapMegabytes: 32, idleSeconds: 60 }).transform<null, never>(path, {
      format: 'csv',
      transform: { url, options: null },
    })
    expect(await catchTableError(steps.next())).toEqual({ code: 'file_too_complex' })
    expect((await collectRows(sharedPool.read(path, { format: 'csv' }))).rows).toHaveLength(1)
  })

  test.each(tableFormats)('FAULT-23: reads 20 MB of %s without blocking this thread', async (format) => {
    const wide = Array.from({ length: 18_000 }, (_, row) =>
      columns.map((_, column) => `${(row * 31 + column * 7919) % 100_003} ${'.'.repeat(30)}${row}`),
    )
    const path = await writeFixture(
      `wide.${format}`,
      format === 'xlsx' ? await formatLargeWorkbook(wide) : await writeRows(wide, columns, format),
    )
    let ticks = 0
    let batchesWithTicks = 0
    const timer = setInterval(() => (ticks += 1), 5)
    let batches = 0
    for await (const batch of sharedPool.read(path, { format })) {
      if (ticks > 0) batchesWithTicks += 1
      ticks = 0
      batches += batch.rows.length > 0 ? 1 : 0
    }
    clearInterval(timer)
    expect(batches).toBeGreaterThan(20)
    expect(batchesWithTicks).toBeGreaterThan(3)
  })
})

describe('an idle process', () => {
  const writeSmallFile = (name: string): Promise<string> => writeFixture(name, 'A,B\n1,2\n')
  const findProcessId = async (steps: ReturnType<typeof countRows>): Promise<number | undefined> => {
    let id: number | undefined
    for await (const { report } of steps) id = report?.processId ?? id
    return id
  }
  const createPool = (idleSeconds?: number): ReaderPool => {
    const pool = createReaderPool(idleSeconds === undefined ? {} : { idleSeconds })
    onTestFinished(() => pool.close())
    return pool
  }
  const isRunning = (id: number | undefined): boolean => {
    try {
      return id !== undefined && process.kill(id, 0)
    } catch {
      return false
    }
  }

  test('reads the next file, even after a rejected one', async () => {
    const pool = createPool(60)
    const first = await findProcessId(countRows(await writeSmallFile('first.csv'), {}, pool))
    expect(await findProcessId(countRows(await writeSmallFile('second.csv'), {}, pool))).toBe(first)
    const rejected = pool.read(await writeSmallFile('rejected.csv'), { format: 'csv', columns: [{ name: 'C', required: true }] })
    expect(await catchTableError(collectRows(rejected))).toMatchObject({ code: 'file_header_unknown' })
    expect((await collectRows(pool.read(await writeSmallFile('third.csv'), { format: 'csv' }))).rows).toHaveLength(1)
    expect(await findProcessId(countRows(await writeSmallFile('fourth.csv'), {}, pool))).toBe(first)
  })

  test('stays alone: two files at once use two processes, and one of them stays', async () => {
    const pool = createPool(60)
    const path = await writeSmallFile('together.csv')
    const both = await Promise.all([findProcessId(countRows(path, {}, pool)), findProcessId(countRows(path, {}, pool))])
    expect(new Set(both).size).toBe(2)
    expect(both).toContain(await findProcessId(countRows(path, {}, pool)))
  })

  test('does not stay after a file that the consumer left', async () => {
    const pool = createPool(60)
    const path = await writeFixture('left.csv', `A,B\n${'1,2\n'.repeat(100_000)}`)
    let left: number | undefined
    for await (const { report } of countRows(path, {}, pool)) {
      left = report?.processId
      break
    }
    expect(isRunning(left)).toBe(false)
    expect(await findProcessId(countRows(await writeSmallFile('after.csv'), {}, pool))).not.toBe(left)
  })

  test('stores its compiled modules for the next process, although it ends by a signal', async () => {
    const compileCache = join(folder, 'compile-cache')
    const pool = createReaderPool({ compileCache, idleSeconds: 60 })
    onTestFinished(() => pool.close())
    const path = await writeSmallFile('compiled.csv')
    await findProcessId(countRows(path, {}, pool))
    // The process takes a file after it has stored the modules of the last one.
    await findProcessId(countRows(path, {}, pool))
    const stored = await readdir(compileCache, { recursive: true, withFileTypes: true })
    expect(stored.filter((entry) => entry.isFile()).length).toBeGreaterThan(10)
  })

  test('is replaced if it has died', async () => {
    const pool = createPool(60)
    const first = await findProcessId(countRows(await writeSmallFile('before.csv'), {}, pool))
    process.kill(first ?? 0, 'SIGKILL')
    await expect.poll(() => isRunning(first)).toBe(false)
    expect(await findProcessId(countRows(await writeSmallFile('since.csv'), {}, pool))).not.toBe(first)
  })

  test.each([
    ['at once without idle time', undefined],
    ['when its idle time is over', 0.2],
  ])('ends %s', async (_, idleSeconds) => {
    const pool = createPool(idleSeconds)
    const id = await findProcessId(countRows(await writeSmallFile('last.csv'), {}, pool))
    await expect.poll(() => isRunning(id)).toBe(false)
  })

  test('ends with its pool', async () => {
    const pool = createPool(60)
    const id = await findProcessId(countRows(await writeSmallFile('closed.csv'), {}, pool))
    await pool.close()
    expect(isRunning(id)).toBe(false)
  })
})

const formatAsCopy = (table: readonly (readonly (string | null)[])[]): string =>
  table.map((row) => `${row.map((cell) => cell ?? '\\N').join('\t')}\n`).join('')
const formatLargeWorkbook = (table: readonly (readonly string[])[]): Promise<Buffer> =>
  buffer(Readable.from(formatCopy(createStream(formatAsCopy(table)), { format: 'xlsx', columns })))
