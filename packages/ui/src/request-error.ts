/** A failed call as a person reads it: the server's code, its sentence, and the sentences that belong to fields (D2). */
export type RequestError = {
  readonly code: string | undefined
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const part = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

const textsOf = (value: unknown): Record<string, string> =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    : {}

/** JSON text, also of what has none. */
const jsonText = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}

const fallback = (error: unknown): string => {
  const status = part(part(part(error, 'meta'), 'response'), 'status')
  if (typeof status === 'number' && status !== 200 && part(error, 'data') === undefined) return `status ${status}`
  if (error instanceof Error && error.message !== '') return error.message
  return typeof error === 'string' ? error : jsonText(error)
}

/** The server's own error, in words; one that is no text as JSON text. */
const spoken = (message: unknown, error: unknown): string => {
  if (message === undefined || message === null) return fallback(error)
  return typeof message === 'string' ? message : jsonText(message)
}

/**
 * Reads any failure as spec 1, section 8 has it shown: the server's sentence; `status {code}` where no answer of the
 * application came; the message of an exception; the JSON text of anything else.
 */
export const toRequestError = (error: unknown): RequestError => {
  const detail = part(part(error, 'data'), 'detail')
  const code = part(detail, 'code')
  const message = part(detail, 'message')
  return {
    code: typeof code === 'string' ? code : undefined,
    message: spoken(message, error),
    fields: textsOf(part(detail, 'fields')),
  }
}

/** True when a call was refused for want of a session, on whatever path (spec 1, section 8; D2). */
export const isSessionLost = ({ code, message }: RequestError): boolean =>
  code === 'session_required' || code === 'APIsession_required' || message === 'session required' || message.includes('APIsession_required')
