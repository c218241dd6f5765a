import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { pictureKinds, type Size } from './picture-sizes.ts'

/** A screenshot of the manual in memory. Requests find it by name and never become a path (THREAT-31). */
export type Picture = Size & {
  readonly type: string
  readonly bytes: Buffer
  readonly address: string
}

/**
 * Reads all screenshots of the manual.
 * @throws Error for a file of another format or without a size
 */
export const readPictures = async (directory: URL): Promise<ReadonlyMap<string, Picture>> => {
  const names = await readdir(directory)
  const pictures = names.map(async (name) => {
    const kind = pictureKinds[extname(name)]
    if (!kind) throw new Error(`docs/manual/images/${name} has no picture format of the manual`)
    const bytes = await readFile(new URL(name, directory))
    const { width, height } = kind.size(bytes)
    if (!(width > 0 && height > 0)) throw new Error(`docs/manual/images/${name} has no size`)
    return [name, { type: kind.type, bytes, address: `/api/help/images/${name}`, width, height }] as const
  })
  return new Map(await Promise.all(pictures))
}
