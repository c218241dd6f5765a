import { compileExpression, quotedLiterals } from '@registry/db/sql/expression'
import { listExpressionFields } from '@registry/domain/expression/expression'
import { getField, type Field, type FieldName } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/field-definition'
import type { ReferenceValues } from '@registry/domain/reference/reference-values'
import type { RuleSet } from '@registry/domain/rules/rule'
import { buildRuleSet } from '@registry/domain/rules/rule-set'
import { alias, mergedValue, storedColumn, type FilePart } from './blocks.ts'
import { orderChecks, type Check, type Rows } from './checks.ts'

/** What a file is asked, and the tables that the questions look at. */
export type BlockChecks = { readonly checks: readonly Check[]; readonly tables: readonly FieldTable[] }

/** The rules that look at a field which this file brings; the others it cannot break. */
const rulesOf = ({ store }: FilePart, referenceValues: ReferenceValues): RuleSet => {
  const brought = new Set<FieldName>(store.map(({ name }) => name))
  const { trees, functions } = buildRuleSet(referenceValues)
  return {
    trees: trees.filter(({ violatedWhen }) => listExpressionFields(violatedWhen).some((name) => brought.has(name))),
    functions: functions.filter(({ needs }) => needs.some((name) => brought.has(name))),
  }
}

/** The table that keeps the versions of a block. */
const versionsOf: Readonly<Partial<Record<FieldTable, string>>> = {
  patient_personal: 'patient_personal_version',
  patient_medical: 'patient_medical_version',
}

/** The day of the first save since which the stored field has its present value (D14); today where no save is kept. */
const storedOn = (field: Field, today: string): string => {
  const versions = versionsOf[field.table]
  if (versions === undefined) return today
  const own = `v.patient_id = ${alias[field.table]}.patient_id`
  const other = `SELECT max(v.version) FROM ${versions} AS v WHERE ${own} AND v."${field.column}" IS DISTINCT FROM ${storedColumn(field)}`
  return `coalesce((SELECT (min(v.at) AT TIME ZONE 'Europe/Rome')::date FROM ${versions} AS v
    WHERE ${own} AND v.version > coalesce((${other}), 0)), ${today})`
}

/** The rules' own questions, over the record as the file would leave it. */
const checksOf = (part: FilePart, { trees, functions }: RuleSet, today: string): readonly Check[] => {
  const brought = new Set(part.store)
  const shown = (fields: readonly [FieldName, ...FieldName[]]): string => fields.find((name) => brought.has(getField(name))) ?? fields[0]
  const value = (field: Field): string => (brought.has(field) ? mergedValue(part, field) : storedColumn(field))
  const column = (field: Field, of: 'record' | 'previous'): string => (of === 'record' ? value(field) : storedColumn(field))
  // A value that the row brings is recorded today, even where it repeats the stored one.
  const recordedOn = (field: Field, day: string): string =>
    brought.has(field) ? `CASE WHEN s."${field.column}" IS NULL THEN ${storedOn(field, day)} ELSE ${day} END` : storedOn(field, day)
  return [
    ...trees.map(({ severity, fields, text, violatedWhen }): Check => ({
      severity,
      field: shown(fields),
      code: text,
      when: compileExpression(violatedWhen, { bind: quotedLiterals, column, recordedOn, today }),
    })),
    ...functions.map(({ severity, fields, text, needs, isViolatedBy }): Check => ({
      severity,
      field: shown(fields),
      code: text,
      needs: needs.map((name) => ({ name, value: value(getField(name)) })),
      isFailedBy: isViolatedBy,
    })),
  ]
}

/** The questions that this file raises: the rules that look at a field it brings, and what must agree with what is stored. */
export const buildBlockChecks = (part: FilePart, referenceValues: ReferenceValues, today: string): BlockChecks => {
  const rules = rulesOf(part, referenceValues)
  const needed = [
    ...rules.trees.flatMap(({ violatedWhen }) => listExpressionFields(violatedWhen)),
    ...rules.functions.flatMap(({ needs }) => needs),
  ]
  const other = (field: Field): string => `s."${field.column}" IS DISTINCT FROM ${storedColumn(field)} AND s."${field.column}" IS NOT NULL`
  const checks = orderChecks([
    ...part.agree.map((field): Check => ({ severity: 'error', field: field.name, code: 'import_identity_differs', when: other(field) })),
    ...checksOf(part, rules, today),
    ...part.keep.map((field): Check => ({ severity: 'warning', field: field.name, code: 'import_field_kept', when: other(field) })),
  ])
  return { checks, tables: [...new Set([...needed.map(getField), ...part.agree, ...part.keep].map(({ table }) => table))] }
}

const patientIn = { patient: 'id', patient_identity: 'patient_id', patient_personal: 'patient_id', patient_medical: 'patient_id' } as const

/** Joins tables by the patient, and reads them for those `among` whom the patients are. What the centre may not see, as personal data without consent, is unknown there. */
export const buildJoins = (tables: readonly FieldTable[], patient: string, among?: string): string =>
  tables
    .map((table) => {
      const own = `${alias[table]}.${patientIn[table]}`
      return `LEFT JOIN ${table} AS ${alias[table]} ON ${own} = ${patient}${among === undefined ? '' : ` AND ${own} = ${among}`}`
    })
    .join(' ')

/** The rows of the file whose patient is there and open, with what the questions look at. */
export const checkedRows = ({ tables }: BlockChecks): Rows => ({
  from: `(SELECT * FROM import_target WHERE fault IS NULL) AS t JOIN import_row AS s ON s.row_number = t.row_number ${buildJoins(tables, 't.patient_id')}`,
  number: 't.row_number',
})
