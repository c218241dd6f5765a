import type { Caller } from '@registry/api-contract/caller'
import type { FilterRun, SavedFilter } from '@registry/api-contract/saved-filters'
import type { ExportFormat } from '@registry/domain/file-formats'
import { formatLoggedCondition } from '@registry/domain/filter/logged-condition'
import { quotedLiterals } from '@registry/db/sql/expression'
import { withRole, type Transaction } from '@registry/db/transaction'
import { listResultColumns, patientNumber, type ResultDays } from '@registry/domain/observations/exported-results'
import { writeTransaction } from '../../../audit/operation.ts'
import { formatItalianDay } from '../../../shared/day.ts'
import type { Deps } from '../../../app/deps.ts'
import { type FileLayout, labelColumns } from '../exports/file-layout.ts'
import { toOutputColumns } from '../exports/format-file.ts'
import { limitStatements } from '../../../shared/limit-statements.ts'
import type { Precision } from '../exports/alarms.ts'
import { storeManifest, type SelectedPatients } from '../exports/manifest.ts'
import { packResults } from '../exports/package/observations.ts'
import { preparePackage } from '../exports/package/prepare-package.ts'
import { readMoment } from '../exports/queries.ts'
import { countSmallGroups } from '../exports/small-groups.ts'
import { streamExport, type ExportCall, type PreparedExport } from '../exports/stream-export.ts'
import {
  buildCopyStatement,
  buildNumberedPatients,
  buildQuery,
  buildSource,
  type Areas,
  type FilterQuery,
} from '../../filters/filter-query.ts'
import type { FileResponse } from '../../../http/downloads.ts'
import { maxSeconds, runCondition } from '../../filters/condition-failure.ts'
import { describeInWords } from './describe-in-words.ts'
import { findActiveFilter } from './find.ts'
import { countExcluded, findAreas } from './queries.ts'
import { checkRepeatedPatients, type RepeatedExport } from '../exports/repeated-export.ts'
import { requireHeldRole } from '../../../auth/run-role.ts'
import type { LabelledReferenceValues } from '../../../shared/reference-values.ts'
import { selectPatients } from './select-patients.ts'

type SelectOptions = { readonly today: string; readonly areas: Areas | undefined; readonly signal: AbortSignal }

/** Selects the patients of a filter and counts those excluded and those in small groups (REQ-EXP-04). */
const selectToday = async (
  tx: Transaction,
  { where, fields }: FilterQuery,
  { today, areas, signal }: SelectOptions,
): Promise<SelectedPatients> => {
  const { ids, ...counted } = await selectPatients(tx, where, today, { signal })
  const groups = await countSmallGroups(tx, ids, { today, columns: fields.map(({ name }) => name), areas })
  return { ids, total: counted.total, excluded: await countExcluded(tx, counted), groups }
}

/** Selects the patients of a repeated export, whose manifest has the counts, and compares them with those of that export. */
const selectAgain = async (
  deps: Deps,
  tx: Transaction,
  { where, fields }: FilterQuery,
  repeated: RepeatedExport,
  signal: AbortSignal,
): Promise<SelectedPatients> => {
  const { ids, total } = await selectPatients(tx, where, repeated.day, { view: 'filter_patient_past', signal })
  await checkRepeatedPatients(deps, tx, repeated, ids, fields)
  const { excluded, uniqueRows: alone, rowsInSmallGroups: inSmallGroups } = repeated
  return { ids, total, excluded, groups: { alone, inSmallGroups } }
}

type FilterFile = {
  readonly filter: SavedFilter
  readonly asRole: FilterRun['asRole']
  readonly format: ExportFormat
  readonly layout: FileLayout
  readonly precision: Precision
  /** Whether the file has the reasons of missing values (REQ-EXP-12). */
  readonly missingReasons: boolean
  /** The days of the dated results in a package (REQ-EXP-15). */
  readonly results?: ResultDays | undefined
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** The export that is repeated, from the values of its moment (REQ-EXP-11). */
  readonly repeated?: RepeatedExport
}

/** Selects the patients of a file and commits its manifest (REQ-EXP-04). */
export const prepareFilterFile = async (
  deps: Deps,
  caller: Caller,
  tx: Transaction,
  id: string,
  { filter, asRole, format, layout, precision, missingReasons, results: days, signal, repeated }: FilterFile,
): Promise<PreparedExport> => {
  const query = buildQuery(filter)
  const today = repeated?.day ?? formatItalianDay(deps.clock())
  const areas = precision.generalise ? await findAreas(tx) : undefined
  if (filter.where?.kind === 'sql') await limitStatements(tx, `${maxSeconds}s`)
  const columns = toOutputColumns(query.fields, missingReasons)
  const exported = {
    id,
    asRole,
    source: { kind: 'filter', name: String(filter.id), page: `/ga_filtro/${filter.id}` },
    format,
    layout,
    filter,
    studyId: null,
    columns: [...columns, ...(days ? listResultColumns(days).filter(({ name }) => name !== patientNumber.name) : [])].map(
      ({ name }) => name,
    ),
    condition: formatLoggedCondition(query.where),
    precision,
    asOf: repeated?.asOf ?? (await readMoment(tx)),
    repeats: repeated?.id ?? null,
    language: repeated?.language ?? caller.language,
  } as const
  const selected = await runCondition(() =>
    repeated ? selectAgain(deps, tx, query, repeated, signal) : selectToday(tx, query, { today, areas, signal }),
  )
  signal.throwIfAborted()
  await writeTransaction(deps, caller, (manifestTx) => storeManifest(deps, manifestTx, caller, exported, selected))
  const view = repeated ? 'filter_patient_past' : 'filter_patient'
  const source = buildSource(query.where, quotedLiterals, today, { centre: tx.centre, view })
  const numberedBy = days && (repeated?.id ?? id)
  const numbered = buildNumberedPatients(query.fields, source, { areas, numberedBy })
  const packageOptions = {
    columns,
    fields: query.fields,
    missingReasons,
    results:
      days &&
      (await withRole(tx, 'registry_filter', (inside) =>
        packResults(inside, { days, fields: query.fields, numbered, view, generalised: precision.generalise }),
      )),
    source: (referenceValues: LabelledReferenceValues) => ({
      filter: { id: filter.id, version: filter.version, name: filter.name, description: filter.description },
      selects: filter.where && describeInWords(filter.where, exported.language, referenceValues),
    }),
  }
  const packed = format === 'package' ? await preparePackage(tx, caller, packageOptions, exported, selected) : undefined
  return {
    name: `filtro_${filter.id}`,
    columns: packed?.columns ?? (await labelColumns(tx, columns, query.fields, exported)),
    delimiter: layout.delimiter,
    total: selected.total,
    ...(packed && { pack: packed.pack }),
    ...(repeated && { sha256: repeated.sha256 }),
    copy: buildCopyStatement(query.fields, source, {
      areas,
      missingReasons,
      numberedBy,
      ...(packed && { oneLine: true, indicators: packed.indicators }),
    }),
  }
}

/** Exports all rows of a filter as a file (REQ-EXP-01). */
export const exportFilter = async (
  deps: Deps,
  caller: Caller,
  { id, asRole }: FilterRun,
  { call, ...options }: Pick<FilterFile, 'format' | 'layout' | 'precision' | 'missingReasons' | 'results'> & { readonly call: ExportCall },
): Promise<FileResponse> => {
  requireHeldRole(caller, asRole)
  const { signal } = call
  const prepare = async (tx: Transaction, exportId: string) =>
    prepareFilterFile(deps, caller, tx, exportId, { filter: await findActiveFilter(tx, caller, id), asRole, ...options, signal })
  return streamExport(deps, caller, { format: options.format, scope: { asRole }, call, prepare })
}
