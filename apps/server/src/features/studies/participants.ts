import type { Caller } from '@registry/api-contract/caller'
import type { StudyParticipants } from '@registry/api-contract/studies'
import { numberedParameters } from '@registry/db/sql/expression'
import { withRole, type Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import type { Field } from '@registry/domain/fields/dictionary'
import { missingReasonsColumn } from '@registry/domain/fields/missing'
import { FieldSelection } from '@registry/domain/filter/selection'
import { listSelectedFields } from '@registry/domain/filter/selected-fields'
import { requireNextState } from '@registry/domain/studies/transitions'
import { buildReadTrace } from '../../audit/read-trace.ts'
import type { Deps } from '../../app/deps.ts'
import { pseudonym } from '../filters/exports/package/variables.ts'
import { formatCell, listWithheldCells, maxRowsOnScreen } from '../filters/exports/screen-rows.ts'
import {
  buildParticipantSource,
  formatReasonsColumn,
  listConsentColumns,
  oneStatement,
  type Participants,
} from '../filters/filter-query.ts'
import { requireApproval } from './candidates.ts'
import type { StudyView } from './format-study.ts'
import { findStudyRow, toStudyLifecycle } from './queries.ts'

/** A study that its reader may export, with the fields of its filter. */
export type ExportableStudy = {
  readonly id: string
  readonly title: string
  readonly filter: { readonly id: number; readonly version: number }
  readonly fields: readonly Field[]
}

/** A centre exports its own participants. Otherwise a manager exports and marks them. */
export const findExportOperation = ({ centre }: StudyView) => (centre === undefined ? 'exportAsManager' : 'exportAsCentre')

/**
 * Finds a study that its reader may export now.
 * @throws AppError study_not_found, study_centre_not_approved, study_not_active, study_suspended, filter_broken
 */
export const requireExportableStudy = async (tx: Transaction, id: string, view: StudyView, today: string): Promise<ExportableStudy> => {
  const study = await findStudyRow(tx, id)
  if (!study) throw new AppError('study_not_found')
  if (view.centre !== undefined) await requireApproval(tx, id, view.centre)
  requireNextState(findExportOperation(view), toStudyLifecycle(study), today)
  const [filter] = await tx.sql<{ id: number; version: number; fields: unknown }[]>`
    SELECT id, version, fields FROM saved_filter WHERE id = ${study.filter_id}`
  const fields = FieldSelection.safeParse(filter?.fields).data
  if (!filter || !fields) throw new AppError('filter_broken', { id: study.filter_id })
  return { id, title: study.title, filter: { id: filter.id, version: filter.version }, fields: listSelectedFields(fields) }
}

/** The number of participants of the visible centres. The ids of those who still give all consents, as one text, ascending (THREAT-32). */
export type SelectedParticipants = { readonly participants: number; readonly total: number; readonly ids: string }

export const selectParticipants = async (tx: Transaction, participants: Participants): Promise<SelectedParticipants> => {
  const { bind, values } = numberedParameters()
  const statement = `SELECT count(*)::int AS participants, count(shown.id)::int AS total,
    coalesce(string_agg(shown.id::text, ',' ORDER BY shown.id), '') AS ids ${buildParticipantSource(participants, bind, 'LEFT JOIN')}`
  const [selected] = await withRole(tx, 'registry_filter', ({ sql }) => sql.unsafe<SelectedParticipants[]>(statement, values, oneStatement))
  return selected ?? { participants: 0, total: 0, ids: '' }
}

const readRows = async ({ sql }: Transaction, { id, fields }: ExportableStudy, missingReasons: boolean) => {
  const { bind, values } = numberedParameters()
  const consentColumns = listConsentColumns(fields)
  const consents = consentColumns.map(({ consent }) => `${consent}, `).join('')
  const columns = [...fields.map(({ column }) => `"${column}"`), ...(missingReasons ? [formatReasonsColumn(fields)] : [])].join(', ')
  const source = buildParticipantSource({ study: id }, bind)
  const statement = `SELECT in_study.participant, ${consents}in_study.pseudonym, ${columns} ${source} ORDER BY in_study.pseudonym LIMIT ${maxRowsOnScreen}`
  const found = await sql.unsafe(statement, values, oneStatement).values()
  const given = found.map(([, ...flags]) => flags)
  return {
    rows: found.map((row) => row.slice(1 + consentColumns.length).map(formatCell)),
    // The pseudonym is the first column.
    withheld: listWithheldCells(consentColumns, given).map(({ columns: withheld, rows }) => ({
      columns: withheld.map((one) => one + 1),
      rows,
    })),
    patients: found.map(([patient]) => Number(patient)),
  }
}

const readDepartures = async ({ sql }: Transaction, id: string) => [
  ...(await sql<StudyParticipants['departures']>`SELECT pseudonym, left_on AS "leftOn" FROM list_study_departures(${id})`),
]

/** Lists the first participants on screen. It marks nobody, because no file is sent (REQ-STU-18). */
export const listParticipants = async (
  deps: Pick<Deps, 'keyedHash'>,
  tx: Transaction,
  caller: Caller,
  { id, view, missingReasons = false }: { readonly id: string; readonly view: StudyView; readonly missingReasons?: boolean | undefined },
  today: string,
): Promise<StudyParticipants> => {
  const study = await requireExportableStudy(tx, id, view, today)
  const { total } = await selectParticipants(tx, { study: id })
  const { patients, ...shown } = await withRole(tx, 'registry_filter', (inside) => readRows(inside, study, missingReasons))
  const departures = await withRole(tx, 'registry_filter', (inside) => readDepartures(inside, id))
  const columns = [pseudonym, ...study.fields, ...(missingReasons ? [missingReasonsColumn] : [])].map(({ name }) => name)
  const whose = `study ${id}${view.centre === undefined ? '' : `, centre ${view.centre}`}`
  const trace = await buildReadTrace(deps.keyedHash, whose, patients, columns)
  caller.recordRead({ ...trace, role: view.asRole, filter: study.filter, study: id })
  caller.note(`study ${id}, ${columns.length} columns, ${total} participants`)
  return { columns, total, ...shown, departures }
}
