import { buffer } from 'node:stream/consumers'
import { fromBuffer } from 'yauzl'

/** Returns the files of an archive by name, in their order. */
export const unzip = async (bytes: Buffer): Promise<Record<string, Buffer>> => {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, Buffer>>()
  const files: Record<string, Buffer> = {}
  fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
    if (error) return reject(error)
    zip.on('end', () => resolve(files))
    zip.on('entry', (entry) =>
      zip.openReadStream(entry, (failure, stream) => {
        if (failure) return reject(failure)
        void buffer(stream).then((content) => {
          files[entry.fileName] = content
          zip.readEntry()
        }, reject)
      }),
    )
    zip.readEntry()
  })
  return promise
}
