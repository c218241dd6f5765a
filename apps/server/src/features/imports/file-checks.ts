import { compileExpression, quotedLiterals } from '@registry/db/sql/expression'
import { listExpressionFields } from '@registry/domain/expression/expression'
import { getField, type Field, type FieldName } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/field-definition'
import type { ReferenceValues } from '@registry/domain/reference/reference-values'
import type { RuleSet } from '@registry/domain/rules/rule'
import { buildRuleSet } from '@registry/domain/rules/rule-set'
import { buildJoins, buildStoredDay, buildStoredSource, newestResult, storedValue } from '../../shared/record-checks/stored-record.ts'
import { orderChecks, type Check, type CheckedRows } from './checks.ts'
import { importedValue, valueDiffers, type FileFields } from './record-sql.ts'

/** The checks of a file, and the tables that they read. */
export type FileChecks = { readonly checks: readonly Check[]; readonly tables: readonly FieldTable[] }

/** The rules that read a field of the file. The file cannot violate the others. */
const selectRules = ({ stored }: FileFields, referenceValues: ReferenceValues): RuleSet => {
  const names = new Set<FieldName>(stored.map(({ name }) => name))
  const { trees, functions } = buildRuleSet(referenceValues)
  return {
    trees: trees.filter(({ violatedWhen }) => listExpressionFields(violatedWhen).some((name) => names.has(name))),
    functions: functions.filter(({ needs }) => needs.some((name) => names.has(name))),
  }
}

/** The checks of the rules, on the record after the import. */
const buildRuleChecks = (file: FileFields, { trees, functions }: RuleSet, today: string): readonly Check[] => {
  const inFile = new Set(file.stored)
  const chooseField = (fields: readonly [FieldName, ...FieldName[]]): string =>
    fields.find((name) => inFile.has(getField(name))) ?? fields[0]
  const formatValue = (field: Field): string => (inFile.has(field) ? importedValue(file, field) : storedValue(field))
  const column = (field: Field, moment: 'record' | 'previous'): string => (moment === 'record' ? formatValue(field) : storedValue(field))
  // A value of the file is recorded today, even if it equals the stored one (RULE-26).
  const recordedOn = (field: Field, day: string): string =>
    inFile.has(field)
      ? `CASE WHEN staged."${field.column}" IS NULL THEN ${buildStoredDay(field, day)} ELSE ${day} END`
      : buildStoredDay(field, day)
  // A value that changes a statistic reports it (RULE-24).
  const source = (field: Field): string =>
    inFile.has(field)
      ? `CASE WHEN ${valueDiffers(file, field)} THEN 'reported' ELSE ${buildStoredSource(field)} END`
      : buildStoredSource(field)
  return [
    ...trees.map(({ severity, fields, text, violatedWhen }): Check => ({
      severity,
      field: chooseField(fields),
      code: text,
      when: compileExpression(violatedWhen, { bind: quotedLiterals, column, recordedOn, source, newestResult, today }),
    })),
    ...functions.map(({ severity, fields, text, needs, isViolatedBy }): Check => ({
      severity,
      field: chooseField(fields),
      code: text,
      needs: needs.map((name) => ({ name, value: formatValue(getField(name)) })),
      isFailedBy: isViolatedBy,
    })),
  ]
}

/** The checks of a file: the rules that read its fields, and the fields that must equal the stored ones. */
export const buildFileChecks = (file: FileFields, referenceValues: ReferenceValues, today: string): FileChecks => {
  const rules = selectRules(file, referenceValues)
  const needed = [
    ...rules.trees.flatMap(({ violatedWhen }) => listExpressionFields(violatedWhen)),
    ...rules.functions.flatMap(({ needs }) => needs),
  ]
  const differs = (field: Field): string =>
    `staged."${field.column}" IS DISTINCT FROM ${storedValue(field)} AND staged."${field.column}" IS NOT NULL`
  const checks = orderChecks([
    ...file.compared.map((field): Check => ({
      severity: 'error',
      field: field.name,
      code: 'import_identity_differs',
      when: differs(field),
    })),
    ...buildRuleChecks(file, rules, today),
    ...file.ignored.map((field): Check => ({
      severity: 'warning',
      field: field.name,
      code: 'import_field_unchanged',
      when: differs(field),
    })),
  ])
  return { checks, tables: [...new Set([...needed.map(getField), ...file.compared, ...file.ignored].map(({ table }) => table))] }
}

/** The rows whose patient exists and can be written, with the tables that the checks read. */
export const selectCheckedRows = ({ tables }: FileChecks): CheckedRows => ({
  from: `(SELECT * FROM import_target WHERE error IS NULL) AS target
    JOIN import_row AS staged ON staged.row_number = target.row_number ${buildJoins(tables, 'target.patient_id')}`,
  rowNumber: 'target.row_number',
})
