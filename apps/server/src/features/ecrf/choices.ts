import { z } from 'zod'
import type { RecordChoices } from '@registry/api-contract/ecrf'
import type { Transaction } from '@registry/db/transaction'
import { fields } from '@registry/domain/fields/dictionary'
import type { Language } from '@registry/domain/language'
import { findLabel, isSelectable, sortItalianCodesFirst } from '@registry/domain/reference/reference-values'
import { readReferenceValues } from '../../shared/reference-values.ts'

const tables = [...new Set(fields.flatMap(({ referenceTable }) => referenceTable ?? []))]

const Components = z.object({ components: z.array(z.string()) })
/** The drugs of a regimen, if the row has them. */
const listComponents = (extra: unknown): { readonly components?: string[] } => Components.safeParse(extra).data ?? {}

/** Lists the values of a record's choices by reference table, with their labels in a language. */
export const listChoices = async (tx: Transaction, language: Language): Promise<RecordChoices> => {
  const listRows = await readReferenceValues(tx)
  const list = (table: (typeof tables)[number]) =>
    sortItalianCodesFirst(listRows(table))
      .filter(isSelectable)
      .map((row) => ({ id: row.id, name: findLabel(row, language), ...listComponents(row.extra) }))
  return Object.fromEntries(tables.map((table) => [table, list(table)]))
}
