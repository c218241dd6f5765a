import type { Caller } from '@registry/api-contract/caller'
import type { FilterRun } from '@registry/api-contract/saved-filters'
import type { ExportFormat } from '@registry/domain/file-formats'
import { quotedLiterals } from '@registry/db/sql/expression'
import type { Transaction } from '@registry/db/transaction'
import { writeTransaction } from '../../audit/operation.ts'
import { formatItalianDay } from '../../day.ts'
import type { Deps } from '../../deps.ts'
import { toOutputColumns } from '../../exports/format-file.ts'
import { limitStatements } from '../../exports/limit-statements.ts'
import { storeManifest, type ChosenPatients, type Precision } from '../../exports/manifest.ts'
import { preparePackage } from '../../exports/package/prepare-package.ts'
import { countSmallGroups } from '../../exports/queries.ts'
import { streamExport } from '../../exports/stream-export.ts'
import { buildCopyStatement, buildQuery, buildSources, type Areas, type FilterQuery } from '../../filter-query.ts'
import type { FileResponse } from '../../http/downloads.ts'
import { maxSeconds, runCondition } from '../../condition-failure.ts'
import { describeInWords } from './describe-in-words.ts'
import { findActiveFilter } from './find.ts'
import { countLeftOut, findAreas, selectPatients } from './queries.ts'
import { requireHeldRole } from '../../exports/run-role.ts'
import type { LabelledReferenceValues } from '../../reference-values.ts'

/** Selects the patients of a filter and counts those left out and those in small groups (REQ-EXP-04). */
const choosePatients = async (tx: Transaction, { where }: FilterQuery, today: string, areas?: Areas): Promise<ChosenPatients> => {
  const found = await selectPatients(tx, where, today)
  const patientIds = found?.ids ?? ''
  const anonymous = found?.anonymous ?? 0
  return {
    total: (found?.total ?? 0) + anonymous,
    patientIds,
    anonymous,
    leftOut: await countLeftOut(tx, found),
    groups: await countSmallGroups(tx, patientIds, today, areas),
  }
}

/** Exports all rows of a filter as a file (REQ-EXP-01). */
export const exportFilter = async (
  deps: Deps,
  caller: Caller,
  run: FilterRun,
  format: ExportFormat,
  precision: Precision,
): Promise<FileResponse> => {
  requireHeldRole(caller, run.asRole)
  const { asRole } = run
  const prepare = async (tx: Transaction, id: string) => {
    const filter = await findActiveFilter(tx, caller, run.id)
    const query = buildQuery(filter)
    const today = formatItalianDay(deps.clock())
    const areas = precision.generalise ? await findAreas(tx) : undefined
    if (filter.where?.kind === 'sql') await limitStatements(tx, `${maxSeconds}s`)
    const chosen = await runCondition(() => choosePatients(tx, query, today, areas))
    const exported = {
      id,
      asRole,
      source: { kind: 'filter', name: String(filter.id), page: `/ga_filtro/${filter.id}` },
      format,
      filter,
      studyId: null,
      columns: query.fields.map((field) => field.name),
      precision,
    } as const
    await writeTransaction(deps, caller, (manifestTx) => storeManifest(deps, manifestTx, caller, exported, chosen))
    const packageOptions = {
      fields: query.fields,
      source: (referenceValues: LabelledReferenceValues) => ({
        filter: { id: filter.id, version: filter.version, name: filter.name, description: filter.description },
        selects: filter.where && describeInWords(filter.where, caller.language, referenceValues),
      }),
    }
    return {
      name: `filtro_${filter.id}`,
      columns: toOutputColumns(query.fields),
      total: chosen.total,
      ...(format === 'package' && { pack: await preparePackage(tx, caller, packageOptions, exported, chosen) }),
      copy: buildCopyStatement(query.fields, buildSources(query.where, quotedLiterals, today), areas),
    }
  }
  return streamExport(deps, caller, { format, scope: { asRole }, prepare })
}
