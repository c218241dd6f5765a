import { evaluate } from '../expression/evaluate.ts'
import type { Expression } from '../expression/expression.ts'
import { fields, findField, getField, type Field, type FieldName } from '../fields/dictionary.ts'
import type { FieldCondition } from '../fields/field-definition.ts'
import { parseMissingCell } from '../fields/missing.ts'
import type { PatientRecord } from '../fields/values.ts'
import { listIdsWhere, type ReferenceValues } from '../reference/reference-values.ts'
import type { ReferenceTable } from '../reference/tables.ts'
import { all, different, given, is, missing, notAmong, notYes, reject, some, value, yes } from './combinators.ts'
import type { RuleId, RuleText } from './messages.ts'
import type { TreeRule } from './rule.ts'

/** Lists the choices of a table whose components contain one, such as the regimens with a drug. */
export const listChoicesWith = (referenceValues: ReferenceValues, table: ReferenceTable, component: string): readonly string[] =>
  listIdsWhere(referenceValues(table), ({ components }) => Array.isArray(components) && components.includes(component))

const findCondition = (name: FieldName): { readonly on: Field; readonly condition: FieldCondition } | undefined => {
  const condition = getField(name).appliesWhen
  if (!condition) return undefined
  const on = findField(condition.field)
  if (!on) throw new Error(`The condition of ${name} names no field`)
  return { on, condition }
}

/** The field whose value decides whether a field applies. Undefined for a field that always applies. */
export const findControllingField = (name: FieldName): FieldName | undefined => findCondition(name)?.on.name

/** Builds the expression that a field does not apply, from the dictionary. Undefined for a field that always applies. */
export const buildNotApplying = (name: FieldName, referenceValues: ReferenceValues): Expression | undefined => {
  const found = findCondition(name)
  if (!found) return undefined
  const { on, condition } = found
  if ('isGiven' in condition) return missing(on.name)
  if ('isNot' in condition) return is(on.name, condition.isNot)
  if ('includes' in condition)
    return notAmong(on.name, on.referenceTable ? listChoicesWith(referenceValues, on.referenceTable, condition.includes) : [])
  if (condition.is === true) return notYes(on.name)
  const differs = different(on.name, value(condition.is))
  return condition.orUnknown ? differs : some(missing(on.name), differs)
}

/** A No is no value where a field does not apply. */
export const holds = (name: FieldName): Expression => (getField(name).type === 'boolean' ? yes(name) : given(name))

/** Rejects a value of a field that does not apply. */
export const rejectNotApplying = (
  id: RuleId,
  name: FieldName,
  text: RuleText,
  referenceValues: ReferenceValues,
  which?: string,
): TreeRule => {
  const [on, unmet] = [findControllingField(name), buildNotApplying(name, referenceValues)]
  if (!on || !unmet) throw new Error(`${name} has no condition`)
  // The order of the fields in a tree is part of the fingerprint of stored discrepancies.
  const tree = unmet.op === '=' ? all(unmet, holds(name)) : all(holds(name), unmet)
  return reject(id, [name, on], text, tree, which)
}

/** Whether the record has a value that a hidden field must not keep: a No and a reason are none. */
export const holdsValue = (name: FieldName, record: PatientRecord): boolean => {
  const stored = record[name] ?? null
  return stored !== null && stored !== false && parseMissingCell(stored) === undefined
}

export type Applicability = {
  /** Whether a field applies to a record, by the values of other fields (REQ-CRF-18). */
  readonly appliesTo: (name: FieldName, record: PatientRecord) => boolean
  /** The fields with values that a change makes inapplicable, with those that depend on them in turn. */
  readonly listHiddenValues: (before: PatientRecord, after: PatientRecord) => readonly FieldName[]
}

const conditional = fields.filter(({ appliesWhen }) => appliesWhen !== undefined).map(({ name }) => name)

/** Builds the conditions of all fields, with the current reference tables. */
export const buildApplicability = (referenceValues: ReferenceValues): Applicability => {
  const notApplying = new Map(conditional.map((name) => [name, buildNotApplying(name, referenceValues)]))
  const appliesTo = (name: FieldName, record: PatientRecord): boolean => {
    const unmet = notApplying.get(name)
    // No condition reads the day.
    return unmet === undefined || evaluate(unmet, record, { today: '' }) !== true
  }
  const listHiddenValues = (before: PatientRecord, after: PatientRecord): readonly FieldName[] => {
    const hidden = conditional.filter((name) => appliesTo(name, before) && !appliesTo(name, after) && holdsValue(name, after))
    if (hidden.length === 0) return []
    const cleared = { ...after, ...Object.fromEntries(hidden.map((name) => [name, null])) }
    return [...hidden, ...listHiddenValues(after, cleared)]
  }
  return { appliesTo, listHiddenValues }
}
