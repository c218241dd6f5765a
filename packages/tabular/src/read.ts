import { checkStart, countedBytes, decoded, type TableSource } from './read/bytes.ts'
import { CsvReader } from './read/csv.ts'
import { JsonReader } from './read/json.ts'
import { RowSink } from './read/rows.ts'
import { readXlsx } from './read/xlsx.ts'
import { XmlReader } from './read/xml.ts'
import { TableError } from './table-error.ts'
import type { TableFormat } from './format.ts'
import { defaultLimits, type TableLimits } from './limits.ts'
import type { Batch, KnownColumn } from './table.ts'

export type ReadOptions = {
  readonly format: TableFormat
  /** The columns the file may have; another one refuses it, a missing required one too. Without this, any column is taken. */
  readonly columns?: readonly KnownColumn[]
  readonly limits?: Partial<TableLimits>
  readonly signal?: AbortSignal
}

/** A reader of one text format: it is given the text in pieces and puts rows into its sink. */
type TextReader = { write(text: string): void | Promise<void>; end(): void | Promise<void> }

const textReaders: Readonly<Record<Exclude<TableFormat, 'xlsx'>, (sink: RowSink) => TextReader>> = {
  csv: (sink) => new CsvReader(sink),
  json: (sink) => new JsonReader(sink),
  xml: (sink) => new XmlReader(sink),
}

/** How much of a file makes a batch: hundreds of rows, whatever the format. */
const batchCharacters = 64 * 1024

/**
 * Reads a table of any of the four formats in batches, by D4's rules and limits; what is in memory does not grow with the file.
 * At least one batch comes, maybe without rows, so that the columns are known. A fault of the file is a TableFault: those of the header
 * and of the file's size come before any row, the others after rows that were already given, which must not be kept then.
 * It works in the thread that calls it: a server reads through `read-apart.ts` (FAULT-23).
 */
export async function* readTable(source: TableSource, options: ReadOptions): AsyncGenerator<Batch> {
  const sink = new RowSink(options.columns, { ...defaultLimits, ...options.limits })
  const filled = options.format === 'xlsx' ? readXlsx(source, sink) : readText(source, options.format, sink)
  let given = false
  let read = 0
  for await (const characters of filled) {
    options.signal?.throwIfAborted()
    read += characters
    if (read < batchCharacters || sink.waiting === 0) continue
    read = 0
    given = true
    yield sink.take()
  }
  if (!given || sink.waiting > 0) yield sink.take()
}

/** Fills the sink; tells after each piece of the file how long it was, for the rows to be taken. */
async function* readText(source: TableSource, format: Exclude<TableFormat, 'xlsx'>, sink: RowSink): AsyncGenerator<number> {
  const reader = textReaders[format](sink)
  let blank = true
  for await (const text of decoded(checked(countedBytes(source, sink.limits), format))) {
    const known: string = blank ? text.trimStart() : text
    blank &&= known === ''
    if (known === '') continue
    await reader.write(known)
    yield known.length
  }
  if (blank) throw new TableError('file_empty')
  await reader.end()
}

async function* checked(chunks: AsyncIterable<Uint8Array>, format: TableFormat): AsyncGenerator<Uint8Array> {
  let first = true
  for await (const chunk of chunks) {
    if (first) checkStart(chunk, format)
    first = false
    yield chunk
  }
}
