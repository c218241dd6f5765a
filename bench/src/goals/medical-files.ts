import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fieldsIn } from '@registry/domain/expression/expression'
import { medicalFields, type Field } from '@registry/domain/fields/dictionary'
import { ruleSet } from '@registry/domain/rules/rule-set'

/** Columns of a file, the patient's code included. */
export const columnCount = 60
/** Every so many rows one has a value that is none: it must cost itself alone. */
const badEvery = 1000
/** Of ten substances so many hold values: records are mostly empty. */
const filledOfTen = 4

const rules = ruleSet(() => [])
const ruled = new Set<string>([
  ...rules.trees.flatMap(({ violatedWhen }) => fieldsIn(violatedWhen)),
  ...rules.functions.flatMap(({ needs }) => needs),
])

const isPlainNumber = ({ kind, derived, min, max }: Field): boolean =>
  (kind === 'float' || kind === 'integer') && !derived && typeof min === 'number' && typeof max === 'number'

/** Numbers first that rules look at, since their checks belong to the work; the laboratory's, which stand in order, keep any rule. */
const numbers = medicalFields.filter(isPlainNumber)
export const importedFields: readonly Field[] = [
  ...numbers.filter(({ section }) => section === 'Laboratory'),
  ...numbers.filter(({ section, name }) => section !== 'Laboratory' && !ruled.has(name)),
].slice(0, columnCount - 1)

/** The substance that a laboratory's value is of: HB for HB, HB_LAST, HB_MEAN; any other field stands for itself. */
const substanceOf = ({ name, section }: Field): string =>
  section === 'Laboratory' ? name.replace(/_(LAST|MEAN|MEDIAN|MIN|MAX)$/, '') : name

/** Where a statistic stands among those of the same substance, so that the least is below the mean and that below the most. */
const factorOf = (name: string): number => (name.endsWith('_MIN') ? 0.9 : name.endsWith('_MAX') ? 1.1 : 1)

const bound = (first: number | string | undefined, second: number | string | undefined): number => Number(first ?? second ?? 0)

/** The imported fields, each with its substance's place among the substances and the field that bears the substance's limits. */
const sources = (() => {
  const substances = [...new Set(importedFields.map(substanceOf))]
  return importedFields.map((field) => {
    const substance = substanceOf(field)
    return { field, place: substances.indexOf(substance), limits: importedFields.find(({ name }) => name === substance) ?? field }
  })
})()

/** A value well within the limits, of which no rule has a word to say, that is another one in another round. */
const valueOf = ({ field, limits }: (typeof sources)[number], row: number, round: number): string => {
  const [low, high] = [bound(limits.warnMin, limits.min), bound(limits.warnMax, limits.max)]
  const share = 0.35 + (((row * 7 + round * 13) % 97) / 97) * 0.3
  const value = (low + (high - low) * share) * factorOf(field.name)
  return field.kind === 'integer' ? String(Math.round(value)) : String(Number(value.toPrecision(4)))
}

export const keyOf = (row: number): string => `B${row}`

const lineOf = (row: number, round: number, bad: boolean): string => {
  const cells = sources.map((source) => ((row + source.place) % 10 < filledOfTen ? valueOf(source, row, round) : ''))
  return `${[keyOf(row), ...(bad ? cells.map(() => 'x') : cells)].join(',')}\n`
}

function* lines(rows: number, round: number, withBad: boolean): Generator<string> {
  yield `${['CENTER_ID', ...importedFields.map(({ name }) => name)].join(',')}\n`
  for (let row = 1; row <= rows; row += 1) {
    const bad = row % badEvery === 0
    if (!bad || withBad) yield lineOf(row, round, withBad && bad)
  }
}

export type MedicalFiles = { readonly sent: string; readonly good: string; readonly goodRows: number }

/** Writes the file that a centre sends, and the one for psql, which must not have the bad rows: COPY would refuse the whole. */
export const writeMedicalFiles = async (directory: string, rows: number, round: number): Promise<MedicalFiles> => {
  const [sent, good] = [join(directory, 'sent.csv'), join(directory, 'good.csv')]
  await pipeline(Readable.from(lines(rows, round, true)), createWriteStream(sent))
  await pipeline(Readable.from(lines(rows, round, false)), createWriteStream(good))
  return { sent, good, goodRows: rows - Math.floor(rows / badEvery) }
}
