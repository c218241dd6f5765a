import { randomUUID } from 'node:crypto'
import { formatActorName, type Caller } from '@registry/api-contract/caller'
import { importRun } from '@registry/db/schema/imports'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { referenceTables } from '@registry/domain/reference/tables'
import { listSelectableIds } from '@registry/domain/reference/reference-values'
import type { TableFormat } from '@registry/tabular/format'
import { formatItalianDay } from '../../day.ts'
import type { Deps } from '../../deps.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { withTimeLimit } from '../../http/time-limit.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import { readReferenceValues } from '../../reference-values.ts'
import { readNotificationLimits } from '../../jobs/notification-limits.ts'
import { findEarlierReport } from './idempotency.ts'
import { sortEntries, noFindings, mergeFindings } from './entries.ts'
import { timeoutSettings } from './limits.ts'
import type { ImportPlan, BatchResult } from './import-plan.ts'
import type { Report } from './report.ts'
import { runStatement } from './sql.ts'
import { createStagingTable, stageAndStore, type BatchStore } from './staging.ts'
import { lockCentre, retryOnConflict } from './retry.ts'

/** What a centre asks for with a file. A dry run answers the same and stores nothing (D4). */
export type ImportRequest = {
  readonly plan: ImportPlan
  readonly centre: string
  readonly file: UploadedFile
  readonly format: TableFormat
  readonly dryRun: boolean
}

/** A request while it runs; the signal aborts at its time limit. */
type Running = ImportRequest & { readonly signal: AbortSignal }

/**
 * Compiling for one run costs more than it gains, other processors serve other people, and what a file is about is in memory as a rule.
 * The planner takes a centre for a small part of the registry, and would go through the whole in the order of its keys.
 */
const settings = `SET LOCAL jit = off; SET LOCAL work_mem = '64MB'; SET LOCAL random_page_cost = 1.1;
  SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL enable_mergejoin = off`

type Outcome = Report & Required<Pick<BatchResult, 'changed' | 'newInADay'>>

const importFile = async (
  deps: Deps,
  caller: Caller,
  tx: Transaction,
  { plan, centre, file, format, signal }: Running,
): Promise<Outcome> => {
  signal.throwIfAborted()
  await runStatement(tx, timeoutSettings(deps.imports.timeLimit))
  await lockCentre(tx, centre)
  await runStatement(tx, settings)
  const [referenceValues, today] = [await readReferenceValues(tx), formatItalianDay(deps.clock())]
  const listed = Object.fromEntries(referenceTables.map((table) => [table, [...listSelectableIds(referenceValues(table))]]))
  const { mobilePrefixes: prefixes } = await readNotificationLimits(tx)
  const sum = { ok: 0, changed: 0, newInADay: 0, found: noFindings }
  const storing: BatchStore = {
    prepare: async () => {
      await createStagingTable(tx, plan.staging)
      await plan.prepare(tx)
    },
    store: async (staged) => {
      const stored = await plan.store(tx, { deps, by: caller, centre, referenceValues, today }, staged)
      sum.ok += stored.ok
      sum.changed += stored.changed
      sum.newInADay = stored.newInADay ?? 0
      sum.found = mergeFindings(sum.found, stored.found)
      await runStatement(tx, `TRUNCATE ${plan.tables.join(', ')}`)
    },
  }
  const read = { file, format, columns: plan.columns, signal }
  const { rows, found } = await stageAndStore(tx, deps.readers, read, { command: plan.command, today, listed, prefixes }, storing)
  return {
    ok: sum.ok,
    ko: rows - sum.ok,
    changed: sum.changed,
    newInADay: sum.newInADay,
    lines: sortEntries(mergeFindings(found, sum.found)),
  }
}

/** A centre's program writes as a service, a person with a file as that (D14). */
const via = ({ actor }: Caller): 'service' | 'file' => (actor.kind === 'centre' ? 'service' : 'file')

/** Carries the report out of a transaction that must not commit. */
class DryRun extends Error {
  readonly report: Outcome

  constructor(report: Outcome) {
    super('dry run')
    this.report = report
  }
}

const describeImport = ({ plan, format }: ImportRequest, { ok, ko }: Report): string => `${plan.command} ${format}, ${ok} ok, ${ko} ko`

const dryRun = async (deps: Deps, caller: Caller, request: Running): Promise<Outcome> => {
  const rolledBack = readTransaction(
    deps,
    caller,
    async (tx): Promise<never> => {
      throw new DryRun(await importFile(deps, caller, tx, request))
    },
    { centre: request.centre, via: via(caller), isolation: 'isolation level repeatable read' },
  )
  const report = await rolledBack.catch((error: unknown) => {
    if (error instanceof DryRun) return error.report
    throw error
  })
  caller.note(`dry run of ${describeImport(request, report)}`)
  return report
}

const store = async (deps: Deps, caller: Caller, request: Running): Promise<Outcome> => {
  const importId = randomUUID()
  const { plan, centre, file, format } = request
  const fileHash = (await deps.keyedHash('imported file', file.sha256)).toString('hex')
  return writeTransaction(
    deps,
    caller,
    async (tx) => {
      const outcome = await importFile(deps, caller, tx, request)
      const before = outcome.changed === 0 && (await findEarlierReport(tx, { centre, command: plan.command, fileHash }, outcome))
      const { ok, ko, lines } = before || outcome
      await tx.db.insert(importRun).values({
        id: importId,
        actor: formatActorName(caller.actor),
        centerCode: centre,
        command: plan.command,
        format,
        fileHash,
        ok,
        ko,
        detail: lines,
      })
      caller.note(`load ${importId}: ${describeImport(request, { ok, ko, lines })}, ${outcome.changed} changed`)
      return { ...outcome, ok, ko, lines }
    },
    { centre, via: via(caller), importId, isolation: 'isolation level repeatable read' },
  )
}

/**
 * Loads a file: rows, history, report and log entry are one transaction on one picture of the data, so that after a fault there are all
 * of them or none (D4, FAULT-01) and what was checked is what is written (FAULT-14). It ends in an answer within its time limit.
 */
export const runImport = (deps: Deps, caller: Caller, request: ImportRequest): Promise<Outcome> => {
  const { queue, timeLimit } = deps.imports
  const reached = {
    error: new AppError('import_took_too_long', { minutes: Math.ceil(timeLimit.milliseconds / 60_000) }),
    onAbandoned: () => deps.log.error({ requestId: caller.requestId }, 'an import did not end at its time limit and was abandoned'),
  }
  const work = (signal: AbortSignal): Promise<Outcome> =>
    retryOnConflict(() => (request.dryRun ? dryRun(deps, caller, { ...request, signal }) : store(deps, caller, { ...request, signal })))
  return queue.run(request.centre, () => withTimeLimit(timeLimit, reached, work))
}
