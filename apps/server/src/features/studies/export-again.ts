import { z } from 'zod'
import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { AppError, withErrorCode } from '@registry/domain/error'
import { FieldSelection } from '@registry/domain/filter/selection'
import { listSelectedFields } from '@registry/domain/filter/selected-fields'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { requireNextState } from '@registry/domain/studies/transitions'
import { mediaTypes } from '@registry/tabular/format'
import { readTransaction } from '../../audit/operation.ts'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'
import { findRepeatedExport, setMoment, type RepeatedExport } from '../filters/exports/repeated-export.ts'
import { requireHeldRole } from '../../auth/run-role.ts'
import { streamExport, type ExportCall } from '../filters/exports/stream-export.ts'
import type { FileResponse } from '../../http/downloads.ts'
import { legacyOperation } from '../../http/legacy/declare.ts'
import { lang, text } from '../../http/legacy/fields.ts'
import { prepareStudyFile } from './export.ts'
import type { ExportableStudy } from './participants.ts'
import { findStudyRow, toStudyLifecycle } from './queries.ts'

/**
 * The study at the time of the export: its title and the fields of its filter.
 * @throws AppError study_not_found, study_not_active, study_suspended
 */
const findPastStudy = async (
  tx: Transaction,
  id: string,
  { filterId, filterVersion, asOf }: RepeatedExport,
  today: string,
): Promise<ExportableStudy> => {
  const study = await findStudyRow(tx, id)
  if (!study) throw new AppError('study_not_found')
  requireNextState('exportAgain', toStudyLifecycle(study), today)
  const [past] = await tx.sql<{ title: string; fields: unknown }[]>`
    SELECT study ->> 'title' AS title, f.fields
    FROM clinical_study_version AS s, saved_filter_version AS f
    WHERE s.study_id = ${id} AND s.changed_at <= ${asOf}::timestamptz AND f.filter_id = ${filterId} AND f.version = ${filterVersion}
    ORDER BY s.version DESC LIMIT 1`
  if (!past) throw new Error('The exported version of a study is missing')
  const fields = listSelectedFields(FieldSelection.parse(past.fields))
  return { id, title: past.title, filter: { id: filterId, version: filterVersion }, fields }
}

/**
 * Exports the caller's file of a study again, from the values and consents of its moment. It has the same bytes and a new manifest
 * (REQ-EXP-11). It marks no participant and does not close the study.
 */
const exportStudyAgain = async (deps: Deps, caller: Caller, id: string, call: ExportCall): Promise<FileResponse> => {
  const { signal } = call
  const repeated = await readTransaction(deps, caller, (tx) => findRepeatedExport(tx, caller, id))
  const { studyId, asRole, format, layout, missingReasons } = repeated
  if (studyId === null) throw new AppError('export_not_repeatable')
  requireHeldRole(caller, asRole)
  const scope = { asRole }
  const prepare = async (tx: Transaction, exportId: string) => {
    await setMoment(tx, repeated)
    const study = await findPastStudy(tx, studyId, repeated, formatItalianDay(deps.clock()))
    const file = { study, scope, format, layout, missingReasons, operation: 'exportAgain', marks: false, signal, repeated } as const
    return prepareStudyFile(deps, caller, tx, exportId, file)
  }
  return streamExport(deps, caller, { format, scope, call, prepare })
}

export const exportStudyAgainLegacy = legacyOperation({
  method: 'POST',
  path: '/study_export_again',
  summary: /*i18n*/ {
    id: 'api.study_export_again',
    message: 'Rifà il file di una propria esportazione completa di uno studio, con i valori di allora e la stessa impronta SHA-256',
  },
  permission: 'study:export',
  command: 'study_export_again',
  reads: 'patients',
  request: z.object({ id: text(z.uuid(withErrorCode('field_wrong'))), lang }),
  response: z.object({}),
  files: [mediaTypes.csv, mediaTypes.json, mediaTypes.xlsx, mediaTypes.xml, 'application/zip'],
  errors: [
    'not_found',
    'export_not_repeatable',
    'export_changed_since',
    'study_not_found',
    'study_not_active',
    'study_suspended',
    'exports_under_way',
    'busy',
  ],
  descriptions: { id: fieldTexts.exportId },
  example: { session: 'uses', fields: { id: '0192f0c1-2222-7333-8444-555555555555' } },
  handle: (caller, { id }, call) => exportStudyAgain(call.deps, caller, id, call),
})
