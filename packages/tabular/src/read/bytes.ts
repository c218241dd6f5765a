import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { TableError } from '../table-error.ts'
import type { ReadFormat } from '../format.ts'
import type { TableLimits } from '../limits.ts'

/** A file by its path, or its bytes. */
export type TableSource = string | Readable

const chunkBytes = 64 * 1024
const headBytes = 512

/** Yields the bytes of a source and enforces the size limit. The first chunk is long enough to recognise the file format. */
export async function* readBytes(source: TableSource, limits: TableLimits): AsyncGenerator<Uint8Array> {
  if (typeof source === 'string') rejectTooLarge((await stat(source)).size, limits)
  const stream: AsyncIterable<Uint8Array> = typeof source === 'string' ? createReadStream(source, { highWaterMark: chunkBytes }) : source
  let head: Uint8Array = new Uint8Array()
  let isHead = true
  let counted = 0
  for await (const chunk of stream) {
    counted += chunk.length
    rejectTooLarge(counted, limits)
    if (!isHead) yield chunk
    else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      if (head.length < headBytes) continue
      isHead = false
      yield head
    }
  }
  if (isHead && head.length > 0) yield head
}

/** Returns all bytes of a source within the size limit. */
export const readAllBytes = async (source: TableSource, limits: TableLimits): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of readBytes(source, limits)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export const rejectTooLarge = (bytes: number, limits: TableLimits): void => {
  if (bytes > limits.fileBytes) throw new TableError('file_too_large', { megabytes: Math.floor(limits.fileBytes / 1024 / 1024) })
}

/** Decodes UTF-8 with or without a byte order mark. Rejects any other encoding: a guess could change values. */
export async function* decodeUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of chunks) yield decode(decoder, chunk)
  const rest = decode(decoder)
  if (rest !== '') yield rest
}

const decode = (decoder: TextDecoder, chunk?: Uint8Array): string => {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw new TableError('file_encoding')
  }
}

const gzipSignature = [0x1f, 0x8b]
/** First bytes of ZIP, OLE and PDF files, which people send by mistake. */
const binarySignatures = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
]
const utf16Marks = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]

const startsWith = (head: Uint8Array, start: readonly number[]): boolean => start.every((byte, index) => head[index] === byte)

/** The first character of each text format after blanks. */
const textStarts: Readonly<Record<Exclude<ReadFormat, 'xlsx'>, RegExp>> = { csv: /^[^<{[]/, json: /^[[{]/, xml: /^</, fhir: /^\{/ }

/** Rejects a file whose first bytes belong to another format. */
export const checkStart = (head: Uint8Array, format: ReadFormat): void => {
  if (head.length === 0) throw new TableError('file_empty')
  if (startsWith(head, gzipSignature)) throw new TableError('file_compressed')
  if (format === 'xlsx') {
    if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0])) throw new TableError('xlsx_encrypted')
    if (!startsWith(head, [0x50, 0x4b])) throw new TableError('file_format_mismatch', { format })
    return
  }
  if (binarySignatures.some((start) => startsWith(head, start))) throw new TableError('file_format_mismatch', { format })
  if (utf16Marks.some((start) => startsWith(head, start))) throw new TableError('file_encoding')
  const start = Buffer.from(head.subarray(0, headBytes))
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  if (start !== '' && !textStarts[format].test(start)) throw new TableError('file_format_mismatch', { format })
}
