import type { ErrorCode } from '../error-messages.ts'

export const maxEthicsDocumentBytes = 10 * 1024 * 1024

/** A reader of PDF finds the last line within these bytes (ISO 32000, annex H). */
const trailerBytes = 1024

const startsWith = (bytes: Uint8Array, text: string): boolean => [...text].every((character, at) => bytes[at] === character.charCodeAt(0))
const decode = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** Returns why a file cannot be the document of a decision: another type, cut off, or too large. Its name proves nothing. */
export const findEthicsDocumentError = (bytes: Uint8Array): ErrorCode | undefined => {
  if (bytes.length > maxEthicsDocumentBytes) return 'study_document_too_large'
  const isPdf = startsWith(bytes, '%PDF-') && decode(bytes.subarray(-trailerBytes)).includes('%%EOF')
  return isPdf ? undefined : 'study_document_not_pdf'
}
