import { createHash, type Hash } from 'node:crypto'
import { cleanText } from '@registry/domain/text'
import type { Batch, Row } from '@registry/tabular/table'
import type { RowTransform, TransformStep } from '@registry/tabular/worker/transform'
import { ReportEntries, type FoundEntries } from '../report-entries.ts'
import { formatText } from './copy-line.ts'
import type { ReadingOptions, RowReader, StagedRows } from './options.ts'
import { formatKey, readCellText } from './row-keys.ts'
import { SeenRows } from './seen-rows.ts'
import { createTransform as createReader } from './transform.ts'

/** The column that names the centre of a row in a file of several centres. */
export const centreColumn = 'CENTER_CODE'

export type CentreReadingOptions = ReadingOptions & { readonly centres: readonly string[] }

/** The rows of one centre in the file. `digest` covers the valid ones, in their order and without their row numbers. */
export type CentrePart = { readonly centre: string; readonly rows: number; readonly digest: string; readonly found: FoundEntries }

export type CentreReadingDone = {
  readonly kind: 'done'
  readonly parts: readonly CentrePart[]
  /** The unknown columns, as the file writes them. */
  readonly ignored: readonly string[]
  /** The rows of centres that the import does not have. */
  readonly strangers: FoundEntries
}
export type CentreReadingReport = StagedRows | CentreReadingDone

type Part = { readonly seen: SeenRows; readonly hash: Hash }

/** Reads a file of several centres, each of which keeps its own keys and entries. Each line for COPY begins with the centre. */
class CentreRows implements RowTransform<CentreReadingReport> {
  readonly #reader: RowReader
  readonly #centres: ReadonlySet<string>
  readonly #parts = new Map<string, Part>()
  readonly #strangers = new ReportEntries()
  #ignored: readonly string[] = []

  constructor(reader: RowReader, centres: readonly string[]) {
    this.#reader = reader
    this.#centres = new Set(centres)
  }

  batch({ rows, columns, ignored, ...rest }: Batch): TransformStep<CentreReadingReport> {
    this.#ignored = ignored
    const at = columns.indexOf(centreColumn)
    const keyAt = columns.indexOf('CENTER_ID')
    const lines: string[] = []
    const cleared = new Set<string>()
    let staged: readonly string[] = []
    for (const [centre, ofCentre] of Map.groupBy(rows, ({ cells }) => cleanText(readCellText(cells[at])))) {
      if (!this.#centres.has(centre)) {
        for (const { number, cells } of ofCentre)
          this.#strangers.reject(number, formatKey(cells[keyAt]), centreColumn, { code: 'centre_not_found' })
        continue
      }
      const part = this.#findPart(centre, columns)
      this.#reader.seen = part.seen
      const withoutCentre = ofCentre.map((row): Row => ({ ...row, cells: row.cells.toSpliced(at, 1) }))
      const { bytes, report } = this.#reader.batch({ ...rest, columns: columns.toSpliced(at, 1), ignored: [], rows: withoutCentre })
      if (report?.kind !== 'rows') throw new Error('the reader of rows returned no report')
      staged = report.columns
      for (const column of report.cleared) cleared.add(column)
      for (const line of new TextDecoder().decode(bytes).split('\n')) {
        if (line === '') continue
        part.hash.update(line.slice(line.indexOf('\t')))
        lines.push(`${formatText(centre)}\t${line}\n`)
      }
    }
    const report = { kind: 'rows', count: lines.length, read: rows.length, columns: ['centre', ...staged], cleared: [...cleared] } as const
    return { bytes: new TextEncoder().encode(lines.join('')), report }
  }

  end(): TransformStep<CentreReadingReport> {
    const parts = [...this.#parts].map(([centre, { seen, hash }]): CentrePart => ({
      centre,
      rows: seen.rows,
      digest: hash.digest('hex'),
      found: seen.entries.toData(),
    }))
    return { report: { kind: 'done', parts, ignored: this.#ignored, strangers: this.#strangers.toData() } }
  }

  #findPart(centre: string, columns: readonly string[]): Part {
    const known = this.#parts.get(centre)
    if (known) return known
    const part = { seen: new SeenRows(), hash: createHash('sha256').update(columns.join('\t')) }
    this.#parts.set(centre, part)
    return part
  }
}

/** The reader process calls it once for each file. */
export const createTransform = async ({ centres, ...options }: CentreReadingOptions): Promise<RowTransform<CentreReadingReport>> =>
  new CentreRows(await createReader(options), centres)
