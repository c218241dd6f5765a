import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import type { NewPaperConsent } from '@registry/api-contract/paper-consents'
import { findScanType, maxScanBase64, maxScanBytes, type ScanType } from '@registry/domain/consent/paper-scan'
import { validationError } from '@registry/domain/error'
import type { ErrorCode } from '@registry/domain/error-messages'

/** Binds an encrypted scan to its row. */
export const formatScanContext = (id: string): string => `paper consent ${id}`

/** What a PDF does by itself, and what no reader of its bytes can check. A script needs one of these names (ISO 32000, 12.6.4). */
const active = /\/(JavaScript|Rendition|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|Encrypt)(?![A-Za-z0-9])/
const unusualFilter = /\/(ASCIIHexDecode|ASCII85Decode|LZWDecode|AHx|A85|LZW|Crypt)(?![A-Za-z0-9])/
const maxInflatedBytes = 16 * 1024 * 1024

/** A name may contain any character as `#` and two digits. */
const decodeNames = (text: string): string =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** Inflates the streams that can hold objects. Images hold none, and are the largest. */
const inflateStreams = (bytes: Buffer, text: string): readonly string[] =>
  [...text.matchAll(/stream\r?\n/g)].flatMap(({ 0: keyword, index }) => {
    const dictionary = decodeNames(text.slice(Math.max(0, index - 512), index))
    if (dictionary.includes('/Image') && !dictionary.includes('/ObjStm')) return []
    const content = bytes.subarray(index + keyword.length)
    // The first byte of every stream that is compressed by zlib with its usual window.
    if (content[0] !== 0x78) return []
    return [inflateSync(content, { maxOutputLength: maxInflatedBytes }).toString('latin1')]
  })

/** Whether a PDF has scripts, attachments or a password, or hides them so that this cannot be told (THREAT-70). */
export const hasActiveContent = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1')
  const plain = decodeNames(text)
  if (active.test(plain) || (plain.includes('/ObjStm') && unusualFilter.test(plain))) return true
  try {
    return inflateStreams(bytes, text).some((inflated) => active.test(decodeNames(inflated)))
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
