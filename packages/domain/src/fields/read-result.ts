import type { ErrorDetail } from '../error.ts'

/** The canonical text with a possible warning, or the error. `null` is no value. */
export type ReadResult =
  | { readonly text: string | null; readonly warning: ErrorDetail | undefined; readonly error: undefined }
  | { readonly text: undefined; readonly warning: undefined; readonly error: ErrorDetail }

export const readResult = (text: string | null, warning?: ErrorDetail): ReadResult => ({ text, warning, error: undefined })
export const readError = (code: ErrorDetail['code'], params?: ErrorDetail['params']): ReadResult => ({
  text: undefined,
  warning: undefined,
  error: params ? { code, params } : { code },
})
