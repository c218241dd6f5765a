import type { Language } from '../language.ts'
import type { ReferenceTable } from './tables.ts'

/** A value of a reference table, as rules and readers need it: its id and its other columns. */
export type ReferenceValue = { readonly id: string; readonly extra: Readonly<Record<string, unknown>> | null }

/** Returns the current rows of a reference table. */
export type ReferenceValues = (table: ReferenceTable) => readonly ReferenceValue[]

/** A heading such as R04 of svc_region only groups other rows. No record may contain it. */
export const isSelectable = ({ extra }: ReferenceValue): boolean => extra?.['selectable'] !== false

/** Sorts the rows for a picker: ICD-9 codes outside the Italian edition of 2007 come last. */
export const sortItalianCodesFirst = <Row extends ReferenceValue>(rows: readonly Row[]): readonly Row[] => {
  const isForeign = ({ extra }: Row): boolean => extra?.['it_2007'] === false
  return [...rows.filter((row) => !isForeign(row)), ...rows.filter(isForeign)]
}

/** Returns the ids that a field of this table may contain. */
export const listSelectableIds = (rows: readonly ReferenceValue[]): ReadonlySet<string> =>
  new Set(rows.filter(isSelectable).map(({ id }) => id))

/** Returns the ids of the rows whose extra columns match. */
export const listIdsWhere = (
  rows: readonly ReferenceValue[],
  matches: (extra: Readonly<Record<string, unknown>>) => boolean,
): readonly string[] => rows.filter(({ extra }) => extra !== null && matches(extra)).map(({ id }) => id)

/** The labels of a value in the two languages of the product. */
export type TranslationColumns = { readonly trans_it: string | null; readonly trans_en: string | null }

/** Returns the labels of each value, which files may write in place of its id. */
export const listLabels = (rows: readonly (ReferenceValue & TranslationColumns)[]): ReadonlyMap<string, readonly string[]> =>
  new Map(rows.map(({ id, trans_it, trans_en }) => [id, [trans_it, trans_en].filter((label) => label !== null)]))

/** Returns the label in a language. If it is missing, returns the label in the other language, then the id. */
export const findLabel = (row: TranslationColumns & { readonly id: string }, language: Language): string => {
  const [own, other] = language === 'it' ? [row.trans_it, row.trans_en] : [row.trans_en, row.trans_it]
  return own || other || row.id
}
