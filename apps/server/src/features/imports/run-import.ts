import { randomUUID } from 'node:crypto'
import { formatActorName, getPrincipals, type Caller } from '@registry/api-contract/caller'
import { importRun } from '@registry/db/schema/imports'
import type { Transaction } from '@registry/db/transaction'
import { mayUse } from '@registry/domain/access/permissions'
import { AppError } from '@registry/domain/error'
import type { ReadFormat } from '@registry/tabular/format'
import type { Deps } from '../../app/deps.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { withTimeLimit, type TimeLimit } from '../../http/time-limit.ts'
import { throwIfStopped, type UploadCall } from '../../http/legacy/upload-call.ts'
import { timeoutSettings } from './limits.ts'
import { describeSender, readImportContext, type BatchResult, type ImportContext, type ImportPlan } from './import-plan.ts'
import { findEarlierReport, recordReport, type Report } from './report.ts'
import { lockCentre, retryOnConflict } from '../../shared/retry.ts'
import { removeReadableValue, ReportEntries } from './report-entries.ts'
import { storeFile } from './staging.ts'
import { runStatement } from './staging-tables.ts'

/** An upload of a centre. A dry run gives the same report and stores nothing. */
export type ImportRequest = Pick<UploadCall, 'file' | 'progress' | 'stopped'> & {
  readonly plan: ImportPlan
  readonly centre: string
  readonly format: ReadFormat
  readonly dryRun: boolean
  /** An empty cell clears the stored value (REQ-IMP-04). */
  readonly emptyClears?: boolean
  /** A rejected row rejects the whole file, which then leaves nothing. */
  readonly allOrNothing?: boolean
}

/** A running request. Its signal aborts at the time limit. */
type RunningImport = ImportRequest & { readonly signal: AbortSignal }

/**
 * Planner settings of an import: no compilation, no parallel workers, and index access at the cost of cached pages. Postgres underestimates
 * the share of one centre, so it would choose a merge join over the whole registry.
 */
const plannerSettings = `SET LOCAL jit = off; SET LOCAL work_mem = '64MB'; SET LOCAL random_page_cost = 1.1;
  SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL enable_mergejoin = off`

/** Sets the limits of an import's transaction, waits for other imports of the centre, and prepares the planner. */
export const beginImport = async (tx: Transaction, centre: string, timeLimit: TimeLimit): Promise<void> => {
  await runStatement(tx, timeoutSettings(timeLimit))
  await lockCentre(tx, centre)
  await runStatement(tx, plannerSettings)
}

type Outcome = Report & Required<Pick<BatchResult, 'changed' | 'newInADay'>> & Pick<ImportContext, 'referenceValues' | 'changes'>

const importFile = async (
  deps: Deps,
  caller: Caller,
  tx: Transaction,
  { plan, centre, file, format, dryRun: isDryRun, emptyClears = false, progress, signal }: RunningImport,
): Promise<Outcome> => {
  signal.throwIfAborted()
  // After a conflict the rows are counted again.
  progress.update({ state: 'running', rows: 0 })
  await beginImport(tx, centre, deps.imports.timeLimit)
  const { context: readContext, reading } = await readImportContext(tx, deps, { sender: describeSender(caller), centre })
  const showsChanges = isDryRun && mayUse(getPrincipals(caller.actor), 'record:read')
  const context: ImportContext = { ...readContext, ...(showsChanges && { changes: { count: 0, first: [] } }) }
  const importedFile = { file, format, progress, signal }
  const { rows, found, ok, ...stored } = await storeFile(tx, context, plan, importedFile, {
    command: plan.command,
    format,
    emptyClears,
    ...reading,
  })
  await plan.finish?.(tx)
  // The last batch can end after the time limit or a stop.
  signal.throwIfAborted()
  const report = new ReportEntries()
  report.add(found)
  report.add(context.entries)
  const { referenceValues, changes } = context
  return { ok, ko: rows - ok, ...stored, entries: report.list(), referenceValues, ...(changes && { changes }) }
}

/** The source of the import in the history: `service` for a centre's program, `file` for a person. */
const nameSource = ({ actor }: Caller): 'service' | 'file' => (actor.kind === 'centre' ? 'service' : 'file')

/** Carries the report out of a transaction that must not commit. */
class RolledBack extends Error {
  readonly report: Outcome

  constructor(report: Outcome) {
    super('rolled back')
    this.report = report
  }
}

const takeRolledBack = (error: unknown): Outcome => {
  if (error instanceof RolledBack) return error.report
  throw error
}

const describeImport = ({ plan, format }: ImportRequest, { ok, ko }: Report): string => `${plan.command} ${format}, ${ok} ok, ${ko} ko`

const dryRun = async (deps: Deps, caller: Caller, request: RunningImport): Promise<Outcome> => {
  const rolledBack = readTransaction(
    deps,
    caller,
    async (tx): Promise<never> => {
      const outcome = await importFile(deps, caller, tx, request)
      await recordReport(deps, tx, caller, request.centre, [...outcome.entries, ...(outcome.changes?.first ?? [])])
      throw new RolledBack(outcome)
    },
    { centre: request.centre, source: nameSource(caller), isolation: 'isolation level repeatable read' },
  )
  const report = await rolledBack.catch(takeRolledBack)
  caller.note(`dry run of ${describeImport(request, report)}`)
  return report
}

const storeImport = async (deps: Deps, caller: Caller, request: RunningImport): Promise<Outcome> => {
  const importId = randomUUID()
  const { plan, centre, file, format, allOrNothing = false } = request
  const fileHash = (await deps.keyedHash('imported file', file.sha256)).toString('hex')
  const fileHashes = (await deps.keyedHash.all('imported file', file.sha256)).map((hash) => hash.toString('hex'))
  const stored = writeTransaction(
    deps,
    caller,
    async (tx) => {
      const outcome = await importFile(deps, caller, tx, request)
      if (allOrNothing && outcome.ko > 0) {
        await recordReport(deps, tx, caller, centre, outcome.entries)
        caller.note(`rejected ${describeImport(request, outcome)}`)
        throw new RolledBack(outcome)
      }
      const earlier = outcome.changed === 0 && (await findEarlierReport(tx, { centre, command: plan.command, fileHashes }, outcome))
      const { ok, ko, entries } = earlier || outcome
      await recordReport(deps, tx, caller, centre, entries)
      await tx.db.insert(importRun).values({
        id: importId,
        actor: formatActorName(caller.actor),
        centreCode: centre,
        command: plan.command,
        format,
        fileHash,
        ok,
        ko,
        detail: entries.map(removeReadableValue),
      })
      caller.note(`import ${importId}: ${describeImport(request, { ok, ko, entries })}, ${outcome.changed} changed`)
      return { ...outcome, ok, ko, entries }
    },
    { centre, source: nameSource(caller), importId, isolation: 'isolation level repeatable read' },
  )
  return stored.catch(takeRolledBack)
}

/**
 * Imports a file. Rows, history, report and audit entry are one transaction, so that a failure leaves all or nothing (FAULT-01). The
 * transaction reads one snapshot, so that it writes what it checked (FAULT-14). It ends within its time limit (FAULT-06).
 */
export const runImport = async (deps: Deps, caller: Caller, request: ImportRequest): Promise<Outcome> => {
  const { queue, timeLimit } = deps.imports
  const timeout = {
    error: new AppError('import_took_too_long', { minutes: Math.ceil(timeLimit.milliseconds / 60_000) }),
    onAbandoned: () => deps.log.error({ requestId: caller.requestId }, 'an import did not end at its time limit and was abandoned'),
  }
  const { stopped } = request
  const work = (limit: AbortSignal): Promise<Outcome> => {
    const signal = stopped ? AbortSignal.any([limit, stopped]) : limit
    return retryOnConflict(() =>
      request.dryRun ? dryRun(deps, caller, { ...request, signal }) : storeImport(deps, caller, { ...request, signal }),
    )
  }
  request.progress.update({ state: 'waiting' })
  try {
    return await queue.run(request.centre, () => withTimeLimit(timeLimit, timeout, work), stopped)
  } catch (error) {
    throwIfStopped(stopped)
    throw error
  }
}
