import type { Manifest, ManifestChoices, ManifestLine, ManifestSearch } from '@registry/api-contract/exports'
import type { Transaction } from '@registry/db/transaction'

type LineRow = Pick<ManifestLine, 'id' | 'at' | 'actor' | 'format' | 'outcome' | 'rows'> & {
  readonly as_role: string
  readonly filter_id: number
  readonly filter_version: number
  readonly filter_name: string
  readonly study_id: string | null
  readonly study_title: string | null
}
type ManifestRow = LineRow &
  Pick<Manifest, 'columns' | 'patients' | 'generalised' | 'labels' | 'delimiter' | 'reason' | 'repeats' | 'repeatable'> & {
    readonly excluded_no_consent: number
    readonly excluded_no_answer: number
    readonly excluded_no_value: number
    readonly unique_rows: number
    readonly rows_in_small_groups: number
    readonly ended_at: string | null
    readonly bytes: number
    readonly sha256: string
  }

const toLine = (row: LineRow): ManifestLine => ({
  id: row.id,
  at: new Date(row.at).toISOString(),
  actor: row.actor,
  asRole: row.as_role,
  filter: { id: row.filter_id, version: row.filter_version, name: row.filter_name },
  study: row.study_id === null ? null : { id: row.study_id, title: row.study_title ?? '' },
  format: row.format,
  outcome: row.outcome,
  rows: row.rows,
})

/** Finds the manifests of a search. Functions of the database decide who reads which: the server reads only those of its caller. */
export const searchManifests = async ({ sql }: Transaction, search: ManifestSearch, limit: number): Promise<ManifestLine[]> => {
  const { person = null, filterId = null, format = null, from = null, to = null, cursor = null } = search
  const rows = await sql<LineRow[]>`
    SELECT * FROM search_export_manifests(${person}, ${filterId}, ${format}, ${from}::date, ${to}::date, ${cursor}::uuid, ${limit})`
  return rows.map(toLine)
}

export const listChoices = async ({ sql }: Transaction): Promise<ManifestChoices> => {
  const [choices] = await sql<ManifestChoices[]>`SELECT people, filters FROM list_export_choices()`
  return choices ?? { people: [], filters: [] }
}

export const findManifest = async ({ sql }: Transaction, id: string): Promise<Manifest | undefined> => {
  const [row] = await sql<ManifestRow[]>`SELECT * FROM find_export_manifest(${id})`
  return (
    row && {
      ...toLine(row),
      columns: row.columns,
      patients: row.patients,
      excluded: { noConsent: row.excluded_no_consent, noAnswer: row.excluded_no_answer, noValue: row.excluded_no_value },
      uniqueRows: row.unique_rows,
      rowsInSmallGroups: row.rows_in_small_groups,
      generalised: row.generalised,
      labels: row.labels,
      delimiter: row.delimiter,
      reason: row.reason,
      lacksReason: row.study_id === null && row.unique_rows > 0 && !row.generalised && row.reason === null,
      repeats: row.repeats,
      repeatable: row.repeatable,
      ended: row.ended_at === null ? null : { at: new Date(row.ended_at).toISOString(), bytes: row.bytes, sha256: row.sha256 },
    }
  )
}
