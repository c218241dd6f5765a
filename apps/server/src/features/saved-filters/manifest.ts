import { sql } from 'drizzle-orm'
import { logName, type Caller } from '@registry/api-contract/caller'
import type { FileFormat, FilterRun, SavedFilter } from '@registry/api-contract/saved-filters'
import { exportManifest, exportOutcome } from '@registry/db/schema/exports'
import { asRole, type Transaction } from '@registry/db/transaction'
import type { Deps } from '../../deps.ts'
import { transact } from '../../edge/operation.ts'
import { hashOfSet } from '../../edge/reads.ts'
import type { FilterQuery, Sources } from './query.ts'

/**
 * Whose rows an export will have: decided before its first byte leaves, in the same picture of the data. The ids stay the text that
 * Postgres writes and reads again, since a million of them as numbers would be the largest thing in the server.
 */
export type Chosen = {
  readonly total: number
  readonly patientIds: string
  /** Rows of anonymised records, which are counted and not named (D8). */
  readonly anonymous: number
  readonly excludedNoConsent: number
}

/** The patients that a filter finds, and how many of the role's patients it could not look at for want of consent. */
export const choose = async (tx: Transaction, { patients, anonymous }: Sources): Promise<Chosen> => {
  const [scope] = await tx.sql<{ excluded: number }[]>`SELECT count(*)::int AS excluded FROM patient WHERE c_db IS NOT TRUE`
  const [set] = await asRole(tx, 'registry_filter', ({ sql }) =>
    sql.unsafe<{ total: number; ids: string; anonymous: number }[]>(
      `SELECT count(*)::int AS total, coalesce(string_agg(id::text, ',' ORDER BY id), '') AS ids, (SELECT count(*)::int ${anonymous}) AS anonymous ${patients}`,
    ),
  )
  const unnamed = set?.anonymous ?? 0
  return { total: (set?.total ?? 0) + unnamed, patientIds: set?.ids ?? '', anonymous: unnamed, excludedNoConsent: scope?.excluded ?? 0 }
}

export type Export = {
  readonly id: string
  readonly run: FilterRun
  readonly format: FileFormat
  readonly filter: SavedFilter
  readonly query: FilterQuery
}

/** Who takes what, committed with the log entry before the first byte (architecture, section 5). */
export const writeManifest = (deps: Deps, by: Caller, { id, run, format, filter, query }: Export, chosen: Chosen): Promise<void> =>
  transact(deps, by, async ({ db }) => {
    const { total, patientIds, anonymous, excludedNoConsent } = chosen
    const columns = query.fields.map((field) => field.name)
    const setHash = await hashOfSet(deps.keyedHash, patientIds)
    await db.insert(exportManifest).values({
      anonymous,
      excludedNoConsent,
      patientIds: sql`string_to_array(${patientIds}, ',')::integer[]`,
      id,
      by: logName(by.actor),
      asRole: run.asRole,
      filterId: filter.id,
      filterVersion: filter.version,
      format,
      columns,
      setHash,
    })
    // Whose rows they are stands in the manifest, number by number.
    by.reads({ whose: `filter ${filter.id} version ${filter.version} as ${run.asRole}, export ${id}`, columns, count: total, setHash })
    by.note(`export ${id}: filter ${filter.id} version ${filter.version}, ${format}, ${query.fields.length} columns, ${total} patients`)
  })

export type Outcome = {
  readonly outcome: 'complete' | 'partial' | 'failed'
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** How an export ended; the entry of its command stands already, with the manifest. */
export const writeOutcome = (deps: Deps, by: Caller, manifestId: string, outcome: Outcome): Promise<void> =>
  transact(deps, by, async ({ db }) => {
    await db.insert(exportOutcome).values({ manifestId, ...outcome })
  })
