import type { Readable } from 'node:stream'
import * as yauzl from 'yauzl'
import { TableError } from '../../table-error.ts'
import type { TableLimits } from '../../limits.ts'

const zipOptions: yauzl.Options = { autoClose: false, lazyEntries: true, strictFileNames: false, validateEntrySizes: true }

/**
 * Reads the parts of an untrusted ZIP (THREAT-24). Before unpacking it checks the directory: number of parts, names, encryption, total
 * size, overlapping parts. While unpacking it counts the bytes, and rejects a part longer than declared. It never writes to disk.
 */
export class ZipParts {
  readonly #file: yauzl.ZipFile
  readonly #entries: ReadonlyMap<string, yauzl.Entry>
  readonly #maxUnpacked: number
  #unpacked = 0
  #shared = 0

  private constructor(file: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>, maxUnpacked: number) {
    this.#file = file
    this.#entries = entries
    this.#maxUnpacked = maxUnpacked
  }

  /** Opens the archive at a path, or in memory. */
  static async open(source: string | Buffer, limits: TableLimits): Promise<ZipParts> {
    const file = await convertZipError(
      typeof source === 'string' ? yauzl.openPromise(source, zipOptions) : yauzl.fromBufferPromise(source, zipOptions),
    )
    try {
      const maxUnpacked = Math.min(limits.unpackedBytes, limits.unpackRatio * file.fileSize)
      return new ZipParts(file, await readDirectory(file, maxUnpacked, limits), maxUnpacked)
    } catch (error) {
      file.close()
      throw error
    }
  }

  has(name: string): boolean {
    return this.#entries.has(partKey(name))
  }

  /** Yields the unpacked bytes of a part. */
  async *bytes(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(partKey(name))
    if (!entry) throw new TableError('xlsx_damaged')
    const stream: Readable = await convertZipError(this.#file.openReadStreamPromise(entry))
    const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await convertZipError(chunks.next())
        if (next.done) return
        this.#unpacked += next.value.length
        if (this.#unpacked > this.#maxUnpacked) throw unpacksTooLarge(this.#maxUnpacked)
        yield next.value
      }
    } finally {
      stream.destroy()
    }
  }

  /** Counts the characters that cells get from shared strings, up to the limit of the unpacked bytes. */
  countShared(characters: number): void {
    this.#shared += characters
    if (this.#shared > this.#maxUnpacked) throw unpacksTooLarge(this.#maxUnpacked)
  }

  close(): void {
    this.#file.close()
  }
}

/** Part names ignore letter case (ECMA-376, part 2). */
const partKey = (name: string): string => name.replace(/^\//, '').toLowerCase()

const unpacksTooLarge = (bytes: number): TableError =>
  new TableError('xlsx_unpacks_too_large', { megabytes: Math.max(1, Math.floor(bytes / 1024 / 1024)) })

/** Every error of the ZIP library means that the file is damaged. */
const convertZipError = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch {
    throw new TableError('xlsx_damaged')
  }
}

const readDirectory = async (file: yauzl.ZipFile, maxUnpacked: number, limits: TableLimits): Promise<Map<string, yauzl.Entry>> => {
  if (file.entryCount > limits.zipEntries) throw new TableError('xlsx_entries_too_many', { limit: limits.zipEntries })
  const entries = new Map<string, yauzl.Entry>()
  let packed = 0
  let unpacked = 0
  const all = file.eachEntry()
  for (;;) {
    const next = await convertZipError(all.next())
    if (next.done) break
    const entry = next.value
    if (entry.isEncrypted()) throw new TableError('xlsx_encrypted')
    const key = partKey(entry.fileName)
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    if (entries.has(key) || packed > file.fileSize) throw new TableError('xlsx_damaged')
    if (unpacked > maxUnpacked) throw unpacksTooLarge(maxUnpacked)
    entries.set(key, entry)
  }
  return entries
}
