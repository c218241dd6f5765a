import type { ErrorDetail } from '@registry/domain/error'
import type { ErrorCode } from '@registry/domain/error-messages'
import { toAppError } from '../shared/errors/to-app-error.ts'

/** The statuses of errors outside the application (REQ-API-03). Every other error has status 200. */
const statuses: Partial<Record<ErrorCode, number>> = {
  boundary_wrong: 400,
  boundary_unmatched: 400,
  upload_two_files: 400,
  path_unknown: 404,
  method_wrong: 405,
  body_too_large: 413,
  file_too_large: 413,
  body_type_wrong: 415,
  body_compressed: 415,
  too_many_attempts: 429,
  password_stopped: 429,
  busy: 429,
  exports_under_way: 429,
  not_ready: 503,
  restored: 503,
  upload_space_full: 507,
  unexpected: 500,
  batch_refused: 400,
  batch_too_large: 400,
  origin_refused: 403,
}

export const getStatus = (code: ErrorCode): number => statuses[code] ?? 200

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

/** Old clients send the user to /logout when they find this code (REQ-API-04). */
export const formatCode = (code: ErrorCode): string => (code === 'session_required' ? 'APIsession_required' : code)

export const buildErrorResponse = (error: unknown, requestId: string, formatError: (detail: ErrorDetail) => string): ErrorResponse => {
  const appError = toAppError(error)
  const detail: ErrorDetail = appError?.detail ?? { code: 'unexpected', params: { requestId } }
  const fields = Object.entries(appError?.fields ?? {}).map(([name, fieldError]) => [name, formatError(fieldError)] as const)
  // Old programs show `error` only, so it contains the messages of the fields.
  const sentences = fields.map(([name, sentence]) => (appError?.namesFields ? `${name}: ${sentence}` : sentence))
  return {
    status: getStatus(detail.code),
    headers: buildRetryHeader(detail),
    body: {
      success: false,
      error: (detail.code === 'validation_failed' && [...new Set(sentences)].join('\n')) || formatError(detail),
      code: formatCode(detail.code),
      ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
      ...(!appError && { requestId }),
    },
  }
}

/** A standby takes over within a few seconds. */
const notReadySeconds = 5

export const buildRetryHeader = ({ code, params }: ErrorDetail): Readonly<Record<string, string>> => {
  const seconds = code === 'not_ready' ? notReadySeconds : params?.['seconds']
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}
