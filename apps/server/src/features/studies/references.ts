import type { ChangedStudy } from '@registry/api-contract/studies'
import type { Transaction } from '@registry/db/transaction'
import type { ErrorDetail, FieldErrors } from '@registry/domain/error'
import type { ErrorCode } from '@registry/domain/error-messages'

type References = Pick<ChangedStudy, 'mainCentre' | 'type' | 'filterId' | 'sf36Version'>

/** Finds the fields that refer to a missing centre, type, filter or questionnaire (REQ-STU-10). */
export const findUnknownReferences = async (
  { sql }: Transaction,
  { mainCentre, type, filterId, sf36Version }: References,
): Promise<FieldErrors> => {
  const [known] = await sql<{ centre: boolean; type: boolean; filter: string | null; questionnaire: boolean }[]>`
    SELECT EXISTS (SELECT FROM centre WHERE code = ${mainCentre ?? ''} AND deleted_at IS NULL) AS centre,
      EXISTS (SELECT FROM reference_value WHERE table_name = 'svc_clinical_study_type' AND id = ${type ?? ''}) AS type,
      (SELECT state FROM saved_filter WHERE id = ${filterId ?? 0} AND state <> 'deleted') AS filter,
      EXISTS (SELECT FROM sf36_version WHERE version = ${sf36Version ?? 0} AND published_at <= now()) AS questionnaire`
  const checks: readonly (readonly [field: string, isGiven: boolean, isKnown: boolean, code: ErrorCode])[] = [
    ['mainCentre', mainCentre !== undefined, known?.centre ?? false, 'study_centre_unknown'],
    ['type', type !== undefined, known?.type ?? false, 'study_type_unknown'],
    ['filterId', filterId !== undefined, known?.filter === 'active', known?.filter === 'disabled' ? 'filter_disabled' : 'filter_not_found'],
    ['sf36Version', sf36Version !== undefined, known?.questionnaire ?? false, 'study_questionnaire_unknown'],
  ]
  const failed = checks.filter(([, isGiven, isKnown]) => isGiven && !isKnown)
  return Object.fromEntries(
    failed.map(([field, , , code]): [string, ErrorDetail] => [
      field,
      code === 'filter_not_found' || code === 'filter_disabled' ? { code, params: { id: filterId ?? 0 } } : { code },
    ]),
  )
}
