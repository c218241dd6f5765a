import type { ErrorCode } from '../error-messages.ts'

/** The limit of a PDF that staff add to a study. */
export const maxStudyPdfBytes = 10 * 1024 * 1024

/** A reader of PDF finds the last line within these bytes (ISO 32000, annex H). */
const trailerBytes = 1024

const startsWith = (bytes: Uint8Array, text: string): boolean => [...text].every((character, at) => bytes[at] === character.charCodeAt(0))
const decode = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** Whether a file begins and ends like a PDF. Its name proves nothing. */
export const isWholePdf = (bytes: Uint8Array): boolean =>
  startsWith(bytes, '%PDF-') && decode(bytes.subarray(-trailerBytes)).includes('%%EOF')

/** Returns why a file cannot be the document of a decision: another type, cut off, or too large. */
export const findEthicsDocumentError = (bytes: Uint8Array): ErrorCode | undefined => {
  if (bytes.length > maxStudyPdfBytes) return 'study_document_too_large'
  return isWholePdf(bytes) ? undefined : 'study_document_not_pdf'
}

/** Returns why a file cannot be the information sheet of a study: another type, cut off, or too large (REQ-STU-22). */
export const findInformationSheetError = (bytes: Uint8Array): ErrorCode | undefined => {
  if (bytes.length > maxStudyPdfBytes) return 'study_sheet_too_large'
  return isWholePdf(bytes) ? undefined : 'study_sheet_not_pdf'
}
