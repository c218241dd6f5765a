import { setTimeout as sleep } from 'node:timers/promises'
import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { FileFormat, FilterRun, LeftOut, SavedFilter } from '@registry/api-contract/saved-filters'
import type { Transaction } from '@registry/db/transaction'
import type { Deps } from '../../deps.ts'
import { toAppError } from '../../to-app-error.ts'
import { writeTransaction } from '../../audit/operation.ts'
import { hashPatientSet } from '../../audit/read-trace.ts'
import { raiseAlarms } from './export-alarms.ts'
import { countLeftOut, countSmallGroups, insertManifest, insertOutcome, selectPatients, type Outcome, type SmallGroups } from './queries.ts'
import type { Areas, FilterQuery } from '../../filter-query.ts'

/**
 * The patients of an export, selected before the first byte in the same snapshot. The ids stay one text for Postgres, because an array of
 * a million numbers would use too much memory.
 */
export type ChosenPatients = {
  readonly total: number
  readonly patientIds: string
  /** Number of anonymised records, which have no id (REQ-CON-08). */
  readonly anonymous: number
  readonly leftOut: LeftOut
  readonly groups: SmallGroups
}

/** Selects the patients of a filter and counts those left out and those in small groups (REQ-EXP-04). */
export const choosePatients = async (tx: Transaction, { where }: FilterQuery, today: string, areas?: Areas): Promise<ChosenPatients> => {
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

/** Exact or coarser values, and why exact ones are needed (REQ-EXP-06, REQ-EXP-07). */
export type Precision = { readonly generalise: boolean; readonly reason: string | undefined }

export type Export = {
  readonly id: string
  readonly run: FilterRun
  readonly format: FileFormat
  readonly filter: SavedFilter
  readonly query: FilterQuery
  readonly precision: Precision
}

/** Commits the manifest together with the audit entry, before the first byte (REQ-EXP-04). */
export const writeManifest = (deps: Deps, caller: Caller, exported: Export, chosen: ChosenPatients): Promise<void> =>
  writeTransaction(deps, caller, async (tx) => {
    const { id, run, format, filter, query, precision } = exported
    const { total, patientIds, anonymous, leftOut, groups } = chosen
    const columns = query.fields.map((field) => field.name)
    const setHash = await hashPatientSet(deps.keyedHash, patientIds)
    // The manifest contains the patient ids.
    caller.recordRead({
      whose: `filter ${filter.id} version ${filter.version} as ${run.asRole}, export ${id}`,
      columns,
      count: total,
      setHash,
    })
    caller.note(`export ${id}: filter ${filter.id} version ${filter.version}, ${format}, ${query.fields.length} columns, ${total} patients`)
    await raiseAlarms(deps, tx, caller, exported, { ...chosen, setHash })
    await insertManifest(tx, {
      patientIds,
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
      generalised: precision.generalise,
      reason: precision.reason ?? null,
    })
  })

/** Attempts to store an outcome while the database is unavailable. Afterwards the next start marks the export as interrupted. */
const maxOutcomeAttempts = 60
const retryDelayMs = 1000

/** Stores the outcome of an export. Its audit entry was written with the manifest. */
export const writeOutcome = async (
  deps: Deps,
  caller: Caller,
  manifestId: string,
  outcome: Outcome,
  attempts = maxOutcomeAttempts,
): Promise<void> => {
  try {
    await writeTransaction(deps, caller, (tx) => insertOutcome(tx, manifestId, outcome))
  } catch (error) {
    if (attempts <= 1 || toAppError(error)?.detail.code !== 'not_ready') throw error
    await sleep(retryDelayMs, undefined, { ref: false })
    await writeOutcome(deps, caller, manifestId, outcome, attempts - 1)
  }
}
