import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { AppError, type ErrorDetail } from '@registry/domain/error'
import { getField } from '@registry/domain/fields/dictionary'
import { buildReader } from '@registry/domain/fields/reader'
import type { TableFormat } from '@registry/tabular/format'
import { cleanText } from '@registry/domain/text'
import { CLEAR, isProblem, type Batch, type Cell } from '@registry/tabular/table'
import { appErrorFromTable } from '../../shared/errors/app-error-from-table.ts'
import { writeTransaction } from '../../audit/operation.ts'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'
import { throwIfStopped, type UploadCall } from '../../http/legacy/upload-call.ts'
import { inviteDecided, requireDecidableStudy, storeDecisions } from './decide.ts'

const codeColumn = 'center_id'
/** The columns of the file that a centre retrieves; only the first three are read (document 2, section 7). */
const columns = [
  { name: 'StudyCode', required: true },
  { name: codeColumn, required: true },
  { name: 'approved', required: true },
  { name: 'name' },
  { name: 'surname' },
  { name: 'study_patient_status' },
]

/** The maximum number of entries in one report (REQ-IMP-05). */
const maxEntries = 1000

type Entry = { readonly row: number; readonly key: string; readonly detail: ErrorDetail; readonly field?: string; readonly warning?: true }
type Decision = { readonly row: number; readonly studyId: string; readonly centrePatientCode: string; readonly approved: boolean | null }
export type PutReport = { readonly ok: number; readonly ko: number; readonly entries: readonly Entry[] }

/** Rolls a dry run back and carries its report out of the transaction. */
class DryRun extends Error {
  readonly report: PutReport
  constructor(report: PutReport) {
    super('dry run')
    this.report = report
  }
}

const booleanReader = buildReader(getField('c_s'), { today: '', referenceIds: () => new Set() })

const asText = (cell: Cell | undefined): string => (typeof cell === 'string' || typeof cell === 'number' ? cleanText(String(cell)) : '')

/** Parses the decision of one row. An empty cell keeps the stored decision, `\\N` withdraws it (REQ-IMP-04). */
const parseDecision = (cell: Cell | undefined): { readonly approved: boolean | null | undefined } | { readonly error: ErrorDetail } => {
  if (cell === CLEAR) return { approved: null }
  if (asText(cell) === '') return { approved: undefined }
  const { text, error } = booleanReader.text(asText(cell))
  return error ? { error } : { approved: text === 'true' }
}

type Target = { readonly centre: string; readonly today: string }
type OpenStudy = Awaited<ReturnType<typeof requireDecidableStudy>>

/** Collects the report of a file: the first errors, and the count of all. */
class Importer {
  readonly #tx: Transaction
  readonly #target: Target
  readonly #studies = new Map<string, OpenStudy | ErrorDetail>()
  readonly #entries: Entry[] = []
  #ignored: readonly string[] = []
  #ok = 0
  #ko = 0

  constructor(tx: Transaction, target: Target) {
    this.#tx = tx
    this.#target = target
  }

  #reject(entry: Entry): void {
    this.#ko += 1
    if (this.#entries.length < maxEntries) this.#entries.push(entry)
  }

  async #findStudy(id: string): Promise<OpenStudy | ErrorDetail> {
    const known = this.#studies.get(id)
    if (known) return known
    const { centre, today } = this.#target
    const found = await requireDecidableStudy(this.#tx, { id, centre }, today).catch((error: unknown) => {
      if (error instanceof AppError) return error.detail
      throw error
    })
    this.#studies.set(id, found)
    return found
  }

  /** Parses the rows of a batch; rejected ones go to the report. */
  #parse({ columns: names, ignored, rows }: Batch): Decision[] {
    this.#ignored = ignored
    const [study, code, approved] = columns.map(({ name }) => names.indexOf(name))
    return rows.flatMap(({ number: row, cells, problem }) => {
      const unread = problem ?? cells.find(isProblem)
      if (unread) {
        this.#reject({ row, key: asText(cells[code ?? -1]), detail: { code: unread.problem, params: unread.params } })
        return []
      }
      const [studyId, centrePatientCode, decision] = [
        asText(cells[study ?? -1]),
        asText(cells[code ?? -1]),
        parseDecision(cells[approved ?? -1]),
      ]
      const missing = studyId === '' ? 'StudyCode' : centrePatientCode === '' ? codeColumn : undefined
      if (missing !== undefined) this.#reject({ row, key: centrePatientCode, field: missing, detail: { code: 'field_required' } })
      else if ('error' in decision) this.#reject({ row, key: centrePatientCode, field: 'approved', detail: decision.error })
      else if (decision.approved === undefined) this.#ok += 1
      else return [{ row, studyId, centrePatientCode, approved: decision.approved }]
      return []
    })
  }

  async add(batch: Batch): Promise<void> {
    const { centre, today } = this.#target
    for (const [id, decisions] of Map.groupBy(this.#parse(batch), ({ studyId }) => studyId)) {
      const study = await this.#findStudy(id)
      if ('code' in study) {
        for (const { row, centrePatientCode } of decisions) this.#reject({ row, key: centrePatientCode, detail: study })
        continue
      }
      const { refused } = await storeDecisions(this.#tx, { id, centre, study }, decisions, today)
      const reasons = new Map(refused.map(({ centrePatientCode, code }) => [centrePatientCode, code]))
      for (const { row, centrePatientCode } of decisions) {
        const code = reasons.get(centrePatientCode)
        if (code === undefined) this.#ok += 1
        else this.#reject({ row, key: centrePatientCode, detail: { code } })
      }
    }
  }

  /** Invites the approved candidates of every study of the file, and returns the report. */
  async finish(deps: Deps): Promise<PutReport> {
    const { centre, today } = this.#target
    for (const [id, study] of this.#studies) if (!('code' in study)) await inviteDecided(deps, this.#tx, { id, centre, study }, today)
    const sorted = this.#entries.toSorted((a, b) => a.row - b.row)
    const more = this.#ko - sorted.length
    const warnings = this.#ignored.map((field): Entry => ({
      row: 0,
      key: '',
      field,
      detail: { code: 'import_column_ignored' },
      warning: true,
    }))
    return {
      ok: this.#ok,
      ko: this.#ko,
      entries: [
        ...warnings,
        ...sorted,
        ...(more > 0 ? [{ row: 0, key: '', detail: { code: 'import_more', params: { count: more } } } as const] : []),
      ],
    }
  }
}

type Upload = Pick<UploadCall, 'file' | 'progress' | 'stopped'> & {
  readonly centre: string
  readonly format: TableFormat
  readonly dryRun: boolean
}

/** Stores the decisions of a file in one transaction: valid rows are stored, invalid rows are reported (REQ-IMP-05, REQ-STU-06). */
export const putStudyPatients = async (deps: Deps, caller: Caller, upload: Upload): Promise<PutReport> => {
  const { centre, file, format, dryRun, progress, stopped } = upload
  const today = formatItalianDay(deps.clock())
  const work = async (tx: Transaction): Promise<PutReport> => {
    const importer = new Importer(tx, { centre, today })
    let rows = 0
    try {
      for await (const batch of deps.readers.read(file.path, { format, columns })) {
        throwIfStopped(stopped)
        await importer.add(batch)
        rows += batch.rows.length
        progress.update({ rows })
      }
    } catch (error) {
      throw appErrorFromTable(error)
    }
    const report = await importer.finish(deps)
    throwIfStopped(stopped)
    caller.note(`${centre}: ${report.ok} decisions, ${report.ko} refused${dryRun ? ', dry run' : ''}`)
    if (dryRun) throw new DryRun(report)
    return report
  }
  return writeTransaction(deps, caller, work, { centre, source: 'file' }).catch((error: unknown) => {
    if (error instanceof DryRun) return error.report
    throw error
  })
}
