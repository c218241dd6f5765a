import { isWholePdf } from '../studies/pdf.ts'

/** The limit of the scan of a signed form, and of its Base64 in a call. */
export const maxScanBytes = 10 * 1024 * 1024
export const maxScanBase64 = Math.ceil(maxScanBytes / 3) * 4

export const scanTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type ScanType = (typeof scanTypes)[number]

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean => start.every((byte, at) => bytes[at] === byte)

/** The type of a scan by its bytes, because its name proves nothing. */
export const findScanType = (bytes: Uint8Array): ScanType | undefined => {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  return isWholePdf(bytes) ? 'application/pdf' : undefined
}
