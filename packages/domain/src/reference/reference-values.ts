import type { Language } from '../language.ts'
import type { ReferenceTable } from './tables.ts'

/** An item of a reference table, as rules and readers need it: its id and what else is told of it (D12). */
export type ReferenceValue = { readonly id: string; readonly extra: Readonly<Record<string, unknown>> | null }

/** The rows of a reference table as they stand now; a table without rows gives none. */
export type ReferenceValues = (table: ReferenceTable) => readonly ReferenceValue[]

/** Headings stand in a table only to group others: no record may hold them (svc_region RULE-04). */
export const isSelectable = ({ extra }: ReferenceValue): boolean => extra?.['selectable'] !== false

/** The rows as a picker offers them: ICD-9 codes outside the Italian edition of 2007 come last. */
export const sortItalianCodesFirst = <Row extends ReferenceValue>(rows: readonly Row[]): readonly Row[] => {
  const isForeign = ({ extra }: Row): boolean => extra?.['it_2007'] === false
  return [...rows.filter((row) => !isForeign(row)), ...rows.filter(isForeign)]
}

/** The ids that a field of this table may hold. */
export const listSelectableIds = (rows: readonly ReferenceValue[]): ReadonlySet<string> =>
  new Set(rows.filter(isSelectable).map(({ id }) => id))

/** The ids of the rows of which something is told. */
export const listIdsWhere = (
  rows: readonly ReferenceValue[],
  told: (extra: Readonly<Record<string, unknown>>) => boolean,
): readonly string[] => rows.filter(({ extra }) => extra !== null && told(extra)).map(({ id }) => id)

/** The names of an item in the languages of the tables; only Italian and English are sure to be there. */
export type TranslationColumns = { readonly trans_it: string | null; readonly trans_en: string | null }

/** How an item is called in a language; the other language, then its id, where that name is missing. */
export const findLabel = (row: TranslationColumns & { readonly id: string }, language: Language): string => {
  const [own, other] = language === 'it' ? [row.trans_it, row.trans_en] : [row.trans_en, row.trans_it]
  return own || other || row.id
}
