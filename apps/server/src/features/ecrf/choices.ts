import type { z } from 'zod'
import { RecordChoice, type RecordChoices } from '@registry/api-contract/ecrf'
import type { Transaction } from '@registry/db/transaction'
import { fields } from '@registry/domain/fields/dictionary'
import type { Language } from '@registry/domain/language'
import { findLabel, isSelectable, sortItalianCodesFirst } from '@registry/domain/reference/reference-values'
import { readReferenceValues } from '../../shared/reference-values.ts'

const tables = [...new Set(fields.flatMap(({ referenceTable }) => referenceTable ?? []))]

/** The other columns of a value, as far as the rules of a record read them. */
const RuleColumns = RecordChoice.pick({ components: true, family: true, level: true })
const pickRuleColumns = (extra: unknown): z.infer<typeof RuleColumns> => RuleColumns.safeParse(extra).data ?? {}

/** Lists the values of a record's choices by reference table, with their labels in a language. */
export const listChoices = async (tx: Transaction, language: Language): Promise<RecordChoices> => {
  const listRows = await readReferenceValues(tx)
  const list = (table: (typeof tables)[number]) =>
    sortItalianCodesFirst(listRows(table))
      .filter(isSelectable)
      .map((row) => ({ id: row.id, name: findLabel(row, language), ...pickRuleColumns(row.extra) }))
  return Object.fromEntries(tables.map((table) => [table, list(table)]))
}
