import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Field } from '@registry/domain/fields/dictionary'
import { listResultColumns } from '@registry/domain/observations/exported-results'
import type { Language } from '@registry/domain/language'
import { formatCopyChunks, type Value } from '@registry/tabular/write/copy-rows'
import type { OutputColumn } from '@registry/tabular/write/column'
import { formatCopy } from '@registry/tabular/write/format'
import { packZip, type ZipEntry } from '@registry/tabular/write/zip'
import type { Indicator } from '../../filter-query.ts'
import type { LabelledReferenceValues } from '../../../../shared/reference-values.ts'
import { formatFile } from '../format-file.ts'
import type { PackedResults } from './observations.ts'
import { buildRScript } from './r-script.ts'
import { buildSasScript } from './sas-script.ts'
import { buildSpssScript } from './spss-script.ts'
import { buildStataScript } from './stata-script.ts'
import { buildVariables, findScriptName, type AddedColumn, type AddedColumns } from './variables.ts'

/** The facts of the manifest that go with the data. They identify no patient. */
export type PackageManifest = Readonly<Record<string, unknown>>

export type PackageContent = {
  readonly fields: readonly Field[]
  readonly language: Language
  readonly referenceValues: LabelledReferenceValues
  readonly generalised: boolean
  readonly added: AddedColumns
  readonly indicators: readonly Indicator[]
  readonly rows: number
  readonly results?: PackedResults | undefined
  readonly manifest: PackageManifest
}

/** A file over four gigabytes needs the 64-bit ZIP form. An upper bound for the average bytes per cell; free texts are longer, but few. */
const largeBytes = 0xffff_ffff
const cellBytes = 200
const resultBytes = 80

const comments: Record<Language, string> = {
  it: 'Legge data.csv del registro. Esegui questo file nella sua cartella.',
  en: 'Reads data.csv of the registry. Run this file in its folder.',
}

const text = (name: string, content: () => string): ZipEntry => ({
  name,
  async *open() {
    yield Buffer.from(content())
  },
})

/** The table is for statistics programs, so its texts have no protection against formulas, which would change the values. */
const table = (name: string, columns: readonly string[], rows: readonly (readonly Value[])[]): ZipEntry => {
  const output: readonly OutputColumn[] = columns.map((column) => ({ name: column, type: 'text', unguarded: true }))
  return { name, open: () => formatCopy(Readable.from(formatCopyChunks(rows), { objectMode: false }), { format: 'csv', columns: output }) }
}

const describeAdded =
  (type: string) =>
  ({ name, label }: AddedColumn): Value[] => [name, null, null, type, null, null, label.it, label.en, findScriptName(name)]

const listDictionary = (fields: readonly Field[], { first, last }: AddedColumns, indicators: readonly Indicator[]): Value[][] => {
  const described = fields.map(({ name, dataDomain, section, type, unit, referenceTable, label }) => [
    name,
    dataDomain,
    section,
    type,
    unit ?? null,
    referenceTable ?? null,
    label.it,
    label.en,
    findScriptName(name),
  ])
  const describedIndicators = indicators.map(describeAdded('integer'))
  return [...first.map(describeAdded('string')), ...described, ...last.map(describeAdded('string')), ...describedIndicators]
}

const listValues = (fields: readonly Field[], referenceValues: LabelledReferenceValues, generalised: boolean): Value[][] => {
  const tables = new Set([...fields.flatMap(({ referenceTable }) => referenceTable ?? []), ...(generalised ? (['geotree'] as const) : [])])
  return [...tables].flatMap((name) => referenceValues(name).map((row) => [name, row.id, row.trans_it, row.trans_en]))
}

const dictionaryColumns = ['name', 'data_domain', 'section', 'type', 'unit', 'values', 'label_it', 'label_en', 'spss_sas_name']

/** The columns of the results, and the tests that they name as values of `analyte`. */
const listResultDictionary = ({ days }: PackedResults): Value[][] =>
  listResultColumns(days).map(({ name, type, label }) => [
    name,
    'MEDICAL_DATA',
    null,
    name === 'ANALYTE' ? 'choice' : type === 'number' ? 'float' : type,
    null,
    name === 'ANALYTE' ? 'analyte' : null,
    label.it,
    label.en,
    findScriptName(name),
  ])
const listAnalyteValues = ({ analytes }: PackedResults): Value[][] =>
  analytes.map(({ name, label }) => ['analyte', name, label.it, label.en])

/** Passes the pieces on and hashes them. */
const createHashed = () => {
  const hash = createHash('sha256')
  async function* pass(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      hash.update(piece)
      yield piece
    }
  }
  return { pass, digest: () => hash.digest('hex') }
}

/**
 * Packs the data with their dictionary, scripts for R, SPSS, Stata and SAS, and the manifest (REQ-EXP-08). The manifest comes last, when
 * the data are complete. The data are streamed, and after them the dated results.
 */
export const buildPackage = (
  data: AsyncIterable<Buffer>,
  open: (copy: string) => AsyncIterable<Buffer>,
  content: PackageContent,
): AsyncIterable<Buffer> => {
  const { fields, language, referenceValues, generalised, added, indicators, rows, results, manifest } = content
  const variables = buildVariables(fields, content)
  const [hashedData, hashedResults] = [createHashed(), createHashed()]
  const comment = comments[language]
  const entries: ZipEntry[] = [
    { name: 'data.csv', open: () => hashedData.pass(data) },
    ...(results
      ? [
          {
            name: 'observations.csv',
            open: () => hashedResults.pass(formatFile(open(results.copy), 'csv', results.columns, 'comma', results.counts.results)),
          },
          table('observations_dictionary.csv', dictionaryColumns, listResultDictionary(results)),
        ]
      : []),
    table('dictionary.csv', dictionaryColumns, listDictionary(fields, added, indicators)),
    table(
      'values.csv',
      ['values', 'code', 'label_it', 'label_en'],
      [...listValues(fields, referenceValues, generalised), ...(results ? listAnalyteValues(results) : [])],
    ),
    text('read.R', () => buildRScript(variables, comment)),
    text('read.sps', () => buildSpssScript(variables, comment)),
    text('read.do', () => buildStataScript(variables, comment)),
    text('read.sas', () => buildSasScript(variables, comment)),
    text('manifest.json', () => {
      const sha256 = { 'data.csv': hashedData.digest(), ...(results && { 'observations.csv': hashedResults.digest() }) }
      return `${JSON.stringify({ ...manifest, sha256 }, null, 2)}\n`
    }),
  ]
  const bytes = Math.max(rows * fields.length * cellBytes, (results?.counts.results ?? 0) * resultBytes)
  return packZip(entries, { large: bytes >= largeBytes })
}
