import { createHash } from 'node:crypto'
import type { DocumentParagraph } from './schema/consents.ts'

/** Gives keys a fixed order, because jsonb does not keep it. */
const orderKeys = (paragraph: DocumentParagraph) =>
  paragraph.type === 'radio'
    ? { type: paragraph.type, text: paragraph.text, options: paragraph.options, field: paragraph.field }
    : { type: paragraph.type, text: paragraph.text }

/** Formats a document in one language for the hash. Equal content gives equal bytes. */
export const formatParagraphs = (paragraphs: readonly DocumentParagraph[]): string => JSON.stringify(paragraphs.map(orderKeys))

/** Returns the SHA-256 of a shown document, in hexadecimal (REQ-CON-04). */
export const hashParagraphs = (paragraphs: readonly DocumentParagraph[]): string =>
  createHash('sha256').update(formatParagraphs(paragraphs)).digest('hex')
