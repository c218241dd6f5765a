import { expect, test } from 'vitest'
import { findInformationSheetError } from './information-sheet.ts'
import { maxStudyPdfBytes } from './pdf.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

test.each([
  ['a whole PDF', encode('%PDF-1.7\n%%EOF\n'), undefined],
  ['another type', encode('<html></html>'), 'study_sheet_not_pdf'],
  ['a PDF that is cut off', encode('%PDF-1.7\n'), 'study_sheet_not_pdf'],
  ['a file over the limit', new Uint8Array(maxStudyPdfBytes + 1), 'study_sheet_too_large'],
])('REQ-STU-22: %s', (_what, bytes, error) => {
  expect(findInformationSheetError(bytes)).toBe(error)
})
