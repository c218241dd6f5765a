import { validationError, type AppError } from '@registry/domain/error'

/**
 * What a legacy request carries, whatever form it came in: JSON, urlencoded or multipart (D2). Names that the operation does
 * not ask for stay unread; a name sent twice is refused where it is asked for, never guessed at.
 */
export type LegacyFields = {
  has(name: string): boolean
  /** The field as text; undefined when it was not sent. Numbers and truth values of JSON bodies are taken as their text. */
  text(name: string): string | undefined
  integer(name: string): number | undefined
  /** `true`/`false`, also 1/0. */
  flag(name: string): boolean | undefined
  /** The field as JSON: as it is in a JSON body, parsed where a form sent it as text. */
  value(name: string): unknown
  names(): readonly string[]
}

const fieldError = (name: string): AppError => validationError({ [name]: { code: 'field_wrong' } })

const parseJson = (name: string, text: string): unknown => {
  try {
    // Reviving drops the keys that could reach a prototype (THREAT-07).
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch {
    throw fieldError(name)
  }
}

/** Reads a parsed body or a multipart form as fields; a body that is no object has none. */
export const parseLegacyFields = (body: unknown): LegacyFields => {
  const entries = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : []
  const fields = new Map<string, unknown>(entries)

  const text: LegacyFields['text'] = (name) => {
    const value = fields.get(name)
    if (value === undefined || value === null) return undefined
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    throw fieldError(name)
  }

  return {
    text,
    has: (name) => fields.has(name),
    names: () => [...fields.keys()],
    integer: (name) => {
      const raw = text(name)?.trim()
      if (raw === undefined || raw === '') return undefined
      const number = Number(raw)
      if (!Number.isSafeInteger(number)) throw fieldError(name)
      return number
    },
    flag: (name) => {
      const raw = text(name)?.trim().toLowerCase()
      if (raw === undefined || raw === '') return undefined
      if (raw === 'true' || raw === '1') return true
      if (raw === 'false' || raw === '0') return false
      throw fieldError(name)
    },
    value: (name) => {
      const value = fields.get(name)
      return typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJson(name, value) : value
    },
  }
}
