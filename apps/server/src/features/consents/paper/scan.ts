import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import type { NewPaperConsent } from '@registry/api-contract/paper-consents'
import { findScanType, maxScanBase64, maxScanBytes, type ScanType } from '@registry/domain/consent/paper-scan'
import { validationError } from '@registry/domain/error'
import type { ErrorCode } from '@registry/domain/error-messages'

/** Binds an encrypted scan to its row. */
export const formatScanContext = (id: string): string => `paper consent ${id}`

/** Names of automatic actions, and of content that bytes alone do not show. A script needs one of these names (ISO 32000, 12.6.4). */
const active = /\/(JavaScript|Rendition|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|Encrypt)(?![A-Za-z0-9])/
/** Parameters that hide object streams from a reader that only inflates. A predictor puts bytes between those of a name. */
const hidden = /\/(ASCIIHexDecode|ASCII85Decode|LZWDecode|RunLengthDecode|AHx|A85|LZW|RL|Crypt)(?![A-Za-z0-9])/
const maxInflatedBytes = 64 * 1024 * 1024

/** A name may contain any character as `#` and two digits. */
const decodeNames = (text: string): string =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** Whether bytes start like a stream of zlib, with a window of any size (RFC 1950, 2.2). */
const startsLikeZlib = ([method = 0, flags = 0]: Uint8Array): boolean => (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0

/** Inflates every stream of a file, because a dictionary can pretend to be that of an image. */
const inflateStreams = (bytes: Buffer, text: string): readonly Buffer[] =>
  [...text.matchAll(/stream[\t ]*(?:\r\n|\n|\r)/g)].flatMap(({ 0: keyword, index }) => {
    const content = bytes.subarray(index + keyword.length)
    if (!startsLikeZlib(content)) return []
    const dictionary = decodeNames(text.slice(Math.max(text.lastIndexOf('endobj', index), index - 4096, 0), index))
    if (dictionary.includes('/ObjStm') && dictionary.includes('/Predictor')) throw new Error('an object stream with a predictor')
    return [inflateSync(content, { maxOutputLength: maxInflatedBytes })]
  })

/** Whether a PDF has scripts, attachments or a password, or hides them so that this cannot be told (THREAT-70). */
export const hasActiveContent = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1')
  const plain = decodeNames(text)
  if (active.test(plain)) return true
  // Other streams hold no objects, so that all names are in the file itself.
  if (!plain.includes('/ObjStm')) return false
  if (hidden.test(plain)) return true
  try {
    // No program compresses a form twice, so this hides something.
    return inflateStreams(bytes, text).some((inflated) => startsLikeZlib(inflated) || active.test(decodeNames(inflated.toString('latin1'))))
  } catch {
    // A stream that cannot be read, or is larger than the limit, could hold anything.
    return true
  }
}

export type ReadScan = { readonly bytes: Buffer; readonly name: string; readonly type: ScanType; readonly sha256: string }

const reject = (code: ErrorCode): Error => validationError({ scan: { code } })

/** Reads and checks the scan of a call. @throws AppError validation_failed with the error of the field `scan` */
export const readScan = ({ name, content }: NewPaperConsent['scan']): ReadScan => {
  if (content.length > maxScanBase64) throw reject('scan_too_large')
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > maxScanBytes) throw reject('scan_too_large')
  const type = findScanType(bytes)
  if (!type) throw reject('scan_wrong_type')
  if (type === 'application/pdf' && hasActiveContent(bytes)) throw reject('scan_has_scripts')
  return { bytes, name, type, sha256: createHash('sha256').update(bytes).digest('hex') }
}
