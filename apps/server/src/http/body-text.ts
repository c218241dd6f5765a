import type { FastifyRequest } from 'fastify'
import { AppError } from '@registry/domain/error'

const strictDecoder = new TextDecoder('utf-8', { fatal: true })
/** A lenient decoder replaces invalid UTF-8 by this character. */
const replacement = '\uFFFD'

/**
 * Decodes a body.
 * @throws AppError body_unreadable for invalid UTF-8
 */
export const decodeText = (bytes: Buffer): string => {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    throw new AppError('body_unreadable')
  }
}

/** @throws AppError body_compressed */
export const rejectCompressed = ({ headers }: Pick<FastifyRequest, 'headers'>): void => {
  if ((headers['content-encoding'] ?? 'identity').trim().toLowerCase() !== 'identity') throw new AppError('body_compressed')
}

/** Returns the text of a lenient decoder. @throws AppError body_unreadable when the decoder replaced bytes */
export const requireUtf8 = (text: string): string => {
  if (text.includes(replacement)) throw new AppError('body_unreadable')
  return text
}

const decodeField = (text: string): string => requireUtf8(decodeURIComponent(text.replaceAll('+', ' ')))

/** Adds a field. A name sent twice becomes a list, which no field of an operation accepts. */
export const addField = (fields: Map<string, unknown>, name: string, value: unknown): void => {
  fields.set(name, fields.has(name) ? [fields.get(name), value].flat() : value)
}

/** Marks a urlencoded body with invalid UTF-8. The parser of the plugin must not throw, so the reader of the fields rejects it. */
export const unreadableForm: Readonly<Record<string, unknown>> = Object.freeze({})

/** Parses the fields of a urlencoded body. Returns `unreadableForm` for invalid UTF-8. */
export const parseForm = (text: string): Readonly<Record<string, unknown>> => {
  const fields = new Map<string, unknown>()
  try {
    for (const pair of text.split('&').filter(Boolean)) {
      const [name = '', ...value] = pair.split('=')
      addField(fields, decodeField(name), decodeField(value.join('=')))
    }
  } catch {
    return unreadableForm
  }
  return Object.fromEntries(fields)
}
