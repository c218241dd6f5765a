export type Size = { readonly width: number; readonly height: number }

/** Screenshots have two pixels for each CSS pixel, so text stays sharp. */
const halveSize = (pixels: Size): Size => ({ width: Math.round(pixels.width / 2), height: Math.round(pixels.height / 2) })

/** Reads the size from the first chunk of a WebP. It has one of three formats (RFC 9649, sections 2.5 to 2.7). */
const readWebpSize = (bytes: Buffer): Size => {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return { width: 0, height: 0 }
  }
}

const readSvgSize = (bytes: Buffer): Size => {
  const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(bytes.toString()) ?? []
  return { width: Number(width), height: Number(height) }
}

/** The image formats of the manual, each with its media type and the size on the page. */
export const pictureKinds: Readonly<Record<string, { readonly type: string; readonly size: (bytes: Buffer) => Size }>> = {
  '.png': { type: 'image/png', size: (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }) },
  '.svg': { type: 'image/svg+xml; charset=utf-8', size: readSvgSize },
  '.webp': { type: 'image/webp', size: (bytes) => halveSize(readWebpSize(bytes)) },
}
