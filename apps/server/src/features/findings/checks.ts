import type { Finding } from '@registry/api-contract/findings'
import type { Language } from '@registry/domain/language'
import { buildRecordChecks, type RecordCheck } from '@registry/domain/rules/record-checks'
import { formatItalianDay } from '../../day.ts'
import type { Deps } from '../../deps.ts'
import type { LabelledReferenceValues } from '../../reference-values.ts'

export type DescribedCheck = Pick<Finding, 'checkKey' | 'rule' | 'severity' | 'fields' | 'message'>

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
    const { rule = null, severity, fields, message } = check
    return { checkKey: key, rule, severity, fields: [...fields], message: messages.formatError(message, language) }
  }
}
