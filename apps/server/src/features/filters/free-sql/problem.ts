import type { ErrorDetail } from '@registry/domain/error'
import type { ErrorCode } from '@registry/domain/error-messages'

/** A part of the text, in UTF-16 units as editors count. */
export type Place = { readonly offset: number; readonly length: number }

/** An error in the text of a free condition, with its location (REQ-FIL-13). */
export class SqlProblem extends Error {
  readonly code: ErrorCode
  readonly place: Place
  readonly params: NonNullable<ErrorDetail['params']>

  constructor(code: ErrorCode, place: Place, params: NonNullable<ErrorDetail['params']> = {}) {
    super(code)
    this.name = 'SqlProblem'
    this.code = code
    this.place = place
    this.params = params
  }
}

const foundMax = 40
const invisible = /^[\s\p{C}]$/u

/** Formats the wrong part for a message: short, with invisible characters as code points. */
const formatFound = (part: string): string =>
  invisible.test(part) ? `U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}` : part.slice(0, foundMax)

/** An error with its location. Line and column count from 1. */
export type LocatedDetail = ErrorDetail & { readonly params: Place & { readonly line: number } }

export const toErrorDetail = ({ code, place, params }: SqlProblem, text: string): LocatedDetail => {
  const lines = text.slice(0, place.offset).split('\n')
  const found = formatFound(text.slice(place.offset, place.offset + place.length))
  return { code, params: { ...params, ...place, line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1, found } }
}
