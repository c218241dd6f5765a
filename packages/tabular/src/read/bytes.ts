import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { TableError } from '../table-error.ts'
import type { TableFormat } from '../format.ts'
import type { TableLimits } from '../limits.ts'

/** A file by its path, or its bytes. */
export type TableSource = string | Readable

const chunkBytes = 64 * 1024
const headBytes = 512

/** The bytes of a source, counted, the first piece long enough to tell what the file is. */
export async function* countedBytes(source: TableSource, limits: TableLimits): AsyncGenerator<Uint8Array> {
  if (typeof source === 'string') refuseTooLarge((await stat(source)).size, limits)
  const stream: AsyncIterable<Uint8Array> = typeof source === 'string' ? createReadStream(source, { highWaterMark: chunkBytes }) : source
  let head: Uint8Array = new Uint8Array()
  let isHead = true
  let counted = 0
  for await (const chunk of stream) {
    counted += chunk.length
    refuseTooLarge(counted, limits)
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

/** The whole of a small enough source. */
export const allBytes = async (source: TableSource, limits: TableLimits): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of countedBytes(source, limits)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export const refuseTooLarge = (bytes: number, limits: TableLimits): void => {
  if (bytes > limits.fileBytes) throw new TableError('file_too_large', { megabytes: Math.floor(limits.fileBytes / 1024 / 1024) })
}

/** Text in UTF-8, with or without a byte order mark; any other encoding is refused, never guessed. */
export async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
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

/** How the other formats begin, and some that people send by mistake. */
const foreignStarts = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
  [0x1f, 0x8b],
]
const utf16Starts = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]

const startsWith = (head: Uint8Array, start: readonly number[]): boolean => start.every((byte, index) => head[index] === byte)

/** What a text of each format begins with, blanks left out. */
const textStarts: Readonly<Record<Exclude<TableFormat, 'xlsx'>, RegExp>> = { csv: /^[^<{[]/, json: /^[[{]/, xml: /^</ }

/** Refuses a file whose first bytes are those of another format, before anything else is made of it. */
export const checkStart = (head: Uint8Array, format: TableFormat): void => {
  if (head.length === 0) throw new TableError('file_empty')
  if (format === 'xlsx') {
    if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0])) throw new TableError('xlsx_encrypted')
    if (!startsWith(head, [0x50, 0x4b])) throw new TableError('file_format_mismatch', { format })
    return
  }
  if (foreignStarts.some((start) => startsWith(head, start))) throw new TableError('file_format_mismatch', { format })
  if (utf16Starts.some((start) => startsWith(head, start))) throw new TableError('file_encoding')
  const start = Buffer.from(head.subarray(0, headBytes))
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  if (start !== '' && !textStarts[format].test(start)) throw new TableError('file_format_mismatch', { format })
}
