import type { Fault } from '../fault.ts'

/** What became of a text that was read: its canonical text with a possible warning (D14), or why it is refused. `null` is no value. */
export type Reading =
  | { readonly text: string | null; readonly warning: Fault | undefined; readonly fault: undefined }
  | { readonly text: undefined; readonly warning: undefined; readonly fault: Fault }

export const read = (text: string | null, warning?: Fault): Reading => ({ text, warning, fault: undefined })
export const refused = (code: Fault['code'], params?: Fault['params']): Reading => ({
  text: undefined,
  warning: undefined,
  fault: params ? { code, params } : { code },
})
