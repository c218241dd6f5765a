import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'

/** A picture of the manual, in memory: what is asked for is looked up by name and never becomes a path (security.md T31). */
export type Picture = {
  readonly type: string
  readonly bytes: Buffer
  readonly address: string
  readonly width: number
  readonly height: number
}

type Size = Pick<Picture, 'width' | 'height'>

/** The size stands in a PNG's first chunk, and in an SVG's own attributes. */
const sizes: Readonly<Record<string, { readonly type: string; readonly size: (bytes: Buffer) => Size }>> = {
  '.png': { type: 'image/png', size: (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }) },
  '.svg': {
    type: 'image/svg+xml; charset=utf-8',
    size: (bytes) => {
      const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(bytes.toString()) ?? []
      return { width: Number(width), height: Number(height) }
    },
  },
}

/** Reads all pictures of the manual. @throws Error for a file that is none */
export const readPictures = async (directory: URL): Promise<ReadonlyMap<string, Picture>> => {
  const names = await readdir(directory)
  const pictures = names.map(async (name) => {
    const kind = sizes[extname(name)]
    if (!kind) throw new Error(`docs/manual/images/${name} is no picture of a kind that the manual shows`)
    const bytes = await readFile(new URL(name, directory))
    const { width, height } = kind.size(bytes)
    if (!(width > 0 && height > 0)) throw new Error(`docs/manual/images/${name} does not say its size`)
    return [name, { type: kind.type, bytes, address: `/api/help/images/${name}`, width, height }] as const
  })
  return new Map(await Promise.all(pictures))
}
