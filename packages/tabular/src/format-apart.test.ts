import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { describe, expect, test } from 'vitest'
import { formatApart } from './format-apart.ts'
import { readTable } from './read.ts'
import { gathered, refusal, streamOf } from './testing/tables.ts'
import type { OutputColumn } from './write/column.ts'
import { formatCopy } from './write/format.ts'

const columns: OutputColumn[] = Array.from({ length: 20 }, (_, index) => ({ name: `C${index}`, kind: 'text' }))
const rows = Array.from({ length: 3000 }, (_, row) => columns.map((_, column) => (column % 3 === 1 ? null : `r${row}è${column}`)))

const copyOf = (table: readonly (readonly (string | null)[])[]): string =>
  table.map((row) => `${row.map((cell) => cell ?? '\\N').join('\t')}\n`).join('')

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
    'FAULT-16: takes little of its source while nobody takes its %s, and ends the source with itself',
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
      // Another file, as long as what is allowed here twice, is formatted whole meanwhile.
      const other = Readable.from(
        Array.from({ length: Math.ceil(60_000_000 / piece.length) }, () => piece),
        { objectMode: false },
      )
      await pipeline(formatApart(other, { format, columns }), new Writable({ write: (_bytes, _encoding, done) => done() }))
      expect(given).toBeLessThan(30_000_000)
      file.destroy()
      await new Promise((resolve) => source.once('close', resolve))
      expect(source.destroyed).toBe(true)
    },
  )

  test('ends its source when it is destroyed before anybody has read it', async () => {
    const source = new Readable({ read() {} })
    formatApart(source, { format: 'json', columns }).destroy()
    await new Promise((resolve) => source.once('close', resolve))
    expect(source.destroyed).toBe(true)
  })

  test('ends its source when it is destroyed while that has nothing to give', async () => {
    const asked = Promise.withResolvers<void>()
    const source = new Readable({ read: () => asked.resolve() })
    const file = formatApart(source, { format: 'json', columns })
    file.resume()
    await asked.promise
    file.destroy()
    await new Promise((resolve) => source.once('close', resolve))
    expect(source.destroyed).toBe(true)
  })

  test('ends when it is asked to', async () => {
    const controller = new AbortController()
    const asked = Promise.withResolvers<void>()
    const source = new Readable({ read: () => asked.resolve() })
    const work = buffer(formatApart(source, { format: 'json', columns, signal: controller.signal }))
    await asked.promise
    controller.abort(new Error('the caller left'))
    await expect(work).rejects.toThrow('the caller left')
  })
})
