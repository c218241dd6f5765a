import type { ErrorDetail } from '../error.ts'

/** What became of a text that was read: its canonical text with a possible warning (D14), or why it is refused. `null` is no value. */
export type Reading =
  | { readonly text: string | null; readonly warning: ErrorDetail | undefined; readonly error: undefined }
  | { readonly text: undefined; readonly warning: undefined; readonly error: ErrorDetail }

export const read = (text: string | null, warning?: ErrorDetail): Reading => ({ text, warning, error: undefined })
export const readingError = (code: ErrorDetail['code'], params?: ErrorDetail['params']): Reading => ({
  text: undefined,
  warning: undefined,
  error: params ? { code, params } : { code },
})
