import type { ErrorDetail } from '../error.ts'
import type { Expression } from '../expression/expression.ts'
import { evaluate } from '../expression/evaluate.ts'
import { fields, findField, type FieldName } from '../fields/dictionary.ts'
import { parseMissingCell } from '../fields/missing.ts'
import { buildReader } from '../fields/reader.ts'
import type { PatientRecord } from '../fields/values.ts'
import type { ValueSource, ValueSources } from '../observations/value-sources.ts'
import { listSelectableIds, type ReferenceValues } from '../reference/reference-values.ts'
import { buildRuleSet } from '../rules/rule-set.ts'

/** The checks that a form shows at a field before the save. */
export type FieldCheck = { readonly error?: ErrorDetail; readonly warning?: ErrorDetail }
export type FieldChecks = ReadonlyMap<FieldName, FieldCheck>

/** The same tree without its conditions on missing values: a person who has left one field may fill the others next. */
const ignoreMissing = (expression: Expression): Expression => {
  if (expression.op === 'is null') return { op: 'or', of: [] }
  if (expression.op === 'and' || expression.op === 'or') return { ...expression, of: expression.of.map(ignoreMissing) }
  return expression
}

/** The sources of the unchanged statistics: a person who changes one reports it. */
const findSources = (record: PatientRecord, stored: PatientRecord, sources: ValueSources): Readonly<Record<string, ValueSource>> =>
  Object.fromEntries(
    Object.entries(sources).flatMap(([name, { by }]) => {
      const field = findField(name)?.name
      return field && record[field] === stored[field] ? [[name, by]] : []
    }),
  )

/**
 * Builds the check of the fields that a person has left, with the limits and the rules of a save (REQ-CRF-19). A rule shows at its first
 * field. `stored` is the record before the changes.
 */
export const buildFieldChecks = (referenceValues: ReferenceValues, today: string) => {
  const { trees, functions } = buildRuleSet(referenceValues)
  const rules = [
    ...trees.map(({ violatedWhen, ...rule }) => {
      const tree = ignoreMissing(violatedWhen)
      return {
        ...rule,
        isViolatedBy: (record: PatientRecord, previous: PatientRecord, sources: ValueSources) =>
          evaluate(tree, record, { today, previous, sources: findSources(record, previous, sources) }) === true,
      }
    }),
    ...functions,
  ]
  const readers = new Map(
    fields.map((field) => [field.name, buildReader(field, { today, referenceIds: (table) => listSelectableIds(referenceValues(table)) })]),
  )
  const numbers = new Set(fields.filter(({ type }) => type === 'integer' || type === 'float').map(({ name }) => name))

  const checkValue = (name: FieldName, record: PatientRecord): FieldCheck => {
    const value = record[name] ?? null
    // The input itself explains a number that nobody can read.
    if (parseMissingCell(value) !== undefined || (numbers.has(name) && typeof value === 'string')) return {}
    const reading = readers.get(name)?.json(value)
    if (reading?.error) return { error: reading.error }
    return reading?.warning ? { warning: reading.warning } : {}
  }

  return (left: ReadonlySet<FieldName>, record: PatientRecord, stored: PatientRecord, sources: ValueSources = {}): FieldChecks => {
    const found = new Map<FieldName, FieldCheck>([...left].map((name) => [name, checkValue(name, record)]))
    for (const { fields: shown, severity, text, isViolatedBy } of rules) {
      if (!shown.some((name) => left.has(name)) || !isViolatedBy(record, stored, sources)) continue
      const [first] = shown
      found.set(first, { [severity]: { code: text }, ...found.get(first) })
    }
    return found
  }
}
