import { randomUUID } from 'node:crypto'
import { importRun } from '@registry/db/schema/imports'
import type { Transaction } from '@registry/db/transaction'
import type { Database } from '@registry/db/connect'
import { storeCentrePart, type CentresFile } from '../../features/imports/centres-file.ts'
import { readImportContext, type ImportNeeds } from '../../features/imports/import-plan.ts'
import { importTimeLimit } from '../../features/imports/limits.ts'
import { removeReadableValue, ReportEntries, type FoundEntries } from '../../features/imports/report-entries.ts'
import { retryOnConflict } from '../../shared/retry.ts'
import type { CentrePart } from '../../features/imports/reading/centre-rows.ts'
import { beginImport } from '../../features/imports/run-import.ts'
import { logOperator, operator } from '../operator-log.ts'
import { storeCentre, type ImportedCentre } from './centres.ts'
import type { PatientFile } from './directory.ts'
import { runOrRollBack } from './dry-run.ts'
import { storeStudies, type StudyRow } from './studies.ts'
import { storeUsers, type UserChanges, type UserRow } from './users.ts'

/** The centres of the import with everything that belongs to each. */
export type CentreContent = {
  readonly centre: ImportedCentre
  readonly users: readonly UserRow[]
  readonly studies: readonly StudyRow[]
  readonly files: ReadonlyMap<PatientFile['file'], CentresFile>
}

type PartOutcome = { readonly ok: number; readonly ko: number; readonly changed: number; readonly found: FoundEntries }
export type CentreOutcome = {
  readonly centreChanges: number
  readonly userChanges: UserChanges
  readonly newStudies: number
  readonly dueLapses: number
  readonly parts: ReadonlyMap<PatientFile['file'], PartOutcome>
}

const timeLimit = importTimeLimit

/**
 * The rows of the same content that an earlier import stored without a refusal. They are not stored again, because people may have changed
 * the values since (REQ-OPS-25).
 */
const findStoredRows = async (
  { sql }: Transaction,
  centre: string,
  command: string,
  fileHashes: readonly string[],
): Promise<number | undefined> => {
  const [run] = await sql<{ ok: number }[]>`
    SELECT ok FROM import_run
    WHERE centre_code = ${centre} AND command = ${command} AND file_hash = ANY (${[...fileHashes]}::text[]) AND ko = 0 AND undone_at IS NULL LIMIT 1`
  return run?.ok
}

const storeRows = async (tx: Transaction, deps: ImportNeeds, centre: string, file: CentresFile, part: CentrePart): Promise<PartOutcome> => {
  const sender = { channel: 'centre', actor: operator, ipAddress: '' } as const
  const { context } = await readImportContext(tx, deps, { sender, centre, invites: false })
  const { ok, rows, changed } = await storeCentrePart(tx, context, file, part)
  const report = new ReportEntries()
  report.add(part.found)
  report.add(context.entries)
  return { ok, ko: rows - ok, changed, found: report.toData() }
}

const storePart = async (tx: Transaction, deps: ImportNeeds, centre: string, file: CentresFile): Promise<PartOutcome | undefined> => {
  const part = file.parts.get(centre)
  if (!part) return undefined
  const { command } = file.plan
  // The ledger itself says which papers are stored, and a paper replaces no later answer.
  if (command === 'paperConsents') return storeRows(tx, deps, centre, file, part)
  const fileHash = (await deps.keyedHash('imported file', part.digest)).toString('hex')
  const fileHashes = (await deps.keyedHash.all('imported file', part.digest)).map((hash) => hash.toString('hex'))
  const stored = part.found.rejectionCount === 0 ? await findStoredRows(tx, centre, command, fileHashes) : undefined
  if (stored !== undefined) return { ok: stored, ko: 0, changed: 0, found: new ReportEntries().toData() }
  const id = randomUUID()
  await tx.sql`SELECT set_config('app.import', ${id}, true)`
  const { ok, ko, changed, found } = await storeRows(tx, deps, centre, file, part)
  const report = new ReportEntries()
  report.add(found)
  await tx.db.insert(importRun).values({
    id,
    actor: operator,
    centreCode: centre,
    command,
    format: 'csv',
    fileHash,
    ok,
    ko,
    detail: report.list().map(removeReadableValue),
  })
  return { ok, ko, changed, found }
}

const storeContent = async (
  tx: Transaction,
  deps: ImportNeeds,
  { centre, users, studies, files }: CentreContent,
  startedAt: number,
): Promise<CentreOutcome> => {
  const code = centre.value.id
  await beginImport(tx, code, timeLimit)
  const centreChanges = await storeCentre(tx, centre)
  const userChanges = await storeUsers(tx, users)
  const newStudies = await storeStudies(tx, studies)
  const parts = new Map<PatientFile['file'], PartOutcome>()
  for (const [name, file] of files) {
    const outcome = await storePart(tx, deps, code, file)
    if (outcome) parts.set(name, outcome)
  }
  const counts = [...parts].map(([name, { ok, ko, changed }]) => `${name} ${ok} ok, ${ko} ko, ${changed} changed`)
  const detail = [`centre ${code}`, `${userChanges.granted} new roles, ${newStudies} new studies`, ...counts].join('; ')
  await logOperator(tx.sql, { command: 'import', action: 'APPLY', detail, milliseconds: performance.now() - startedAt })
  const [due] = await tx.sql<{ patients: number }[]>`SELECT count_due_lapses(${code}) AS patients`
  return { centreChanges, userChanges, newStudies, parts, dueLapses: due?.patients ?? 0 }
}

/** Stores everything of one centre in one transaction, so that after a crash it is there as a whole or not at all (FAULT-01). */
export const storeCentreContent = (
  database: Database,
  deps: ImportNeeds,
  content: CentreContent,
  isDryRun: boolean,
): Promise<CentreOutcome> => {
  const startedAt = performance.now()
  const context = { actor: operator, source: 'file', scope: { kind: 'centre', centre: content.centre.value.id } } as const
  const store = (tx: Transaction): Promise<CentreOutcome> => storeContent(tx, deps, content, startedAt)
  return retryOnConflict(() => runOrRollBack(database, context, store, { isDryRun, isolation: 'isolation level repeatable read' }))
}
