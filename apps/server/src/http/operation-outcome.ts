import { z } from 'zod'
import type { ErrorDetail } from '@registry/domain/error'
import type { ErrorCode } from '@registry/domain/error-messages'
import { toAppError } from '../shared/errors/to-app-error.ts'
import { buildRetryHeader, getStatus } from './errors.ts'

export const fhirAddress = '/api/fhir'

/** Addresses below it are those that programs of FHIR try, such as `/api/fhir/Observation`. */
export const isFhirAddress = (url: string): boolean => {
  const [path = ''] = url.split('?', 1)
  return path === fhirAddress || path.startsWith(`${fhirAddress}/`)
}

export const fhirMediaType = 'application/fhir+json; charset=utf-8'

/** The issue types of FHIR R4 (value set issue-type) that the registry uses. */
const issueTypes = [
  'business-rule',
  'code-invalid',
  'conflict',
  'exception',
  'forbidden',
  'incomplete',
  'informational',
  'invalid',
  'login',
  'not-found',
  'not-supported',
  'required',
  'structure',
  'throttled',
  'too-long',
  'transient',
] as const
type IssueType = (typeof issueTypes)[number]

const Issue = z.object({
  severity: z.enum(['error', 'warning', 'information']),
  code: z.enum(issueTypes),
  details: z.object({ coding: z.tuple([z.object({ system: z.string(), code: z.string() })]), text: z.string() }),
  /** The place in the Bundle, as FHIRPath. */
  expression: z.tuple([z.string()]).optional(),
})
export type Issue = z.infer<typeof Issue>

export const OperationOutcome = z.object({ resourceType: z.literal('OperationOutcome'), issue: Issue.array() })
export type OperationOutcome = z.infer<typeof OperationOutcome>

/** The statuses that differ from those of other paths. Every other error of the content is a 422. */
const statuses: Partial<Record<ErrorCode, number>> = {
  centre_refused: 401,
  centre_ambiguous: 400,
  centre_suspended: 403,
  permission_denied: 403,
  session_changed: 403,
  upload_incomplete: 400,
  upload_too_slow: 408,
  fhir_type_wrong: 415,
  file_rows_too_many: 413,
  file_row_too_long: 413,
  import_took_too_long: 503,
}

export const getFhirStatus = (code: ErrorCode): number => {
  const status = statuses[code] ?? getStatus(code)
  return status === 200 ? 422 : status
}

const typesByStatus: Readonly<Record<number, IssueType>> = {
  400: 'incomplete',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  408: 'transient',
  413: 'too-long',
  415: 'not-supported',
  429: 'throttled',
  500: 'exception',
  503: 'transient',
  507: 'transient',
}

const typesByCode: Partial<Record<ErrorCode, IssueType>> = {
  value_required: 'required',
  fhir_identifier_required: 'required',
  fhir_code_unknown: 'code-invalid',
  observation_unit_unknown: 'code-invalid',
  fhir_bundle_expected: 'structure',
  json_syntax: 'structure',
  json_duplicate_key: 'structure',
  import_patient_unknown: 'not-found',
  consent_medical_missing: 'business-rule',
  consent_withdrawn: 'business-rule',
  observation_before_birth: 'business-rule',
  observation_after_death: 'business-rule',
  observation_sample_differs: 'conflict',
}

export const findIssueType = (code: ErrorCode): IssueType => typesByCode[code] ?? typesByStatus[getFhirStatus(code)] ?? 'invalid'

export type FhirResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const buildFhirResponse = (status: number, resource: object, headers: FhirResponse['headers'] = {}): FhirResponse => ({
  status,
  headers: { ...headers, 'content-type': fhirMediaType },
  body: JSON.stringify(resource),
})

/** The codes of errors are those of all paths, which this page lists. */
export const buildErrorSystem = (origin: string): string => `${origin}/api/docs`

/** Builds the answer of the FHIR path to an error (REQ-OBS-10). */
export const buildErrorOutcome = (
  error: unknown,
  requestId: string,
  origin: string,
  formatError: (detail: ErrorDetail) => string,
): FhirResponse => {
  const detail = toAppError(error)?.detail ?? { code: 'unexpected' as const, params: { requestId } }
  const row = detail.params?.['row']
  const issue: Issue = {
    severity: 'error',
    code: findIssueType(detail.code),
    details: { coding: [{ system: buildErrorSystem(origin), code: detail.code }], text: formatError(detail) },
    ...(typeof row === 'number' && { expression: [`Bundle.entry[${row - 1}]`] }),
  }
  const status = getFhirStatus(detail.code)
  const challenge = status === 401 && { 'www-authenticate': 'Basic realm="registry", charset="UTF-8"' }
  const outcome: OperationOutcome = { resourceType: 'OperationOutcome', issue: [issue] }
  return buildFhirResponse(status, outcome, { ...buildRetryHeader(detail), ...challenge })
}
