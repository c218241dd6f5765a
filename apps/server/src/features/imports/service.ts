import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { ImportedFile, ImportPage } from '@registry/api-contract/imports'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { observedAnalytes } from '@registry/domain/observations/analytes'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import type { Deps } from '../../app/deps.ts'
import { buildReadTrace } from '../../audit/read-trace.ts'
import { readReferenceValues } from '../../shared/reference-values.ts'
import { findStoredReport, formatReport, recordReport } from './report.ts'
import { retryOnConflict } from '../../shared/retry.ts'
import { countRegistrations, undoImport } from './undo.ts'

/** The number of files on one page. */
const pageSize = 50

type Row = Omit<ImportedFile, 'at' | 'undone'> & { readonly at: string; readonly undone_at: string | null; readonly undone_by: string }

const readFile = ({ undone_at: undoneAt, undone_by: by, at, ...row }: Row): ImportedFile => ({
  ...row,
  at: new Date(at).toISOString(),
  undone: undoneAt === null ? null : { at: new Date(undoneAt).toISOString(), by },
})

const listFiles = async ({ sql }: Transaction, centre: string, cursor: string | undefined): Promise<ImportPage> => {
  const after =
    cursor === undefined ? sql`` : sql`AND (at, id) < (SELECT last.at, last.id FROM import_run AS last WHERE last.id = ${cursor})`
  const rows = await sql<Row[]>`SELECT id, at, actor, command, format, ok, ko, undone_at, undone_by FROM import_run
    WHERE centre_code = ${centre} ${after} ORDER BY at DESC, id DESC LIMIT ${pageSize + 1}`
  const files = rows.slice(0, pageSize).map(readFile)
  const last = files.at(-1)
  return rows.length > pageSize && last ? { files, next: last.id } : { files }
}

/** The columns that the results which an undo keeps reveal. */
const keptColumns = ['CENTER_ID', ...new Set(observedAnalytes.map(({ field }) => field.name))]

/** The imports of a centre and their reports (REQ-IMP-15). */
export const imports = (deps: Deps): Services['imports'] => ({
  list: (caller, query) => {
    const centre = findCallerCentre(caller, query.centre)
    return readTransaction(deps, caller, (tx) => listFiles(tx, centre, query.cursor), { centre })
  },
  report: async (caller: Caller, query) => {
    const centre = findCallerCentre(caller, query.centre)
    const findReport = async (tx: Transaction) => {
      const found = await findStoredReport(tx, query.id)
      if (!found) throw new AppError('not_found')
      await recordReport(deps, tx, caller, centre, found.entries)
      return formatReport({ ...deps, referenceValues: await readReferenceValues(tx) }, caller, found).report
    }
    return readTransaction(deps, caller, findReport, { centre })
  },
  registrations: (caller, query) => {
    const centre = findCallerCentre(caller, query.centre)
    return readTransaction(deps, caller, (tx) => countRegistrations(tx, query.id), { centre })
  },
  progress: async (caller, uploadId) => deps.uploads.progress.find(caller, uploadId),
  undo: async (caller, { centre: named, id, reason }) => {
    const centre = findCallerCentre(caller, named)
    const undo = async (tx: Transaction) => {
      const { patients, kept, named } = await undoImport(tx, { centre, id, reason })
      caller.note(`import ${id} undone, ${patients} records`)
      caller.recordRead(await buildReadTrace(deps.keyedHash, `undo of an import, centre ${centre}`, named, keptColumns))
      return { patients, ...(kept && { kept }) }
    }
    const context = { centre, isolation: 'isolation level repeatable read', ...(reason !== undefined && { reason }) } as const
    return retryOnConflict(() => writeTransaction(deps, caller, undo, context))
  },
})
