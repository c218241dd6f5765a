import { createHash } from 'node:crypto'
import type { DocumentPoint } from './schema/consents.ts'

/** Gives keys a fixed order, because jsonb does not keep it. */
const orderKeys = (point: DocumentPoint) =>
  point.type === 'radio'
    ? { type: point.type, text: point.text, options: point.options, field: point.field }
    : { type: point.type, text: point.text }

/** Formats a document in one language for the hash. Equal content gives equal bytes. */
export const formatPoints = (points: readonly DocumentPoint[]): string => JSON.stringify(points.map(orderKeys))

/** Returns the SHA-256 of a shown document, in hexadecimal (REQ-CON-04). */
export const hashPoints = (points: readonly DocumentPoint[]): string => createHash('sha256').update(formatPoints(points)).digest('hex')
