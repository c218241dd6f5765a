import type { ZodError } from 'zod'
import { errorMessages, type ErrorCode } from '@registry/domain/error-messages'
import { AppError, type ErrorDetail } from '@registry/domain/error'

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorMessages, text)

/** Returns the code of a check made by `withErrorCode`. Other zod messages are technical and become a general code. */
const getErrorCode = (message: string): ErrorCode => {
  if (isErrorCode(message)) return message
  return message.endsWith('received undefined') ? 'field_required' : 'field_wrong'
}

/** Maximum length of a field name in an answer, because the request chooses the names of unknown fields. */
const maxNameLength = 200

/** Converts the issues of a schema to errors by field path, the first of each (REQ-API-02). */
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
