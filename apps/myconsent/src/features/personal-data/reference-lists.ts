import type { ReferenceRow } from '@registry/api-contract/reference-tables'
import type { Language } from '@registry/domain/language'
import { findLabel } from '@registry/domain/reference/reference-values'

export type Option = { readonly value: string; readonly label: string }

const readText = (row: ReferenceRow, column: string): string | null => {
  const value = row[column]
  return typeof value === 'string' ? value : null
}

/** Lists the values that a field may contain, by their name in this language. Headings such as R04 are no values. */
export const listOptions = (rows: readonly ReferenceRow[], language: Language): Option[] => {
  const order = new Intl.Collator(language)
  return rows
    .filter((row) => row['selectable'] !== false)
    .map((row) => {
      const id = readText(row, 'id') ?? ''
      return { value: id, label: findLabel({ id, trans_it: readText(row, 'trans_it'), trans_en: readText(row, 'trans_en') }, language) }
    })
    .toSorted((a, b) => order.compare(a.label, b.label))
}

/** The regions of one nation. Other nations than Italy have none (RULE-34). */
export const listRegions = (rows: readonly ReferenceRow[], nation: string | null, language: Language): Option[] =>
  listOptions(
    rows.filter((row) => nation !== null && row['nation'] === nation),
    language,
  )
