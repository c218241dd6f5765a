import { isRecord, toTexts } from './request-error.ts'

/** A JSON error instead of a file, in the shape of the errors of procedures, so that `toRequestError` reads it. */
class FileRefused extends Error {
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

/** Reads the error of a JSON answer that came instead of a file; without one it uses the fallback message. */
export const readFileError = async (response: Response, fallback: string): Promise<FileRefused> => {
  const answer: unknown = await response.json().catch(() => undefined)
  const code = getText(answer, 'code') ?? 'unexpected'
  const fields = toTexts(isRecord(answer) ? answer['fields'] : undefined)
  return new FileRefused(code === 'APIsession_required' ? 'session_required' : code, getText(answer, 'error') ?? fallback, fields)
}

/** A file has an attachment header. Without this check JSON rows would look like an error. */
export const isFile = (response: Response): boolean => response.headers.get('content-disposition')?.startsWith('attachment') === true
