import type { Caller } from '@registry/api-contract/caller'
import type { ExportFormat } from '@registry/domain/file-formats'
import type { StudyRun } from '@registry/api-contract/studies'
import type { Transaction } from '@registry/db/transaction'
import { findNextState, requireNextState, type StudyOperation } from '@registry/domain/studies/transitions'
import { writeTransaction } from '../../audit/operation.ts'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'
import { type FileLayout, labelColumns } from '../filters/exports/file-layout.ts'
import { toOutputColumns } from '../filters/exports/format-file.ts'
import { storeManifest } from '../filters/exports/manifest.ts'
import { preparePackage } from '../filters/exports/package/prepare-package.ts'
import { pseudonym } from '../filters/exports/package/variables.ts'
import { readMoment } from '../filters/exports/queries.ts'
import { countSmallGroups } from '../filters/exports/small-groups.ts'
import { checkRepeatedPatients, type RepeatedExport } from '../filters/exports/repeated-export.ts'
import { streamExport, type ExportCall, type PreparedExport } from '../filters/exports/stream-export.ts'
import { buildStudyCopyStatement, type Participants } from '../filters/filter-query.ts'
import type { FileResponse } from '../../http/downloads.ts'
import { requireStudy } from './find.ts'
import { requireView, type StudyView } from './format-study.ts'
import { selectParticipants, findExportOperation, requireExportableStudy, type ExportableStudy } from './participants.ts'
import { lockStudy, updateStudy } from './queries.ts'

/** Marks the exported participants, in the transaction of the manifest, so no data are sent without the mark (REQ-STU-04). */
const markExported = async ({ sql }: Transaction, id: string, ids: string): Promise<void> => {
  await sql`
    UPDATE study_patient SET status = 'Esportato', exported_at = now()
    WHERE study_id = ${id} AND status = 'ConsensoSI' AND patient_id = ANY (string_to_array(${ids}, ',')::integer[])`
}

/** Closes the study after a complete file, if the enrolment has ended. A study that ended in between is unchanged (REQ-STU-04). */
const closeStudy = async (tx: Transaction, id: string, today: string): Promise<void> => {
  const study = await lockStudy(tx, id)
  const next = study && findNextState('closeByExport', study, today)
  if (study && next && 'state' in next && next.state !== study.state) await updateStudy(tx, id, { status: next.state })
}

/** A file of a study: its participants, and whether it marks them. `repeated` is the export that it repeats. */
type StudyFile = {
  readonly study: ExportableStudy
  readonly scope: { readonly asRole: StudyView['asRole']; readonly centre?: string }
  readonly format: ExportFormat
  readonly layout: FileLayout
  readonly missingReasons: boolean
  readonly operation: StudyOperation
  readonly marks: boolean
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  readonly repeated?: RepeatedExport
}

/** Selects the participants, commits the manifest, and marks the participants of a manager's export. */
export const prepareStudyFile = async (
  deps: Deps,
  caller: Caller,
  tx: Transaction,
  exportId: string,
  { study: { id, title, filter, fields }, scope, format, layout, missingReasons, operation, marks, signal, repeated }: StudyFile,
): Promise<PreparedExport> => {
  const today = formatItalianDay(deps.clock())
  const source: Participants = repeated ? { exportId: repeated.id } : { study: id }
  const { participants, total, ids } = await selectParticipants(tx, source)
  if (repeated) await checkRepeatedPatients(deps, tx, repeated, ids, fields)
  const columns = [{ name: pseudonym.name, type: 'text' } as const, ...toOutputColumns(fields, missingReasons)]
  const exported = {
    id: exportId,
    asRole: scope.asRole,
    source: { kind: 'study', name: id, page: `/ga_studio/${encodeURIComponent(id)}` },
    format,
    layout,
    filter,
    studyId: id,
    columns: columns.map(({ name }) => name),
    // The patients consented to this study, and ethics committees approved its fields.
    precision: { generalise: false, reason: undefined },
    asOf: repeated?.asOf ?? (await readMoment(tx)),
    repeats: repeated?.id ?? null,
    language: repeated?.language ?? caller.language,
  } as const
  const selected = {
    ids,
    total,
    excluded: repeated?.excluded ?? { noConsent: participants - total, noAnswer: 0, noValue: 0 },
    groups: repeated
      ? { alone: repeated.uniqueRows, inSmallGroups: repeated.rowsInSmallGroups }
      : await countSmallGroups(tx, ids, { today, columns: columns.map(({ name }) => name) }),
  }
  const store = async (manifestTx: Transaction): Promise<void> => {
    requireNextState(operation, await requireStudy(manifestTx, id), today)
    await storeManifest(deps, manifestTx, caller, exported, selected)
    if (marks) await markExported(manifestTx, id, ids)
  }
  signal.throwIfAborted()
  await writeTransaction(deps, caller, store, scope)
  const packageOptions = { columns, fields, missingReasons, source: () => ({ study: { id, title }, filter }) }
  const packed = format === 'package' ? await preparePackage(tx, caller, packageOptions, exported, selected) : undefined
  return {
    name: `studio_${id}`,
    columns: packed?.columns ?? (await labelColumns(tx, columns, fields, exported)),
    delimiter: layout.delimiter,
    total,
    ...(packed && { pack: packed.pack }),
    ...(repeated && { sha256: repeated.sha256 }),
    copy: buildStudyCopyStatement(fields, source, { missingReasons, ...(packed && { oneLine: true, indicators: packed.indicators }) }),
    ...(marks && { complete: () => writeTransaction(deps, caller, (closing) => closeStudy(closing, id, today), scope) }),
  }
}

/**
 * Exports the participants of a study as a file under their pseudonyms (REQ-STU-18). A manager exports those of the area and marks them, a
 * centre its own (REQ-STU-04).
 */
export const exportStudy = async (
  deps: Deps,
  caller: Caller,
  run: StudyRun,
  { format, layout, call }: { readonly format: ExportFormat; readonly layout: FileLayout; readonly call: ExportCall },
): Promise<FileResponse> => {
  const view = requireView(caller, run)
  const { asRole, centre } = view
  const scope = { asRole, ...(centre !== undefined && { centre }) }
  const { id, missingReasons = false } = run
  const prepare = async (tx: Transaction, exportId: string): Promise<PreparedExport> => {
    const study = await requireExportableStudy(tx, id, view, formatItalianDay(deps.clock()))
    const operation = findExportOperation(view)
    const file = { study, scope, format, layout, missingReasons, operation, marks: centre === undefined, signal: call.signal } as const
    return prepareStudyFile(deps, caller, tx, exportId, file)
  }
  return streamExport(deps, caller, { format, scope, call, prepare })
}
