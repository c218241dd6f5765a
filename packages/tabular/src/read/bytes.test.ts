import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableFormats } from '../format.ts'
import { defaultLimits } from '../limits.ts'
import { readTable } from './read-table.ts'
import { collectRows, read, catchTableError, createStream } from '../testing/tables.ts'
import { readAllBytes, checkStart, readBytes, decodeUtf8 } from './bytes.ts'

const createLimits = (fileBytes: number) => ({ ...defaultLimits, fileBytes })
const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
const readLengths = async (bytes: number, pieceBytes: number): Promise<number[]> =>
  (await collect(readBytes(createStream('x'.repeat(bytes), pieceBytes), defaultLimits))).map(({ length }) => length)

describe('the bytes of a file', () => {
  test('are unchanged; the first chunk is long enough to recognise the format', async () => {
    expect(await readLengths(1000, 1000)).toEqual([1000])
    expect(await readLengths(1100, 200)).toEqual([600, 200, 200, 100])
    expect(await readLengths(1024, 512)).toEqual([512, 512])
    expect(await readLengths(300, 100)).toEqual([300])
    expect(await readLengths(0, 1)).toEqual([])
  })

  test('THREAT-23: are counted and rejected over the limit, with the limit in megabytes', async () => {
    expect(await readAllBytes(createStream('x'.repeat(700), 100), createLimits(700))).toHaveLength(700)
    expect(await catchTableError(readAllBytes(createStream('x'.repeat(701), 100), createLimits(700)))).toEqual({
      code: 'file_too_large',
      megabytes: 0,
    })
    const megabytes = createStream('x'.repeat(3 * 1024 * 1024))
    expect(await catchTableError(readAllBytes(megabytes, createLimits(2.5 * 1024 * 1024)))).toEqual({
      code: 'file_too_large',
      megabytes: 2,
    })
  })
})

describe('a file on disk', () => {
  let path = ''
  beforeAll(async () => {
    path = join(await mkdtemp(join(tmpdir(), 'tabular-')), 'a.csv')
    await writeFile(path, 'A,B\n1,2\n')
  })
  afterAll(() => rm(join(path, '..'), { recursive: true }))

  test('is read by its path in every format, after checks of size and first bytes', async () => {
    expect((await collectRows(readTable(path, { format: 'csv' }))).rows).toEqual([{ row: 1, cells: { A: '1', B: '2' } }])
    expect(await catchTableError(collectRows(readTable(path, { format: 'xlsx' })))).toEqual({
      code: 'file_format_mismatch',
      format: 'xlsx',
    })
    for (const format of tableFormats) {
      expect(await catchTableError(collectRows(readTable(path, { format, limits: { fileBytes: 7 } })))).toMatchObject({
        code: 'file_too_large',
      })
    }
    expect((await collectRows(readTable(path, { format: 'csv', limits: { fileBytes: 8 } }))).rows).toHaveLength(1)
  })
})

describe('the first bytes of a file', () => {
  const start = (hex: string): Buffer => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from('rest')])
  const checkBytes = (bytes: Buffer, format: (typeof tableFormats)[number]) => catchTableError((async () => checkStart(bytes, format))())
  const texts = tableFormats.filter((format) => format !== 'xlsx')

  test.each([
    ['a ZIP', '504b0304'],
    ['an empty ZIP', '504b0506'],
    ['an old workbook, or one with a password', 'd0cf11e0'],
    ['a PDF', '25504446'],
  ])('of %s are not text', async (_, hex) => {
    for (const format of texts) expect(await checkBytes(start(hex), format)).toEqual({ code: 'file_format_mismatch', format })
  })

  test('of a gzip show that the file is compressed', async () => {
    for (const format of tableFormats) expect(await checkBytes(start('1f8b'), format)).toEqual({ code: 'file_compressed' })
  })

  test.each(['fffe', 'feff'])('of UTF-16 (%s) are rejected as an encoding', async (hex) => {
    for (const format of texts) expect(await checkBytes(start(hex), format)).toEqual({ code: 'file_encoding' })
  })

  test('that only resemble a signature are text', () => {
    for (const text of ['PK,A', 'PK\u0003,A', '%PDA,B', 'P,Q']) expect(() => checkStart(Buffer.from(text), 'csv')).not.toThrow()
  })

  test('of a workbook are those of a ZIP; an encrypted workbook has others', async () => {
    expect(() => checkStart(start('504b0304'), 'xlsx')).not.toThrow()
    expect(await checkBytes(start('d0cf11e0'), 'xlsx')).toEqual({ code: 'xlsx_encrypted' })
    expect(await checkBytes(start('d0cf11e1'), 'xlsx')).toEqual({ code: 'file_format_mismatch', format: 'xlsx' })
    expect(await checkBytes(start('5051'), 'xlsx')).toEqual({ code: 'file_format_mismatch', format: 'xlsx' })
    expect(await checkBytes(Buffer.alloc(0), 'xlsx')).toEqual({ code: 'file_empty' })
  })

  test.each([
    ['csv', ['A', ' A', '\ufeffA', '"A"'], ['<a', '{', '[', ' <', '\ufeff\n[']],
    ['json', ['[', '{', '\ufeff [', '\n{'], ['A', '"', '<']],
    ['xml', ['<', '\ufeff\n<'], ['A', '{', ' A<']],
  ] as const)('of %s are checked after blanks and byte order mark', async (format, good, bad) => {
    for (const text of good) expect(() => checkStart(Buffer.from(text), format)).not.toThrow()
    for (const text of bad) expect(await checkBytes(Buffer.from(text), format)).toEqual({ code: 'file_format_mismatch', format })
    expect(() => checkStart(Buffer.from(' '.repeat(600)), format)).not.toThrow()
  })
})

describe('text', () => {
  test('is UTF-8 in any pieces, without byte order mark', async () => {
    expect((await collect(decodeUtf8(createStream('\ufeffè€𝒳', 1)))).join('')).toBe('è€𝒳')
  })

  test('that ends within a character is not UTF-8', async () => {
    expect(await catchTableError(collect(decodeUtf8(createStream(Buffer.from('A,è').subarray(0, -1)))))).toEqual({ code: 'file_encoding' })
    expect(await catchTableError(read(Buffer.from('A\nè').subarray(0, -1), { format: 'csv' }))).toEqual({ code: 'file_encoding' })
  })
})
