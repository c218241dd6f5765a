import type { ErrorDetail } from '../error.ts'
import type { Expression } from '../expression/expression.ts'
import { listExpressionFields } from '../expression/expression.ts'
import { fields, type Field, type FieldName } from '../fields/dictionary.ts'
import { buildDayLimits, buildNumberLimits } from '../fields/limits.ts'
import type { PatientRecord } from '../fields/values.ts'
import type { ReferenceValues } from '../reference/reference-values.ts'
import { less, more, value } from './combinators.ts'
import type { RuleId } from './messages.ts'
import { buildRuleSet } from './rule-set.ts'
import type { Severity } from './rule.ts'

/**
 * The checks of a stored record: the cross-field rules and the soft limits. The database rejects values outside
 * hard limits, so no stored record has one. `reads` are the fields whose values decide.
 */
export type RecordCheck = {
  readonly key: string
  /** The cross-field rule; undefined for a soft limit. */
  readonly rule?: RuleId
  readonly severity: Severity
  readonly fields: readonly [FieldName, ...FieldName[]]
  readonly message: ErrorDetail
  readonly reads: readonly FieldName[]
} & (
  | { readonly violatedWhen: Expression }
  | { readonly isViolatedBy: (record: PatientRecord) => boolean }
  /** The value differs from that of the registration, which is no field of the record. */
  | { readonly differsFrom: 'registered birth date' }
)

type Limit = { readonly side: 'low' | 'high'; readonly limit: number | string; readonly beyond: number | string }

/** A value just beyond the limit gives the message of the reader. So a file and the nightly check give the same message. */
const listLimits = ({ type, warnMin, warnMax }: Field, today: string): readonly Limit[] => {
  const toLimit = (side: Limit['side'], limit: number | string | undefined): readonly Limit[] => {
    if (limit === undefined) return []
    if (type !== 'date') return typeof limit === 'number' ? [{ side, limit, beyond: side === 'low' ? -Infinity : Infinity }] : []
    return [{ side, limit: limit === 'today' ? today : limit, beyond: side === 'low' ? '0000-01-01' : '9999-99-99' }]
  }
  return [...toLimit('low', warnMin), ...toLimit('high', warnMax)]
}

const findMessage = (field: Field, beyond: number | string, today: string): ErrorDetail | undefined =>
  typeof beyond === 'number' ? buildNumberLimits(field).findWarning(beyond) : buildDayLimits(field, today).findWarning(beyond)

const buildLimitChecks = (field: Field, today: string): readonly RecordCheck[] =>
  listLimits(field, today).flatMap(({ side, limit, beyond }) => {
    const message = findMessage(field, beyond, today)
    const compare = side === 'low' ? less : more
    const { name } = field
    return message
      ? [
          {
            key: `LIMIT.${name}.${side}`,
            severity: 'warning',
            fields: [name],
            message,
            reads: [name],
            violatedWhen: compare(name, value(limit)),
          },
        ]
      : []
  })

/** The earlier of two birth dates decides the majority, so one of them must be corrected (REQ-GRD-06). */
const birthDateCheck: RecordCheck = {
  key: 'REGISTRATION.DOB',
  severity: 'warning',
  fields: ['DOB'],
  message: { code: 'birth_dates_differ' },
  reads: ['DOB'],
  differsFrom: 'registered birth date',
}

/** All checks of a stored record, with the current reference tables, on the day of the check. */
export const buildRecordChecks = (referenceValues: ReferenceValues, today: string): readonly RecordCheck[] => {
  const { trees, functions } = buildRuleSet(referenceValues)
  return [
    ...trees.map(({ id, key, severity, fields: shown, text, violatedWhen }): RecordCheck => ({
      key,
      rule: id,
      severity,
      fields: shown,
      message: { code: text },
      reads: listExpressionFields(violatedWhen),
      violatedWhen,
    })),
    ...functions.map(({ id, key, severity, fields: shown, text, needs, isViolatedBy }): RecordCheck => ({
      key,
      rule: id,
      severity,
      fields: shown,
      message: { code: text },
      reads: needs,
      isViolatedBy,
    })),
    ...fields.filter(({ derived }) => derived !== true).flatMap((field) => buildLimitChecks(field, today)),
    birthDateCheck,
  ]
}
