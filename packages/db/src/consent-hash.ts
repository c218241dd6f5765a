import { createHash } from 'node:crypto'
import type { DocumentPoint } from './schema/consents.ts'

/** A point with its keys in one fixed order; Postgres keeps JSON by value and forgets how it was written. */
const ordered = (point: DocumentPoint) =>
  point.type === 'radio'
    ? { type: point.type, text: point.text, options: point.options, field: point.field }
    : { type: point.type, text: point.text }

/** The text of a document in one language, as it is hashed: always the same bytes for the same points. */
export const canonicalPoints = (points: readonly DocumentPoint[]): string => JSON.stringify(points.map(ordered))

/** SHA-256, in hexadecimal, of exactly what is shown (D8). */
export const hashOfPoints = (points: readonly DocumentPoint[]): string => createHash('sha256').update(canonicalPoints(points)).digest('hex')
