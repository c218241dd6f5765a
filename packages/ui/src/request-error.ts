/** A failed call: the server's code, its message, and the messages of fields (REQ-API-02). */
export type RequestError = {
  readonly code: string | undefined
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const getProperty = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

const toTexts = (value: unknown): Record<string, string> =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    : {}

/** JSON text; the string form of a value that has no JSON. */
const toJson = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}

const getFallbackMessage = (error: unknown): string => {
  const status = getProperty(getProperty(getProperty(error, 'meta'), 'response'), 'status')
  if (typeof status === 'number' && status !== 200 && getProperty(error, 'data') === undefined) return `status ${status}`
  if (error instanceof Error && error.message !== '') return error.message
  return typeof error === 'string' ? error : toJson(error)
}

/** The message of the server; a value that is no text becomes JSON. */
const toMessage = (message: unknown, error: unknown): string => {
  if (message === undefined || message === null) return getFallbackMessage(error)
  return typeof message === 'string' ? message : toJson(message)
}

/**
 * Reads any failure: the server's message; `status {code}` for an answer of a proxy (REQ-API-03); the message of an
 * exception; JSON of any other value.
 */
export const toRequestError = (error: unknown): RequestError => {
  const detail = getProperty(getProperty(error, 'data'), 'detail')
  const code = getProperty(detail, 'code')
  const message = getProperty(detail, 'message')
  return {
    code: typeof code === 'string' ? code : undefined,
    message: toMessage(message, error),
    fields: toTexts(getProperty(detail, 'fields')),
  }
}

/** True when a procedure or a legacy path refused a call without a session (REQ-API-04). */
export const isSessionLost = ({ code, message }: RequestError): boolean =>
  code === 'session_required' || code === 'APIsession_required' || message === 'session required' || message.includes('APIsession_required')
