import { checkStart, readBytes, decodeUtf8, type TableSource } from './bytes.ts'
import { BundleReader } from './bundle.ts'
import { CsvReader } from './csv.ts'
import { JsonReader } from './json.ts'
import { RowSink } from './rows.ts'
import { readXlsx } from './xlsx.ts'
import { XmlReader } from './xml.ts'
import { TableError } from '../table-error.ts'
import type { ReadFormat } from '../format.ts'
import { defaultLimits, type TableLimits } from '../limits.ts'
import type { Batch, KnownColumn } from '../table.ts'

export type ReadOptions = {
  readonly format: ReadFormat
  /** The accepted columns (REQ-IMP-04). Without this option every column is accepted. */
  readonly columns?: readonly KnownColumn[]
  readonly limits?: Partial<TableLimits>
  readonly signal?: AbortSignal
}

/** Parses one text format piece by piece and adds the rows to its sink. */
type TextReader = { write(text: string): void | Promise<void>; end(): void | Promise<void> }

const textReaders: Readonly<Record<Exclude<ReadFormat, 'xlsx'>, (sink: RowSink) => TextReader>> = {
  csv: (sink) => new CsvReader(sink),
  json: (sink) => new JsonReader(sink),
  xml: (sink) => new XmlReader(sink),
  fhir: (sink) => new BundleReader(sink),
}

/** Input per batch: hundreds of rows in every format. */
const batchCharacters = 64 * 1024

/**
 * Reads a table of any format in batches (REQ-IMP-02). Memory use does not grow with the file.
 * Yields at least one batch, which can be empty, so that the columns are known.
 * Errors of header and size come before the first row. Other errors come later: the caller must then discard earlier rows.
 * Runs in the calling thread; a server reads through `worker/reader-pool.ts` (FAULT-23).
 * @throws TableError if the file is rejected (REQ-IMP-08)
 */
export async function* readTable(source: TableSource, options: ReadOptions): AsyncGenerator<Batch> {
  const sink = new RowSink(options.columns, { ...defaultLimits, ...options.limits })
  const filled = options.format === 'xlsx' ? readXlsx(source, sink) : readText(source, options.format, sink)
  /** Number of ignored columns in the last batch; -1 before the first batch. */
  let named = -1
  let read = 0
  for await (const characters of filled) {
    options.signal?.throwIfAborted()
    read += characters
    if (read < batchCharacters || sink.waiting === 0) continue
    read = 0
    named = sink.columns.ignored.length
    yield sink.take()
  }
  if (sink.waiting > 0 || sink.columns.ignored.length > named) yield sink.take()
}

/** Reads the text into the sink. Yields the length of each piece, so that the caller can take the rows. */
async function* readText(source: TableSource, format: Exclude<ReadFormat, 'xlsx'>, sink: RowSink): AsyncGenerator<number> {
  const reader = textReaders[format](sink)
  let blank = true
  for await (const text of decodeUtf8(checkFirstChunk(readBytes(source, sink.limits), format))) {
    const known: string = blank ? text.trimStart() : text
    blank &&= known === ''
    if (known === '') continue
    await reader.write(known)
    yield known.length
  }
  if (blank) throw new TableError('file_empty')
  await reader.end()
}

async function* checkFirstChunk(chunks: AsyncIterable<Uint8Array>, format: ReadFormat): AsyncGenerator<Uint8Array> {
  let first = true
  for await (const chunk of chunks) {
    if (first) checkStart(chunk, format)
    first = false
    yield chunk
  }
}
