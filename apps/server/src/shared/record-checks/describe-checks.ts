import type { Discrepancy } from '@registry/api-contract/discrepancies'
import { fields, type FieldName } from '@registry/domain/fields/dictionary'
import { createValueText } from '@registry/domain/fields/value-text'
import type { Language } from '@registry/domain/language'
import { valueMessages } from '@registry/domain/messages/values'
import { findLabel } from '@registry/domain/reference/reference-values'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import { buildRecordChecks, type RecordCheck } from '@registry/domain/rules/record-checks'
import { formatItalianDay } from '../day.ts'
import type { Deps } from '../../app/deps.ts'
import type { LabelledReferenceValues } from '../reference-values.ts'

export type DescribedCheck = Pick<Discrepancy, 'checkKey' | 'rule' | 'severity' | 'message'> & { fields: FieldName[] }

/** Describes checks by their keys. A check that a later version removed has no fields. */
export const buildCheckDescriptions = (
  { clock, messages }: Pick<Deps, 'clock' | 'messages'>,
  referenceValues: LabelledReferenceValues,
  language: Language,
): ((key: string) => DescribedCheck) => {
  const checks = new Map<string, RecordCheck>(
    buildRecordChecks(referenceValues, formatItalianDay(clock())).map((check) => [check.key, check]),
  )
  return (key) => {
    const check = checks.get(key)
    if (!check) return { checkKey: key, rule: null, severity: 'warning', fields: [], message: key }
    const { rule = null, severity, message } = check
    return { checkKey: key, rule, severity, fields: [...check.fields], message: messages.formatError(message, language) }
  }
}

/** Returns a formatter for people: choices by label, numbers with their unit, missing values by their reason. */
export const buildValueText = (
  { messages }: Pick<Deps, 'messages'>,
  referenceValues: LabelledReferenceValues,
  language: Language,
): ReturnType<typeof createValueText> => {
  const tables = [...new Set(fields.flatMap(({ referenceTable }) => referenceTable ?? []))]
  const listLabels = (table: ReferenceTable) => referenceValues(table).map((row) => ({ id: row.id, name: findLabel(row, language) }))
  const choices = Object.fromEntries(tables.map((table) => [table, listLabels(table)]))
  const { yes, no, none } = valueMessages
  const words = { yes: messages.format(yes, language), no: messages.format(no, language), none: messages.format(none, language) }
  return createValueText(choices, language, words)
}
