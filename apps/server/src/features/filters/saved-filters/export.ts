import type { Caller } from '@registry/api-contract/caller'
import type { FilterRun, SavedFilter } from '@registry/api-contract/saved-filters'
import type { ExportFormat } from '@registry/domain/file-formats'
import { formatLoggedCondition } from '@registry/domain/filter/logged-condition'
import { quotedLiterals } from '@registry/db/sql/expression'
import type { Transaction } from '@registry/db/transaction'
import { writeTransaction } from '../../../audit/operation.ts'
import { formatItalianDay } from '../../../shared/day.ts'
import type { Deps } from '../../../app/deps.ts'
import { type FileLayout, labelColumns } from '../exports/file-layout.ts'
import { toOutputColumns } from '../exports/format-file.ts'
import { limitStatements } from '../../../shared/limit-statements.ts'
import type { Precision } from '../exports/alarms.ts'
import { storeManifest, type ChosenPatients } from '../exports/manifest.ts'
import { preparePackage } from '../exports/package/prepare-package.ts'
import { readMoment } from '../exports/queries.ts'
import type { AddPatients } from '../exports/patient-list.ts'
import { startGroupCounter } from '../exports/small-groups.ts'
import { streamExport, type PreparedExport } from '../exports/stream-export.ts'
import { allowJoins } from '../../filters/allow-joins.ts'
import { buildCopyStatement, buildQuery, buildSource, type Areas, type FilterQuery } from '../../filters/filter-query.ts'
import type { FileResponse } from '../../../http/downloads.ts'
import { maxSeconds, runCondition } from '../../filters/condition-failure.ts'
import { describeInWords } from './describe-in-words.ts'
import { findActiveFilter } from './find.ts'
import { countLeftOut, findAreas } from './queries.ts'
import { checkRepeatedPatients, type RepeatedExport } from '../exports/repeated-export.ts'
import { requireHeldRole } from '../../../auth/run-role.ts'
import { patientsPerRange, splitIds, type PatientRanges } from '../exports/patient-ranges.ts'
import type { LabelledReferenceValues } from '../../../shared/reference-values.ts'
import { selectPatients, selectPatientsInRanges } from './select-patients.ts'

type ChooseOptions = { readonly today: string; readonly areas: Areas | undefined; readonly isFreeSql: boolean }

/** Selects the patients of a filter and counts those left out and those in small groups (REQ-EXP-04). */
const choosePatients = async (
  tx: Transaction,
  { where, fields }: FilterQuery,
  { today, areas, isFreeSql }: ChooseOptions,
  ranges: PatientRanges,
  add: AddPatients,
): Promise<ChosenPatients> => {
  const groups = await startGroupCounter(tx, { today, columns: fields.map(({ name }) => name), areas }, ranges.size)
  const maxMs = isFreeSql ? maxSeconds * 1000 : undefined
  const counted = await selectPatientsInRanges(tx, where, { today, maxMs }, ranges, async (ids) => {
    await add(ids)
    await groups.add(ids)
  })
  return { total: counted.total, leftOut: await countLeftOut(tx, counted), groups: groups.count() }
}

/**
 * Selects the patients of a repeated export, whose manifest has the counts, and compares them with those of that export. The view of a past
 * moment reads the consents of all patients each time, so one statement selects them.
 */
const choosePastPatients = async (
  deps: Deps,
  tx: Transaction,
  { where, fields }: FilterQuery,
  repeated: RepeatedExport,
  add: AddPatients,
): Promise<ChosenPatients> => {
  const found = await selectPatients(tx, where, repeated.day, 'filter_patient_past')
  await checkRepeatedPatients(deps, tx, repeated, found.ids, fields)
  for (const ids of splitIds(found.ids, patientsPerRange)) await add(ids)
  const { leftOut, uniqueRows: alone, rowsInSmallGroups: inSmallGroups } = repeated
  return { total: found.total, leftOut, groups: { alone, inSmallGroups } }
}

type FilterFile = {
  readonly filter: SavedFilter
  readonly asRole: FilterRun['asRole']
  readonly format: ExportFormat
  readonly layout: FileLayout
  readonly precision: Precision
  /** Whether the file has the reasons of missing values (REQ-EXP-12). */
  readonly missingReasons: boolean
  readonly ranges: PatientRanges
  /** The export whose file is made again, from the values of its moment (REQ-EXP-11). */
  readonly repeated?: RepeatedExport
}

/** Selects the patients of a file and commits its manifest (REQ-EXP-04). */
export const prepareFilterFile = async (
  deps: Deps,
  caller: Caller,
  tx: Transaction,
  id: string,
  { filter, asRole, format, layout, precision, missingReasons, ranges, repeated }: FilterFile,
): Promise<PreparedExport> => {
  const query = buildQuery(filter)
  const today = repeated?.day ?? formatItalianDay(deps.clock())
  const areas = precision.generalise ? await findAreas(tx) : undefined
  const isFreeSql = filter.where?.kind === 'sql'
  if (isFreeSql) await limitStatements(tx, `${maxSeconds}s`)
  const columns = toOutputColumns(query.fields, missingReasons)
  const exported = {
    id,
    asRole,
    source: { kind: 'filter', name: String(filter.id), page: `/ga_filtro/${filter.id}` },
    format,
    layout,
    filter,
    studyId: null,
    columns: columns.map(({ name }) => name),
    condition: formatLoggedCondition(query.where),
    precision,
    asOf: repeated?.asOf ?? (await readMoment(tx)),
    repeats: repeated?.id ?? null,
    language: repeated?.language ?? caller.language,
  } as const
  const choose = async (add: AddPatients): Promise<ChosenPatients> => {
    const chosen = await runCondition(() =>
      repeated ? choosePastPatients(deps, tx, query, repeated, add) : choosePatients(tx, query, { today, areas, isFreeSql }, ranges, add),
    )
    ranges.signal.throwIfAborted()
    return chosen
  }
  const chosen = await writeTransaction(deps, caller, (manifestTx) => storeManifest(deps, manifestTx, caller, exported, choose))
  const packageOptions = {
    columns,
    fields: query.fields,
    missingReasons,
    source: (referenceValues: LabelledReferenceValues) => ({
      filter: { id: filter.id, version: filter.version, name: filter.name, description: filter.description },
      selects: filter.where && describeInWords(filter.where, exported.language, referenceValues),
    }),
  }
  const source = buildSource(query.where, quotedLiterals, today, { centre: tx.centre, view: repeated && 'filter_patient_past' })
  const packed = format === 'package' ? await preparePackage(tx, caller, packageOptions, exported, chosen) : undefined
  if (!repeated) await allowJoins(tx, 'in order')
  return {
    name: `filtro_${filter.id}`,
    columns: packed?.columns ?? (await labelColumns(tx, columns, query.fields, exported)),
    delimiter: layout.delimiter,
    total: chosen.total,
    ...(packed && { pack: packed.pack }),
    ...(repeated && { sha256: repeated.sha256 }),
    copy: buildCopyStatement(query.fields, source, {
      areas,
      missingReasons,
      ...(packed && { oneLine: true, indicators: packed.indicators }),
    }),
  }
}

/** Exports all rows of a filter as a file (REQ-EXP-01). */
export const exportFilter = async (
  deps: Deps,
  caller: Caller,
  { id, asRole }: FilterRun,
  { signal, ...options }: Pick<FilterFile, 'format' | 'layout' | 'precision' | 'missingReasons'> & { readonly signal: AbortSignal },
): Promise<FileResponse> => {
  requireHeldRole(caller, asRole)
  const { format } = options
  const prepare = async (tx: Transaction, exportId: string, ranges: PatientRanges) =>
    prepareFilterFile(deps, caller, tx, exportId, { filter: await findActiveFilter(tx, caller, id), asRole, ...options, ranges })
  return streamExport(deps, caller, { format, scope: { asRole }, signal, prepare })
}
