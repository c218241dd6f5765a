import type { Language } from '../language.ts'
import type { ReferenceTable } from './tables.ts'

/** An item of a reference table, as rules and readers need it: its id and what else is told of it (D12). */
export type LookupRow = { readonly id: string; readonly extra: Readonly<Record<string, unknown>> | null }

/** The rows of a reference table as they stand now; a table without rows gives none. */
export type Lookups = (table: ReferenceTable) => readonly LookupRow[]

/** Headings stand in a table only to group others: no record may hold them (svc_region R04). */
export const isSelectable = ({ extra }: LookupRow): boolean => extra?.['selectable'] !== false

/** The rows as a picker offers them: ICD-9 codes outside the Italian edition of 2007 come last. */
export const validInItalyFirst = <Row extends LookupRow>(rows: readonly Row[]): readonly Row[] => {
  const isForeign = ({ extra }: Row): boolean => extra?.['it_2007'] === false
  return [...rows.filter((row) => !isForeign(row)), ...rows.filter(isForeign)]
}

/** The ids that a field of this table may hold. */
export const selectableIds = (rows: readonly LookupRow[]): ReadonlySet<string> => new Set(rows.filter(isSelectable).map(({ id }) => id))

/** The ids of the rows of which something is told. */
export const idsWhere = (rows: readonly LookupRow[], told: (extra: Readonly<Record<string, unknown>>) => boolean): readonly string[] =>
  rows.filter(({ extra }) => extra !== null && told(extra)).map(({ id }) => id)

/** The names of an item in the languages of the tables; only Italian and English are sure to be there. */
export type Translations = { readonly trans_it: string | null; readonly trans_en: string | null }

/** How an item is called in a language; the other language, then its id, where that name is missing. */
export const nameOf = (row: Translations & { readonly id: string }, language: Language): string => {
  const [own, other] = language === 'it' ? [row.trans_it, row.trans_en] : [row.trans_en, row.trans_it]
  return own || other || row.id
}
