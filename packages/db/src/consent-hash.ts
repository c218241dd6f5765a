import { createHash } from 'node:crypto'
import type { DocumentPoint } from './schema/consents.ts'

/** Gives the keys of a point a fixed order, because jsonb does not keep the order of keys. */
const orderKeys = (point: DocumentPoint) =>
  point.type === 'radio'
    ? { type: point.type, text: point.text, options: point.options, field: point.field }
    : { type: point.type, text: point.text }

/** Formats the text of a document in one language for the hash. The same points give the same bytes. */
export const formatPoints = (points: readonly DocumentPoint[]): string => JSON.stringify(points.map(orderKeys))

/** Returns the SHA-256 of a shown text, in hexadecimal (REQ-CON-04). */
export const hashPoints = (points: readonly DocumentPoint[]): string => createHash('sha256').update(formatPoints(points)).digest('hex')
