import type { ErrorCode } from '../error-messages.ts'
import { isWholePdf, maxStudyPdfBytes } from './pdf.ts'

/** Returns why a file cannot be the document of a decision: another type, cut off, or too large. */
export const findEthicsDocumentError = (bytes: Uint8Array): ErrorCode | undefined => {
  if (bytes.length > maxStudyPdfBytes) return 'study_document_too_large'
  return isWholePdf(bytes) ? undefined : 'study_document_not_pdf'
}
