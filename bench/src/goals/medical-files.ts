import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FieldName, MedicalFieldName } from '@registry/domain/fields/dictionary'
import { countRowsInFile } from '../count-rows.ts'
import { formatKey, generatePatients } from './centre.ts'
import { importedFields, isResult } from './imported-fields.ts'

type Value = string | number | boolean | readonly string[] | undefined

/** One row in this many is refused. */
export const refusedEvery = 1000
/** One row in this many gets a warning, in addition to rows with unusual generated values. */
const warnedEvery = 20

type Cells = Readonly<Partial<Record<MedicalFieldName | 'CENTER_ID', string>>>

/** Errors of the refused rows, in turn: in the file, among the centre's patients, by a rule. */
const refusals: readonly Cells[] = [
  { HB: 'n.d.' },
  { CENTER_ID: 'UNKNOWN' },
  { HB_MIN: '15', HB_MAX: '5' },
  { FENOTYPE: 'THAL' },
  { TT_START: '2999-01-01' },
]
/** Unusual values of the rows with a warning, in turn: in the file, by a rule. */
const warnings: readonly Cells[] = [{ FERRITIN: '12000', FERRITIN_LAST: '12000', FERRITIN_MAX: '12000' }, { HB: '7.01' }]

const pickInTurn = (row: number, every: number, all: readonly Cells[]): Cells | undefined =>
  row % every === 0 ? all[(row / every) % all.length] : undefined

/** Returns the values of a row that cause an error or a warning. */
const pickSpecialCells = (row: number): Cells => pickInTurn(row, refusedEvery, refusals) ?? pickInTurn(row, warnedEvery, warnings) ?? {}

export const isRefused = (row: number): boolean => row % refusedEvery === 0

/** The factor for laboratory results of a row: a few percent more or less in each file. */
const computeFactor = (row: number, round: number): number => 0.97 + (((row * 7 + round * 13) % 97) / 97) * 0.06

/** The format of lists: JSON for a centre (REQ-IMP-03), a Postgres array for psql. */
const lists = {
  centre: (items: readonly string[]) => JSON.stringify(items),
  psql: (items: readonly string[]) => `{${items.map((item) => `"${item}"`).join(',')}}`,
}

const quoteCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const formatValue = (value: Value, factor: number, list: (items: readonly string[]) => string): string => {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(Number((value * factor).toFixed(2)))
  return typeof value === 'object' ? list(value) : String(value)
}

const headerLine = `${['CENTER_ID', ...importedFields.map(({ name }) => name)].join(',')}\r\n`

const formatLine = (values: readonly Value[], row: number, round: number, list: (items: readonly string[]) => string): string => {
  const own = pickSpecialCells(row)
  const factor = computeFactor(row, round)
  const cells = importedFields.map((field, at) => {
    const set = Object.entries(own).find(([name]) => name === field.name)
    return quoteCell(set?.[1] ?? formatValue(values[at], isResult(field) ? factor : 1, list))
  })
  return `${[own.CENTER_ID ?? formatKey(row), ...cells].join(',')}\r\n`
}

/** Returns the values of the imported fields, the same in each file. Caches them, because generating them takes seconds. */
const getRecords = (() => {
  let cache: readonly (readonly Value[])[] = []
  return (count: number): readonly (readonly Value[])[] => {
    if (cache.length < count) {
      cache = [...generatePatients(count)].map(({ medical }) => {
        const values: { readonly [name in FieldName]?: Value } = medical
        return importedFields.map(({ name }) => values[name])
      })
    }
    return cache
  }
})()

function* lines(rows: number, round: number, to: keyof typeof lists): Generator<string> {
  yield headerLine
  const records = getRecords(rows)
  for (let row = 1; row <= rows; row += 1) {
    if (to === 'centre' || !isRefused(row)) yield formatLine(records[row - 1] ?? [], row, round, lists[to])
  }
}

/** A file and the number of its rows. */
export type CountedFile = { readonly path: string; readonly rows: number }
export type MedicalFiles = { readonly sent: CountedFile; readonly good: CountedFile }

const write = async (path: string, text: Iterable<string>): Promise<CountedFile> => {
  await pipeline(Readable.from(text), createWriteStream(path))
  return { path, rows: await countRowsInFile(path) }
}

/** Writes the centre's file, and one for psql without the refused rows, because COPY would reject the whole file. */
export const writeMedicalFiles = async (directory: string, rows: number, round: number): Promise<MedicalFiles> => ({
  sent: await write(join(directory, 'sent.csv'), lines(rows, round, 'centre')),
  good: await write(join(directory, 'good.csv'), lines(rows, round, 'psql')),
})
