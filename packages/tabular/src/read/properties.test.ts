import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TableError } from '../table-error.ts'
import { tableFormats } from '../format.ts'
import { CLEAR } from '../table.ts'
import { read } from '../testing/tables.ts'
import { writeRows } from '../write/rows.ts'

const csv = (text: string, pieceBytes?: number) => read(text, { format: 'csv', ...(pieceBytes && { pieceBytes }) })
const json = (text: string, pieceBytes?: number) => read(text, { format: 'json', ...(pieceBytes && { pieceBytes }) })

const columns = ['CENTER_ID', 'HB', 'NOTE'].map((name) => ({ name, type: 'text' as const }))

describe.each(tableFormats)('%s', (format) => {
  test('THREAT-26: a damaged file is either rejected or read', async () => {
    const rows = Array.from({ length: 5 }, (_, index) => [`C${index}`, '10.5', 'nota "è",\n=1'])
    const good = Buffer.from(await writeRows(rows, columns, format))
    const damage = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(good.length), async (changes, end) => {
        const file = Buffer.from(end % 3 === 0 ? good.subarray(0, end) : good)
        for (const [at, byte] of changes) if (at < file.length) file[at] = byte
        const outcome = await read(file, { format }).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(TableError)
      }),
      { numRuns: 500 },
    )
  })
})

const csvText = fc
  .array(fc.constantFrom('a', 'è', ',', ';', '"', '""', '\n', '\r', '\r\n', ' ', "'"), { maxLength: 40 })
  .map((parts) => parts.join(''))

test('THREAT-26: the size of the pieces does not change the result', async () => {
  const outcome = (work: Promise<unknown>): Promise<unknown> => work.catch((detail: unknown) => detail)
  await fc.assert(
    fc.asyncProperty(csvText, fc.integer({ min: 1, max: 9 }), async (body, pieceBytes) => {
      const text = `A,B\n${body}`
      expect(await outcome(csv(text, pieceBytes))).toEqual(await outcome(csv(text)))
    }),
    { numRuns: 3000 },
  )
})

const jsonText = fc
  .array(fc.constantFrom('{', '}', '[', ']', '"A":', '"B":', '"x"', '"\\n"', ',', ':', '1', '-', '.5', 'e9', 'true', 'null', ' ', '"'), {
    maxLength: 20,
  })
  .map((parts) => `[{"A":1},${parts.join('')}]`)
const jsonRows = fc.array(
  fc.dictionary(fc.constantFrom('A', 'B', 'C'), fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null))),
)

test('THREAT-26: accepted JSON equals the result of JSON.parse, in any pieces', async () => {
  const text = fc.oneof(
    jsonText,
    jsonRows.map((rows) => JSON.stringify(rows)),
  )
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (content, pieceBytes) => {
      const ours = await json(content).catch(() => undefined)
      expect(await json(content, pieceBytes).catch(() => undefined)).toEqual(ours)
      if (!ours) return
      const theirs: Record<string, unknown>[] = JSON.parse(content)
      for (const { row, cells } of ours.rows) {
        const said = Object.entries(theirs[row - 1]!).filter(([, value]) => value !== '')
        expect(Object.keys(cells).sort()).toEqual(said.map(([name]) => name).sort())
        for (const [name, value] of said) expect(isSameValue(cells[name], value)).toBe(true)
      }
    }),
    { numRuns: 3000 },
  )
})

const isSameValue = (cell: unknown, value: unknown): boolean => {
  if (value === null) return cell === CLEAR
  if (Array.isArray(value)) return JSON.stringify(JSON.parse(String(cell))) === JSON.stringify(value)
  if (value === '\\N') return cell === CLEAR
  return typeof value === 'number' ? Number(cell) === value : cell === (typeof value === 'string' ? value : JSON.stringify(value))
}
