import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FieldName, MedicalFieldName } from '@registry/domain/fields/dictionary'
import { rowsInFile } from '../rows-in.ts'
import { keyOf, patientsOf } from './centre.ts'
import { importedFields, isResult } from './imported-fields.ts'

type Value = string | number | boolean | readonly string[] | undefined

/** Every so many rows one is refused: it must cost itself alone. */
export const refusedEvery = 1000
/** Every so many rows one gets a warning, beside those whose values are unusual by themselves. */
const warnedEvery = 20

type Cells = Readonly<Partial<Record<MedicalFieldName | 'CENTER_ID', string>>>

/** What is wrong with the rows that are refused, in turn: found in the file, among the centre's patients, by a rule. */
const refusals: readonly Cells[] = [
  { HB: 'n.d.' },
  { CENTER_ID: 'UNKNOWN' },
  { HB_MIN: '15', HB_MAX: '5' },
  { FENOTYPE: 'THAL' },
  { TT_START: '2999-01-01' },
]
/** What is unusual in rows with a warning, in turn: found in the file, by a rule. */
const warnings: readonly Cells[] = [{ FERRITIN: '12000', FERRITIN_LAST: '12000', FERRITIN_MAX: '12000' }, { HB: '7.01' }]

const turnOf = (row: number, every: number, all: readonly Cells[]): Cells | undefined =>
  row % every === 0 ? all[(row / every) % all.length] : undefined

/** What one row has beside its patient's values; a row that is refused has nothing else. */
const planted = (row: number): Cells => turnOf(row, refusedEvery, refusals) ?? turnOf(row, warnedEvery, warnings) ?? {}

export const isRefused = (row: number): boolean => row % refusedEvery === 0

/** Results of the laboratory are a few percent higher or lower in each file; whatever else is in the record stays. */
const factorOf = (row: number, round: number): number => 0.97 + (((row * 7 + round * 13) % 97) / 97) * 0.06

/** How lists are written: as D4 has them for a centre, as an array of Postgres for psql. */
const lists = {
  centre: (items: readonly string[]) => JSON.stringify(items),
  psql: (items: readonly string[]) => `{${items.map((item) => `"${item}"`).join(',')}}`,
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const textOf = (value: Value, factor: number, list: (items: readonly string[]) => string): string => {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(Number((value * factor).toFixed(2)))
  return typeof value === 'object' ? list(value) : String(value)
}

const headerLine = `${['CENTER_ID', ...importedFields.map(({ name }) => name)].join(',')}\r\n`

const lineOf = (values: readonly Value[], row: number, round: number, list: (items: readonly string[]) => string): string => {
  const own = planted(row)
  const factor = factorOf(row, round)
  const cells = importedFields.map((field, at) => {
    const set = Object.entries(own).find(([name]) => name === field.name)
    return quoted(set?.[1] ?? textOf(values[at], isResult(field) ? factor : 1, list))
  })
  return `${[own.CENTER_ID ?? keyOf(row), ...cells].join(',')}\r\n`
}

/** The values of the imported fields of so many patients, which are the same in each file; kept, since making them takes seconds. */
const recordsOf = (() => {
  let kept: readonly (readonly Value[])[] = []
  return (count: number): readonly (readonly Value[])[] => {
    if (kept.length < count) {
      kept = [...patientsOf(count)].map(({ medical }) => {
        const values: { readonly [name in FieldName]?: Value } = medical
        return importedFields.map(({ name }) => values[name])
      })
    }
    return kept
  }
})()

function* lines(rows: number, round: number, to: keyof typeof lists): Generator<string> {
  yield headerLine
  const records = recordsOf(rows)
  for (let row = 1; row <= rows; row += 1) {
    if (to === 'centre' || !isRefused(row)) yield lineOf(records[row - 1] ?? [], row, round, lists[to])
  }
}

/** A file and the rows that were counted in it. */
export type CountedFile = { readonly path: string; readonly rows: number }
export type MedicalFiles = { readonly sent: CountedFile; readonly good: CountedFile }

const write = async (path: string, text: Iterable<string>): Promise<CountedFile> => {
  await pipeline(Readable.from(text), createWriteStream(path))
  return { path, rows: await rowsInFile(path) }
}

/** Writes the file that a centre sends, and the one for psql, which must not have the rows that are refused: COPY would refuse the whole. */
export const writeMedicalFiles = async (directory: string, rows: number, round: number): Promise<MedicalFiles> => ({
  sent: await write(join(directory, 'sent.csv'), lines(rows, round, 'centre')),
  good: await write(join(directory, 'good.csv'), lines(rows, round, 'psql')),
})
