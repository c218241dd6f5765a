import { AppError } from '@registry/domain/error'

const strictDecoder = new TextDecoder('utf-8', { fatal: true })
/** What a lenient decoder leaves in the place of bytes that are no UTF-8. */
const replacement = '\uFFFD'

/** The text of a body. @throws AppError body_unreadable when its bytes are no UTF-8 */
export const decodeText = (bytes: Buffer): string => {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    throw new AppError('body_unreadable')
  }
}

/** A text that a lenient decoder made. @throws AppError body_unreadable when it had to replace something */
export const requireUtf8 = (text: string): string => {
  if (text.includes(replacement)) throw new AppError('body_unreadable')
  return text
}

const decodeField = (text: string): string => requireUtf8(decodeURIComponent(text.replaceAll('+', ' ')))

/** Adds a field; a name sent twice becomes a list, which no field of an operation accepts. */
export const addField = (fields: Map<string, unknown>, name: string, value: unknown): void => {
  fields.set(name, fields.has(name) ? [fields.get(name), value].flat() : value)
}

/** A urlencoded body that holds no text; the parser of its plugin may not throw, so it is refused where it is read. */
export const unreadableForm: Readonly<Record<string, unknown>> = Object.freeze({})

/** The fields of a urlencoded body. */
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
