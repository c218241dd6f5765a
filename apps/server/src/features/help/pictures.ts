import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { pictureKinds, type Size } from './picture-sizes.ts'

/** A picture of the manual, in memory: a request is looked up by name and never becomes a path (THREAT-31). */
export type Picture = Size & {
  readonly type: string
  readonly bytes: Buffer
  readonly address: string
}

/** Reads all pictures of the manual. @throws Error for a file that is none */
export const readPictures = async (directory: URL): Promise<ReadonlyMap<string, Picture>> => {
  const names = await readdir(directory)
  const pictures = names.map(async (name) => {
    const kind = pictureKinds[extname(name)]
    if (!kind) throw new Error(`docs/manual/images/${name} is no picture of a kind that the manual shows`)
    const bytes = await readFile(new URL(name, directory))
    const { width, height } = kind.size(bytes)
    if (!(width > 0 && height > 0)) throw new Error(`docs/manual/images/${name} does not say its size`)
    return [name, { type: kind.type, bytes, address: `/api/help/images/${name}`, width, height }] as const
  })
  return new Map(await Promise.all(pictures))
}
