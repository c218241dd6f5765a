import { getStatusMessage, getUnreachableMessage, isRecord, toTexts } from './request-error.ts'

/** A JSON error instead of a file, in the shape of the errors of procedures, so that `toRequestError` reads it. */
class FileError extends Error {
  readonly data: { readonly detail: { readonly code: string; readonly message: string; readonly fields: Readonly<Record<string, string>> } }
  constructor(code: string, message: string, fields: Readonly<Record<string, string>>) {
    super(message)
    this.data = { detail: { code, message, fields } }
  }
}

const getText = (answer: unknown, name: string): string | undefined => {
  const value: unknown = isRecord(answer) ? answer[name] : undefined
  return typeof value === 'string' ? value : undefined
}

/**
 * Reads the error of a JSON answer that came instead of a file. An answer that is not from the server is `status {code}`, as for procedures
 * (REQ-API-03). An answer without an error gets the fallback message.
 */
export const readFileError = async (response: Response, fallback: string): Promise<FileError> => {
  const { ok, status } = response
  const answer: unknown = await response.json().catch(() => undefined)
  const message = getText(answer, 'error') || undefined
  if (status >= 500 || (!ok && message === undefined)) return new FileError('status', getStatusMessage(status), {})
  const code = getText(answer, 'code') ?? 'unexpected'
  const fields = toTexts(isRecord(answer) ? answer['fields'] : undefined)
  return new FileError(code === 'APIsession_required' ? 'session_required' : code, message ?? fallback, fields)
}

/** The error of a request for a file that got no answer. No banner shows it, because no procedure was called. */
export const createUnreachableError = (): Error => new FileError('unreachable', getUnreachableMessage(), {})

/** A file has a disposition header. Without this check JSON rows would look like an error. */
export const isFile = (response: Response): boolean => response.headers.has('content-disposition')

/** The name that the server gives to a file. */
export const findFileName = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
