import type { Transaction } from '@registry/db/transaction'
import type { Field } from '@registry/domain/fields/dictionary'
import { blockColumns, type BlockCommand } from '@registry/domain/imports/columns'
import { buildBlockChecks, selectCheckedRows, type BlockChecks } from './block-checks.ts'
import { consentErrorSql, writeAccepted, writeRowsWithoutFindings } from './block-queries.ts'
import { countAccepted, createFailureTable, listFailures, runChecks } from './checks.ts'
import { mergeFindings, noFindings } from './findings.ts'
import { listIgnoredColumns, type BatchResult, type ImportContext, type ImportPlan, type RowStore } from './import-plan.ts'
import { blocks, listFileFields, type FileFields } from './record-sql.ts'
import type { StagedBatch } from './staging.ts'
import { createRestTable, createTargetTable, findTargets, listTargetErrors, takeRest } from './staging-tables.ts'
import { removeWithdrawnRows } from './withdrawn-rows.ts'

const emptyBatch: StagedBatch = { rows: 0, columns: new Set(), cleared: new Set() }
const nothingStored: BatchResult = { ok: 0, changed: 0, found: noFindings }

const mergeBatches = (one: StagedBatch, other: StagedBatch): StagedBatch => ({
  rows: one.rows + other.rows,
  columns: one.columns.union(other.columns),
  cleared: one.cleared.union(other.cleared),
})

/** The fewest rows with findings that are worth their statements before the end of the file. */
const minRest = 2500

/**
 * Stores the rows of a file. Those without findings are written with their batch; the others wait until they are many, or the file ends,
 * because they take ten statements.
 */
class BlockStore implements RowStore {
  readonly #tx: Transaction
  readonly #context: ImportContext
  readonly #command: BlockCommand
  /** The waiting rows, and whether their table exists. It has the columns of the staging table. */
  #rest: StagedBatch = emptyBatch
  #hasRestTable = false

  constructor(tx: Transaction, context: ImportContext, command: BlockCommand) {
    this.#tx = tx
    this.#context = context
    this.#command = command
  }

  async store(batch: StagedBatch): Promise<BatchResult> {
    if (!this.#hasRestTable) await createRestTable(this.#tx)
    this.#hasRestTable = true
    const withdrawn = await removeWithdrawnRows(this.#tx, this.#context, batch)
    const { file, checks } = this.#prepare(batch)
    const rows = batch.rows - withdrawn.refusalCount
    const written = await writeRowsWithoutFindings(this.#tx, file, checks, rows)
    this.#rest = mergeBatches(this.#rest, { ...batch, rows: rows - written })
    const others = this.#rest.rows < minRest ? nothingStored : await this.end()
    return { found: mergeFindings(withdrawn, others.found), ok: written + others.ok, changed: written + others.changed }
  }

  /** Finds the patients of the waiting rows, runs the checks, writes the accepted rows and lists the findings. */
  async end(): Promise<BatchResult> {
    // The next table for them can have other columns.
    this.#hasRestTable = false
    if (this.#rest.rows === 0) return nothingStored
    await takeRest(this.#tx)
    await createTargetTable(this.#tx)
    await createFailureTable(this.#tx)
    const { file, checks } = this.#prepare(this.#rest)
    this.#rest = emptyBatch
    await findTargets(this.#tx, { known: consentErrorSql(blocks[this.#command].block), unknown: "'import_patient_unknown'" })
    await runChecks(this.#tx, checks.checks, selectCheckedRows(checks))
    const changed = await writeAccepted(this.#tx, file)
    const found = mergeFindings(await listTargetErrors(this.#tx), await listFailures(this.#tx, checks.checks))
    return { ok: await countAccepted(this.#tx), changed, found }
  }

  #prepare(batch: StagedBatch): { readonly file: FileFields; readonly checks: BlockChecks } {
    const file = listFileFields(this.#command, batch)
    return { file, checks: buildBlockChecks(file, this.#context.referenceValues, this.#context.today) }
  }
}

/** Imports a file into one block of the record. Every step handles a set of rows (REQ-IMP-05, REQ-CRF-02). */
const putBlock = (command: BlockCommand): ImportPlan => {
  const columns = blockColumns[command]
  const staged = columns.filter(({ use }) => use !== 'key' && use !== 'derived').map(({ field }) => field)
  const formatColumns = (fields: readonly Field[]): readonly string[] => fields.map(({ table, column }) => `${table}."${column}"`)
  return {
    command,
    columns: [
      ...columns.map(({ field, use }) => ({ name: field.name, required: use === 'key', key: use === 'key' })),
      ...listIgnoredColumns(command),
    ],
    stagingColumns: formatColumns(staged),
    chooseStagingColumns: (ofFile) => formatColumns(staged.filter(({ column }) => ofFile.has(column))),
    open: (tx, context) => new BlockStore(tx, context, command),
  }
}

export const putPersonalData = putBlock('putPersonalData')
export const putMedicalData = putBlock('putMedicalData')
