import { z } from 'zod'
import { and, eq } from 'drizzle-orm'
import type { Caller } from '@registry/api-contract/caller'
import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { savedFilterVersion } from '@registry/db/schema/saved-filters'
import type { Transaction } from '@registry/db/transaction'
import { findResultDays } from '@registry/domain/observations/exported-results'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { AppError, withErrorCode } from '@registry/domain/error'
import { mediaTypes } from '@registry/tabular/format'
import { readTransaction } from '../../../audit/operation.ts'
import type { Deps } from '../../../app/deps.ts'
import { requireHeldRole } from '../../../auth/run-role.ts'
import { streamExport, type ExportCall } from '../exports/stream-export.ts'
import type { FileResponse } from '../../../http/downloads.ts'
import { legacyOperation } from '../../../http/legacy/declare.ts'
import { lang, text } from '../../../http/legacy/fields.ts'
import { readStoredFilter } from '../../filters/stored-filter.ts'
import { prepareFilterFile } from './export.ts'
import { findActiveFilter } from './find.ts'
import { findRepeatedExport, setMoment, type RepeatedExport } from '../exports/repeated-export.ts'

/** The version of the filter that the export used. @throws AppError filter_not_found, filter_disabled */
const findFilterVersion = async (tx: Transaction, caller: Caller, { filterId, filterVersion }: RepeatedExport): Promise<SavedFilter> => {
  const filter = await findActiveFilter(tx, caller, filterId)
  const { name, description, version, fields, condition } = savedFilterVersion
  const [stored] = await tx.db
    .select({ name, description, version, fields, condition })
    .from(savedFilterVersion)
    .where(and(eq(savedFilterVersion.filterId, filterId), eq(version, filterVersion)))
  if (!stored) throw new Error('The exported version of a filter is missing')
  const { fields: selection, condition: where, ...facts } = stored
  return { ...filter, ...facts, ...(await readStoredFilter(selection, where)) }
}

/** Exports the caller's file again, from the values and consents of its moment: the same bytes, with a new manifest (REQ-EXP-11). */
const exportAgain = async (deps: Deps, caller: Caller, id: string, call: ExportCall): Promise<FileResponse> => {
  const { signal } = call
  const repeated = await readTransaction(deps, caller, (tx) => findRepeatedExport(tx, caller, id))
  if (repeated.studyId !== null) throw new AppError('export_not_repeatable')
  const { asRole, format, layout, generalised, reason, missingReasons, columns } = repeated
  requireHeldRole(caller, asRole)
  const prepare = async (tx: Transaction, exportId: string) => {
    await setMoment(tx, repeated)
    const filter = await findFilterVersion(tx, caller, repeated)
    const precision = { generalise: generalised, reason: reason ?? undefined }
    const results = format === 'package' ? findResultDays(columns) : undefined
    const options = { asRole, format, layout, precision, missingReasons, results } as const
    return prepareFilterFile(deps, caller, tx, exportId, { filter, ...options, signal, repeated })
  }
  return streamExport(deps, caller, { format, scope: { asRole }, call, prepare })
}

export const exportAgainLegacy = legacyOperation({
  method: 'POST',
  path: '/export_again',
  summary: /*i18n*/ {
    id: 'api.export_again',
    message: 'Rifà il file di una propria esportazione completa di un filtro, con i valori di allora e la stessa impronta SHA-256',
  },
  permission: 'filter:run',
  command: 'export_again',
  reads: 'patients',
  request: z.object({ id: text(z.uuid(withErrorCode('field_wrong'))), lang }),
  response: z.object({}),
  files: [mediaTypes.csv, mediaTypes.json, mediaTypes.xlsx, mediaTypes.xml, 'application/zip'],
  errors: [
    'not_found',
    'export_not_repeatable',
    'export_changed_since',
    'filter_not_found',
    'filter_broken',
    'filter_disabled',
    'exports_under_way',
    'busy',
  ],
  descriptions: { id: fieldTexts.exportId },
  example: { session: 'uses', fields: { id: '0192f0c1-2222-7333-8444-555555555555' } },
  handle: (caller, { id }, call) => exportAgain(call.deps, caller, id, call),
})
