import { z } from 'zod'
import { errorMessages, type ErrorCode } from '@registry/domain/error-messages'
import { apiPageMessages } from '@registry/domain/legacy/page-messages'
import { FhirEntry } from '@registry/domain/observations/fhir'
import { fhirMediaType, getFhirStatus, OperationOutcome } from '../../operation-outcome.ts'
import { formatWithoutValues } from './placeholders.ts'
import { buildRetryHeaders, type FormatText } from './responses.ts'
import { toJsonSchema } from './schemas.ts'

const Bundle = z.object({ resourceType: z.literal('Bundle'), type: z.literal('transaction'), entry: FhirEntry.array().optional() })
const Answer = z.object({
  resourceType: z.literal('Bundle'),
  type: z.literal('transaction-response'),
  entry: z
    .object({ response: z.object({ status: z.enum(['200 OK', '201 Created']), outcome: OperationOutcome.optional() }) })
    .array()
    .optional(),
})

/** The path of FHIR has schemas, credentials and statuses of its own, so it is no legacy route (REQ-OBS-10). */
export const fhirPath = '/fhir'

export const fhirSchemas = {
  'fhir.request': toJsonSchema(Bundle, 'input'),
  'fhir.answer': toJsonSchema(Answer, 'output'),
  'fhir.failure': toJsonSchema(OperationOutcome, 'output'),
}

/** The errors of a Bundle and of its entries, in the order of their statuses. */
export const fhirErrors: readonly ErrorCode[] = [
  'centre_ambiguous',
  'upload_incomplete',
  'centre_refused',
  'centre_suspended',
  'origin_refused',
  'path_unknown',
  'method_wrong',
  'upload_too_slow',
  'file_too_large',
  'file_rows_too_many',
  'file_row_too_long',
  'fhir_type_wrong',
  'body_compressed',
  'file_empty',
  'file_encoding',
  'file_compressed',
  'file_format_mismatch',
  'file_nul',
  'fhir_bundle_expected',
  'json_syntax',
  'json_duplicate_key',
  'import_stopped',
  'fhir_method_unknown',
  'fhir_resource_unknown',
  'fhir_status_unknown',
  'fhir_modifier_unknown',
  'fhir_element_wrong',
  'fhir_condition_wrong',
  'fhir_identifier_required',
  'fhir_code_unknown',
  'fhir_day_wrong',
  'import_patient_unknown',
  'consent_medical_missing',
  'consent_withdrawn',
  'observation_unit_unknown',
  'observation_comparator_wrong',
  'observation_before_birth',
  'observation_after_death',
  'observation_sample_differs',
  'value_required',
  'value_characters',
  'value_too_long',
  'value_number_invalid',
  'value_too_low',
  'value_too_high',
  'value_date_future',
  'value_date_too_early',
  'too_many_attempts',
  'busy',
  'unexpected',
  'not_ready',
  'restored',
  'import_took_too_long',
  'upload_space_full',
]

export const fhirExample = {
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [
    {
      request: { method: 'POST', url: 'Observation', ifNoneExist: 'identifier=http://hospital.example/samples|S-1' },
      resource: {
        resourceType: 'Observation',
        status: 'final',
        identifier: [{ system: 'http://hospital.example/samples', value: 'S-1' }],
        subject: { identifier: { value: 'DEMO-1' } },
        code: { coding: [{ system: 'http://loinc.org', code: '2276-4' }] },
        effectiveDateTime: '2025-05-03T08:30:00+02:00',
        valueQuantity: { value: 812, system: 'http://unitsofmeasure.org', code: 'ng/mL' },
      },
    },
  ],
}

const refTo = (name: keyof typeof fhirSchemas) => ({ schema: { $ref: `#/components/schemas/${name}` } })

/** Describes the path for the OpenAPI document. */
export const describeFhir = (formatText: FormatText): object => {
  const describeStatus = (status: number, codes: readonly ErrorCode[]) => ({
    description: codes.map((code) => `${code}: ${formatWithoutValues(errorMessages[code], formatText)}`).join('\n'),
    ...buildRetryHeaders(status, formatText),
    content: { [fhirMediaType]: refTo('fhir.failure') },
  })
  const failures = [...Map.groupBy(fhirErrors, getFhirStatus)].map(([status, codes]) => [status, describeStatus(status, codes)])
  return {
    operationId: 'fhir',
    summary: formatText(apiPageMessages.fhir),
    description: formatText(apiPageMessages.fhirBody),
    security: [{ centre: [] }],
    requestBody: {
      required: true,
      content: { 'application/fhir+json': { ...refTo('fhir.request'), example: fhirExample }, 'application/json': refTo('fhir.request') },
    },
    responses: {
      200: { description: formatText(apiPageMessages.fhirStored), content: { [fhirMediaType]: refTo('fhir.answer') } },
      ...Object.fromEntries(failures),
    },
    'x-errors': { fhir: fhirErrors },
  }
}
