import { expect, test } from 'vitest'
import { findEthicsDocumentError, findInformationSheetError, maxStudyPdfBytes } from './pdf.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

test.each<[string, Uint8Array, string | undefined]>([
  ['a PDF', encode('%PDF-1.7\n1 0 obj\n%%EOF\n'), undefined],
  ['an empty file', encode(''), 'study_document_not_pdf'],
  ['a page of HTML', encode('<html>%PDF-1.7 %%EOF</html>'), 'study_document_not_pdf'],
  ['a PDF without its end', encode('%PDF-1.7\n1 0 obj\n'), 'study_document_not_pdf'],
  ['a program', encode('MZ\u0090\u0000'), 'study_document_not_pdf'],
  ['a file over the limit', new Uint8Array(maxStudyPdfBytes + 1), 'study_document_too_large'],
])('REQ-STU-20: %s', (_name, bytes, error) => {
  expect(findEthicsDocumentError(bytes)).toBe(error)
})

test.each([
  ['a whole PDF', encode('%PDF-1.7\n%%EOF\n'), undefined],
  ['another type', encode('<html></html>'), 'study_sheet_not_pdf'],
  ['a PDF that is cut off', encode('%PDF-1.7\n'), 'study_sheet_not_pdf'],
  ['a file over the limit', new Uint8Array(maxStudyPdfBytes + 1), 'study_sheet_too_large'],
])('REQ-STU-22: %s', (_what, bytes, error) => {
  expect(findInformationSheetError(bytes)).toBe(error)
})
