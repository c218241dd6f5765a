import { TRPCError } from '@trpc/server'
import { DrizzleQueryError } from 'drizzle-orm'
import { AppError, type ErrorDetail } from '@registry/domain/error'
import type { ErrorCode } from '@registry/domain/error-messages'

/** Faults that are no answer of the application, and the status that says so (D2). Every other fault is answered with 200. */
const statuses: Partial<Record<ErrorCode, number>> = {
  boundary_wrong: 400,
  path_unknown: 404,
  method_wrong: 405,
  body_too_large: 413,
  file_too_large: 413,
  body_type_wrong: 415,
  too_many_tries: 429,
  password_stopped: 429,
  busy: 429,
  not_ready: 503,
  upload_space_full: 507,
  unexpected: 500,
  batch_refused: 400,
  origin_refused: 403,
}

export const getStatus = (code: ErrorCode): number => statuses[code] ?? 200

/** What Fastify and its plugins raise before an operation is reached. */
const frameworkErrors: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'body_type_wrong',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body_unreadable',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body_unreadable',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_unreadable',
  FST_ERR_CTP_EMPTY_TYPE: 'body_type_wrong',
  FST_ERR_BAD_URL: 'path_unknown',
  FST_ERR_MAX_PARAM_LENGTH: 'path_unknown',
  FST_PARTS_LIMIT: 'body_too_large',
  FST_FILES_LIMIT: 'body_too_large',
  FST_FIELDS_LIMIT: 'body_too_large',
  FST_PROTO_VIOLATION: 'body_unreadable',
  FST_INVALID_JSON_FIELD_ERROR: 'body_unreadable',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'body_type_wrong',
  FST_MP_PREMATURE_CLOSE: 'upload_incomplete',
}

/** What the driver and Postgres say while the database cannot be reached or is going down. */
const unreachable: ReadonlySet<string> = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
])

/** What Postgres cannot keep, whatever column it was meant for: a NUL in a text, a half of a character, a number beyond its type. */
const unstorable: ReadonlySet<string> = new Set(['22021', '22P05', '22003'])

/** Somebody else holds a record for longer than `lock_timeout` (FAULT-06). */
const lockNotAvailable = '55P03'

/** The parser of forms gives its own errors no code. */
const prematureEnd = /unexpected end of multipart data/i
const malformedForm = /^Malformed part header/
const missingBoundary = /^Multipart: Boundary not found/

const getErrorCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** The refusal that an error stands for; undefined for what nobody foresaw. */
export const toAppError = (error: unknown): AppError | undefined => {
  if (error instanceof AppError) return error
  // Drizzle wraps what the driver says.
  if (error instanceof TRPCError || error instanceof DrizzleQueryError) return toAppError(error.cause)
  const framework = frameworkErrors[getErrorCode(error)]
  if (framework) return new AppError(framework)
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400) return new AppError('body_unreadable')
  if (error instanceof Error && prematureEnd.test(error.message)) return new AppError('upload_incomplete')
  if (error instanceof Error && malformedForm.test(error.message)) return new AppError('body_unreadable')
  if (error instanceof Error && missingBoundary.test(error.message)) return new AppError('boundary_wrong')
  if (getErrorCode(error) === lockNotAvailable) return new AppError('busy', { seconds: 5 })
  if (unstorable.has(getErrorCode(error))) return new AppError('validation_failed')
  if (error instanceof Error && 'constraint_name' in error && error.constraint_name === 'sign_in_contact_in_use')
    return new AppError('contact_in_use')
  return unreachable.has(getErrorCode(error)) ? new AppError('not_ready') : undefined
}

/** A failure as the legacy paths tell it (D2). */
export type ErrorResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: {
    readonly success: false
    readonly error: string
    readonly code: string
    readonly fields?: Readonly<Record<string, string>>
    readonly requestId?: string
  }
}

/** The old clients look for this marker to send the user to /logout (spec 1, section 8; D2). */
export const formatCode = (code: ErrorCode): string => (code === 'session_required' ? 'APIsession_required' : code)

export const buildErrorResponse = (error: unknown, requestId: string, formatError: (detail: ErrorDetail) => string): ErrorResponse => {
  const refusal = toAppError(error)
  const detail: ErrorDetail = refusal?.detail ?? { code: 'unexpected', params: { requestId } }
  const fields = Object.entries(refusal?.fields ?? {}).map(([name, at]) => [name, formatError(at)] as const)
  // Old programs show `error` alone: it says what is wrong, not that something is.
  const sentences = detail.code === 'validation_failed' ? [...new Set(fields.map(([, sentence]) => sentence))] : []
  return {
    status: getStatus(detail.code),
    headers: buildRetryHeader(detail),
    body: {
      success: false,
      error: sentences.join('\n') || formatError(detail),
      code: formatCode(detail.code),
      ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
      ...(!refusal && { requestId }),
    },
  }
}

/** A caller who must wait is told how long (D6). */
export const buildRetryHeader = ({ params }: ErrorDetail): Readonly<Record<string, string>> =>
  params?.['seconds'] === undefined ? {} : { 'retry-after': String(params['seconds']) }
