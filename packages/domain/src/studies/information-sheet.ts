import type { ErrorCode } from '../error-messages.ts'
import { isWholePdf, maxStudyPdfBytes } from './pdf.ts'

/** Returns why a file cannot be the information sheet of a study: another type, cut off, or too large (REQ-STU-22). */
export const findInformationSheetError = (bytes: Uint8Array): ErrorCode | undefined => {
  if (bytes.length > maxStudyPdfBytes) return 'study_sheet_too_large'
  return isWholePdf(bytes) ? undefined : 'study_sheet_not_pdf'
}
