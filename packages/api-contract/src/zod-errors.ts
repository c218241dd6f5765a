import type { ZodError } from 'zod'
import { errorMessages, type ErrorCode } from '@registry/domain/error-messages'
import { AppError, type ErrorDetail } from '@registry/domain/error'

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorMessages, text)

/** A check that carries a code says it (`says`); the rest of zod's own words are technical and stay inside. */
const getErrorCode = (message: string): ErrorCode => {
  if (isErrorCode(message)) return message
  return message.endsWith('received undefined') ? 'field_required' : 'field_wrong'
}

/** Longest name of a field that is said back: an unknown one is whatever was sent. */
const maxNameLength = 200

/** What a schema found, as faults by field: the first one of each, named by its path (D2). */
export const appErrorFromZod = (error: ZodError): AppError => {
  const fields = new Map<string, ErrorDetail>()
  const add = (path: readonly PropertyKey[], code: ErrorCode): void => {
    const name = path.map(String).join('.').slice(0, maxNameLength)
    if (!fields.has(name)) fields.set(name, { code })
  }
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add([...issue.path, key], 'field_unknown')
    else if (issue.path.length > 0) add(issue.path, getErrorCode(issue.message))
  }
  return new AppError('validation_failed', undefined, Object.fromEntries(fields))
}
