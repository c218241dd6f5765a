import type { Language } from '@registry/domain/language'
import type { ErrorCode } from '@registry/domain/error-messages'
import type { Messages } from '../../shared/messages.ts'
import type { RecordDiscrepancy } from '../../shared/record-writer.ts'

/** Maps the errors whose text mentions rows and files to the errors of a form. */
const formCodes: Partial<Record<ErrorCode, ErrorCode>> = {
  import_contact_taken: 'record_contact_taken',
  import_day_limit: 'record_day_limit',
  import_sms_limit: 'record_sms_limit',
  import_patient_differs: 'record_code_in_use',
  import_identity_differs: 'record_identity_differs',
  import_field_unchanged: 'record_field_unchanged',
}

export const toFormCode = (code: ErrorCode): ErrorCode => formCodes[code] ?? code

/** Explains a discrepancy in the response of a form. */
export const explainDiscrepancy = (messages: Messages, language: Language, { field = '', code, params }: RecordDiscrepancy) => ({
  field,
  code,
  message: messages.formatError({ code: toFormCode(code), ...(params && { params }) }, language),
})
