import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { FileFormat, FilterRun, LeftOut, SavedFilter } from '@registry/api-contract/saved-filters'
import { exportManifest, exportOutcome } from '@registry/db/schema/exports'
import { quotedLiterals } from '@registry/db/sql/expression'
import { withRole, type Transaction } from '@registry/db/transaction'
import type { Deps } from '../../deps.ts'
import { toAppError } from '../../http/errors.ts'
import { writeTransaction } from '../../audit/operation.ts'
import { hashPatientSet } from '../../audit/read-trace.ts'
import { raiseAlarms } from './export-alarms.ts'
import { countLeftOut, type FilterCounts } from './left-out.ts'
import { buildCountQuery, type FilterQuery } from './query.ts'
import { countSmallGroups, type SmallGroups } from './small-groups.ts'

/**
 * Whose rows an export will have: decided before its first byte leaves, in the same picture of the data. The ids stay the text that
 * Postgres writes and reads again, since a million of them as numbers would be the largest thing in the server.
 */
export type ChosenPatients = {
  readonly total: number
  readonly patientIds: string
  /** Rows of anonymised records, which are counted and not named (D8). */
  readonly anonymous: number
  readonly leftOut: LeftOut
  readonly groups: SmallGroups
}

const ids = `, coalesce(string_agg(id::text, ',' ORDER BY id) FILTER (WHERE meets), '') AS ids`

/** The patients that a filter finds, whom it leaves out and why, and how many could be told apart (D10). */
export const choosePatients = async (tx: Transaction, { where }: FilterQuery, today: string): Promise<ChosenPatients> => {
  const [found] = await withRole(tx, 'registry_filter', ({ sql }) =>
    sql.unsafe<(FilterCounts & { ids: string })[]>(buildCountQuery(where, quotedLiterals, today, ids)),
  )
  const patientIds = found?.ids ?? ''
  const anonymous = found?.anonymous ?? 0
  return {
    total: (found?.total ?? 0) + anonymous,
    patientIds,
    anonymous,
    leftOut: await countLeftOut(tx, found),
    groups: await countSmallGroups(tx, patientIds, today),
  }
}

export type Export = {
  readonly id: string
  readonly run: FilterRun
  readonly format: FileFormat
  readonly filter: SavedFilter
  readonly query: FilterQuery
}

/** Who takes what, committed with the log entry before the first byte (architecture, section 5). */
export const writeManifest = (deps: Deps, caller: Caller, exported: Export, chosen: ChosenPatients): Promise<void> =>
  writeTransaction(deps, caller, async (tx) => {
    const { id, run, format, filter, query } = exported
    const { total, patientIds, anonymous, leftOut, groups } = chosen
    const columns = query.fields.map((field) => field.name)
    const setHash = await hashPatientSet(deps.keyedHash, patientIds)
    // Whose rows they are stands in the manifest, number by number.
    caller.recordRead({
      whose: `filter ${filter.id} version ${filter.version} as ${run.asRole}, export ${id}`,
      columns,
      count: total,
      setHash,
    })
    caller.note(`export ${id}: filter ${filter.id} version ${filter.version}, ${format}, ${query.fields.length} columns, ${total} patients`)
    await raiseAlarms(deps, tx, caller, exported, { ...chosen, setHash })
    await tx.db.insert(exportManifest).values({
      patientIds: sql`string_to_array(${patientIds}, ',')::integer[]`,
      id,
      actor: formatActorName(caller.actor),
      asRole: run.asRole,
      filterId: filter.id,
      filterVersion: filter.version,
      format,
      columns,
      setHash,
      anonymous,
      excludedNoConsent: leftOut.noConsent,
      excludedNoAnswer: leftOut.noAnswer,
      excludedNoValue: leftOut.noValue,
      uniqueRows: groups.alone,
      rowsInSmallGroups: groups.inSmallGroups,
    })
  })

export type Outcome = {
  readonly outcome: 'complete' | 'partial' | 'failed'
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** A database that is gone for a moment must not take the outcome with it; after this long the next start marks the export. */
const outcomeTries = 60
const betweenTriesMs = 1000

/** How an export ended; the entry of its command stands already, with the manifest. */
export const writeOutcome = async (
  deps: Deps,
  caller: Caller,
  manifestId: string,
  outcome: Outcome,
  tries = outcomeTries,
): Promise<void> => {
  try {
    await writeTransaction(deps, caller, ({ db }) =>
      db
        .insert(exportOutcome)
        .values({ manifestId, ...outcome })
        .onConflictDoNothing(),
    )
  } catch (error) {
    if (tries <= 1 || toAppError(error)?.detail.code !== 'not_ready') throw error
    await sleep(betweenTriesMs, undefined, { ref: false })
    await writeOutcome(deps, caller, manifestId, outcome, tries - 1)
  }
}

/** Holds an export's lock until the transaction ends, so that nobody takes it for an interrupted one. */
export const lockExport = async ({ sql }: Transaction, manifestId: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('export'), hashtext(${manifestId}))`
}
