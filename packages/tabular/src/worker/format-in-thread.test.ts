import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { describe, expect, test } from 'vitest'
import { formatInThread } from './format-in-thread.ts'
import { readTable } from '../read/read-table.ts'
import { collectRows, catchTableError, createStream } from '../testing/tables.ts'
import type { OutputColumn } from '../write/column.ts'
import { formatCopy } from '../write/format.ts'

const columns: OutputColumn[] = Array.from({ length: 20 }, (_, index) => ({ name: `C${index}`, type: 'text' }))
const rows = Array.from({ length: 3000 }, (_, row) => columns.map((_, column) => (column % 3 === 1 ? null : `r${row}è${column}`)))

const formatAsCopy = (table: readonly (readonly (string | null)[])[]): string =>
  table.map((row) => `${row.map((cell) => cell ?? '\\N').join('\t')}\n`).join('')

describe('formatting in a thread', () => {
  test.each(['json', 'xml'] as const)('writes the same %s as formatting in this thread', async (format) => {
    const expected = await buffer(Readable.from(formatCopy(createStream(formatAsCopy(rows)), { format, columns })))
    const actual = await buffer(formatInThread(createStream(formatAsCopy(rows), 10_000), { format, columns }))
    expect(actual.equals(expected)).toBe(true)
  })

  test('writes a workbook with the same rows', async () => {
    const bytes = await buffer(
      formatInThread(createStream(formatAsCopy(rows), 10_000), { format: 'xlsx', columns, expectedRows: rows.length }),
    )
    const read = await collectRows(readTable(createStream(bytes), { format: 'xlsx' }))
    expect(read.rows.length).toBe(rows.length)
    expect(read.rows[2999]?.cells).toMatchObject({ C0: 'r2999è0', C2: 'r2999è2' })
  })

  test('does not detach the memory of its input', async () => {
    const pooled = Buffer.from(formatAsCopy(rows.slice(0, 2)))
    const source = Readable.from([pooled, pooled], { objectMode: false })
    await buffer(formatInThread(source, { format: 'json', columns }))
    expect(pooled.toString()).toBe(formatAsCopy(rows.slice(0, 2)))
  })

  test('fails with the error of its source, so that half a file never looks whole', async () => {
    const source = Readable.from(
      (async function* () {
        yield Buffer.from(formatAsCopy(rows))
        throw new Error('the database went away')
      })(),
    )
    await expect(buffer(formatInThread(source, { format: 'xlsx', columns }))).rejects.toThrow('the database went away')
  })

  test('fails with an error of the format', async () => {
    const work = buffer(formatInThread(createStream(''), { format: 'xlsx', columns, expectedRows: 2_000_000 }))
    expect(await catchTableError(work)).toMatchObject({ code: 'xlsx_rows_too_many' })
  })

  test.each(['json', 'xlsx'] as const)(
    'FAULT-16: reads little of its source while the consumer of its %s is busy, and closes the source',
    async (format) => {
      let readBytes = 0
      const piece = Buffer.from(formatAsCopy(rows.slice(0, 100)))
      const source = Readable.from(
        (async function* () {
          for (;;) {
            readBytes += piece.length
            yield piece
          }
        })(),
        { objectMode: false },
      )
      const file = formatInThread(source, { format, columns })
      await new Promise((resolve) => file.once('readable', resolve))
      // Another file, twice as long as the limit below, is formatted completely.
      const other = Readable.from(
        Array.from({ length: Math.ceil(60_000_000 / piece.length) }, () => piece),
        { objectMode: false },
      )
      await pipeline(formatInThread(other, { format, columns }), new Writable({ write: (_bytes, _encoding, done) => done() }))
      expect(readBytes).toBeLessThan(30_000_000)
      file.destroy()
      await new Promise((resolve) => source.once('close', resolve))
      expect(source.destroyed).toBe(true)
    },
  )

  test('closes its source when it is destroyed before the first read', async () => {
    const source = new Readable({ read() {} })
    formatInThread(source, { format: 'json', columns }).destroy()
    await new Promise((resolve) => source.once('close', resolve))
    expect(source.destroyed).toBe(true)
  })

  test('closes its source when it is destroyed while the source has no data', async () => {
    const reading = Promise.withResolvers<void>()
    const source = new Readable({ read: () => reading.resolve() })
    const file = formatInThread(source, { format: 'json', columns })
    file.resume()
    await reading.promise
    file.destroy()
    await new Promise((resolve) => source.once('close', resolve))
    expect(source.destroyed).toBe(true)
  })

  test('stops with the signal', async () => {
    const controller = new AbortController()
    const reading = Promise.withResolvers<void>()
    const source = new Readable({ read: () => reading.resolve() })
    const work = buffer(formatInThread(source, { format: 'json', columns, signal: controller.signal }))
    await reading.promise
    controller.abort(new Error('the caller left'))
    await expect(work).rejects.toThrow('the caller left')
  })
})
