import type { ErrorDetail } from '../error.ts'

/** What became of a text that was read: its canonical text with a possible warning (D14), or why it is refused. `null` is no value. */
export type ReadResult =
  | { readonly text: string | null; readonly warning: ErrorDetail | undefined; readonly error: undefined }
  | { readonly text: undefined; readonly warning: undefined; readonly error: ErrorDetail }

export const readResult = (text: string | null, warning?: ErrorDetail): ReadResult => ({ text, warning, error: undefined })
export const readError = (code: ErrorDetail['code'], params?: ErrorDetail['params']): ReadResult => ({
  text: undefined,
  warning: undefined,
  error: params ? { code, params } : { code },
})
