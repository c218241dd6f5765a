import type { Readable } from 'node:stream'
import * as yauzl from 'yauzl'
import { TableError } from '../../table-error.ts'
import type { TableLimits } from '../../limits.ts'

const zipOptions: yauzl.Options = { autoClose: false, lazyEntries: true, strictFileNames: false, validateEntrySizes: true }

/**
 * The parts of a ZIP from outside (THREAT-24). Everything that its directory declares is checked before a byte is unpacked: the number of parts,
 * names that lead out of the archive or come twice, encryption, the sum of the sizes, packed parts that overlap. What is unpacked is
 * counted too, and a part that is longer than it declares is refused while it is read. Nothing is ever written to disk.
 */
export class ZipParts {
  readonly #file: yauzl.ZipFile
  readonly #entries: ReadonlyMap<string, yauzl.Entry>
  readonly #maxUnpacked: number
  #unpacked = 0

  private constructor(file: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>, maxUnpacked: number) {
    this.#file = file
    this.#entries = entries
    this.#maxUnpacked = maxUnpacked
  }

  /** Opens the archive at a path, or in memory. */
  static async open(source: string | Buffer, limits: TableLimits): Promise<ZipParts> {
    const file = await sound(
      typeof source === 'string' ? yauzl.openPromise(source, zipOptions) : yauzl.fromBufferPromise(source, zipOptions),
    )
    try {
      const maxUnpacked = Math.min(limits.unpackedBytes, limits.unpackRatio * file.fileSize)
      return new ZipParts(file, await directory(file, maxUnpacked, limits), maxUnpacked)
    } catch (error) {
      file.close()
      throw error
    }
  }

  has(name: string): boolean {
    return this.#entries.has(partKey(name))
  }

  /** The unpacked bytes of a part. */
  async *bytes(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(partKey(name))
    if (!entry) throw new TableError('xlsx_damaged')
    const stream: Readable = await sound(this.#file.openReadStreamPromise(entry))
    const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await sound(chunks.next())
        if (next.done) return
        this.#unpacked += next.value.length
        if (this.#unpacked > this.#maxUnpacked) throw unpacksTooLarge(this.#maxUnpacked)
        yield next.value
      }
    } finally {
      stream.destroy()
    }
  }

  close(): void {
    this.#file.close()
  }
}

/** Names of parts do not tell letter case apart (ECMA-376 part 2). */
const partKey = (name: string): string => name.replace(/^\//, '').toLowerCase()

const unpacksTooLarge = (bytes: number): TableError =>
  new TableError('xlsx_unpacks_too_large', { megabytes: Math.max(1, Math.floor(bytes / 1024 / 1024)) })

/** Any fault that the ZIP library finds is one of the file. */
const sound = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch {
    throw new TableError('xlsx_damaged')
  }
}

const directory = async (file: yauzl.ZipFile, maxUnpacked: number, limits: TableLimits): Promise<Map<string, yauzl.Entry>> => {
  if (file.entryCount > limits.zipEntries) throw new TableError('xlsx_entries_too_many', { limit: limits.zipEntries })
  const entries = new Map<string, yauzl.Entry>()
  let packed = 0
  let unpacked = 0
  const all = file.eachEntry()
  for (;;) {
    const next = await sound(all.next())
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
