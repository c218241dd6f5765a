import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { fixedDate } from './workbook-parts.ts'

/** A file of a ZIP. `open` runs when the files before it are complete. */
export type ZipEntry = { readonly name: string; readonly open: () => AsyncIterable<Uint8Array> }

type ZipOptions = {
  /** True for the 64-bit ZIP form, which a file over four gigabytes needs. It is chosen before the first byte. */
  readonly large: boolean
}

/** Packs files one after the other, as they arrive. zlib compresses in its own thread. Ending the iteration stops the open file. */
export async function* packZip(entries: readonly ZipEntry[], { large }: ZipOptions): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const packed = new PassThrough({ highWaterMark: 1024 * 1024 })
  const opened = new Set<Readable>()
  zip.on('error', (error) => packed.destroy(error))
  zip.outputStream.pipe(packed)
  for (const { name, open } of entries) {
    zip.addReadStreamLazy(name, { ...fixedDate, compressionLevel: 1, forceZip64Format: large }, (give) => {
      // The reader left between two files.
      if (packed.destroyed) return
      const stream = Readable.from(open(), { objectMode: false })
      opened.add(stream)
      stream.on('error', (error) => packed.destroy(error))
      give(null, stream)
    })
  }
  zip.end()
  try {
    yield* packed
  } finally {
    for (const stream of opened) stream.destroy()
  }
}
