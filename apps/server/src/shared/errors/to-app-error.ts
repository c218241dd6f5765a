import { TRPCError } from '@trpc/server'
import { DrizzleQueryError } from 'drizzle-orm'
import { AppError, validationError } from '@registry/domain/error'
import type { ErrorCode } from '@registry/domain/error-messages'

/** Errors of Fastify and its plugins before an operation begins. */
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
  FST_FILES_LIMIT: 'upload_two_files',
  FST_FIELDS_LIMIT: 'body_too_large',
  FST_PROTO_VIOLATION: 'body_unreadable',
  FST_INVALID_JSON_FIELD_ERROR: 'body_unreadable',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'body_type_wrong',
  FST_MP_PREMATURE_CLOSE: 'upload_incomplete',
}

/** Codes of an unreachable, closing or read-only database, of one without memory or with a full disk, and of a transaction that it ended. */
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
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '53200',
  '25006',
  '25P03',
])

/** Values that no column can store: a NUL in a text, half of a character, a number beyond its type. */
const unstorable: ReadonlySet<string> = new Set(['22021', '22P05', '22003'])

/** Another transaction locks a row for longer than `lock_timeout`, or waits for this one, as a migration can (FAULT-06). */
const lockCodes: ReadonlySet<string> = new Set(['55P03', '40P01'])

// The parser of forms gives its errors no code.
const prematureEnd = /unexpected end of multipart data/i
const malformedForm = /^Malformed part header/
const missingBoundary = /^Multipart: Boundary not found/

/** Maps the constraints that only the database can check, because two transactions may conflict. */
const findRejection = (constraint: unknown): AppError | undefined => {
  switch (constraint) {
    case 'paper_consent_two_persons':
      return new AppError('paper_consent_own')
    case 'paper_consent_open':
      return new AppError('paper_consent_decided')
    case 'paper_consent_scan_opened':
      return new AppError('paper_consent_scan_unread')
    case 'paper_consent_of_age':
      return new AppError('paper_consent_of_age')
    case 'paper_consent_signed_by':
      return new AppError('paper_consent_signers')
    case 'consent_event_withdrawn':
      return new AppError('consent_withdrawn')
    case 'sign_in_contact_in_use':
      return new AppError('contact_in_use')
    case 'guardianship_open':
      return validationError({ email: { code: 'guardian_contact_repeated' } })
    case 'withdrawal_request_open':
      return new AppError('withdrawal_request_missing')
    case 'withdrawal_request_one_choice':
      return new AppError('withdrawal_request_other_choice')
    case 'withdrawal_request_confirmed':
      return new AppError('withdrawal_request_unconfirmed')
    case 'withdrawal_request_due':
      return new AppError('withdrawal_request_early')
    case 'consent_event_withdrawal_asked':
      return new AppError('consent_withdrawal_asked')
    case 'consent_event_assent':
      return new AppError('consent_assent_missing')
    case 'guardianship_self':
      return validationError({ email: { code: 'guardian_is_patient' } })
    case 'guardianship_minor':
      return validationError({ birthDate: { code: 'guardian_not_minor' } })
    case 'staff_role_last_administrator':
      return new AppError('user_last_administrator')
    case 'work_list_view_name':
    case 'audit_log_view_name':
      return validationError({ name: { code: 'work_list_view_name_used' } })
    case 'work_list_view_limit':
    case 'audit_log_view_limit':
      return new AppError('work_list_view_limit')
    case 'saved_filter_in_use':
      return new AppError('filter_in_use')
    // Another transaction disabled or deleted a filter, or chose it for a study (REQ-FIL-20).
    case 'clinical_study_filter_active':
    case 'saved_filter_deleted':
      return new AppError('filter_changed')
    // A patient withdrew while the export started (REQ-CON-17, REQ-STU-18).
    case 'export_patient_registered':
    case 'export_patient_participates':
    case 'export_patient_consents':
      return new AppError('busy', { seconds: 5 })
    default:
      return undefined
  }
}

const getErrorCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Converts an error to the AppError that the caller sees. Returns undefined for an unexpected error. */
export const toAppError = (error: unknown): AppError | undefined => {
  if (error instanceof AppError) return error
  // Drizzle wraps the errors of the driver.
  if (error instanceof TRPCError || error instanceof DrizzleQueryError) return toAppError(error.cause)
  const framework = frameworkErrors[getErrorCode(error)]
  if (framework) return new AppError(framework)
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400) return new AppError('body_unreadable')
  if (error instanceof Error && prematureEnd.test(error.message)) return new AppError('upload_incomplete')
  if (error instanceof Error && malformedForm.test(error.message)) return new AppError('body_unreadable')
  if (error instanceof Error && missingBoundary.test(error.message)) return new AppError('boundary_wrong')
  if (lockCodes.has(getErrorCode(error))) return new AppError('busy', { seconds: 5 })
  if (unstorable.has(getErrorCode(error))) return new AppError('validation_failed')
  const rejection = error instanceof Error && 'constraint_name' in error ? findRejection(error.constraint_name) : undefined
  if (rejection) return rejection
  return unreachable.has(getErrorCode(error)) ? new AppError('not_ready') : undefined
}
