import { fieldsIn } from '@registry/domain/expression/expression'
import { fieldNamed, type Field, type FieldName } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/kinds'
import { blockColumns, type BlockCommand } from '@registry/domain/loads/columns'
import type { Lookups } from '@registry/domain/reference/lookups'
import type { RuleSet } from '@registry/domain/rules/rule'
import { ruleSet } from '@registry/domain/rules/rule-set'
import { inOrder, overRow, type Check } from './checks.ts'
import type { Staged } from './staging.ts'

/** How the statements of a load call the tables of the record; the file's own rows are `s`. */
const alias = { patient: 'p', patient_identity: 'i', patient_personal: 'd', patient_medical: 'm' } as const satisfies Record<
  FieldTable,
  string
>

/** The block that a command writes. */
export const blockOf = {
  putPersonalData: { block: 'PATIENT', table: 'patient_personal' },
  putMedicalData: { block: 'MEDICAL_DATA', table: 'patient_medical' },
} as const

const stored = ({ table, column }: Field): string => `${alias[table]}."${column}"`

/** The part of a file that its load is about: the fields that it brings, and the columns that some of its rows clear. */
export type FilePart = {
  readonly command: BlockCommand
  readonly store: readonly Field[]
  readonly agree: readonly Field[]
  readonly keep: readonly Field[]
  readonly cleared: ReadonlySet<string>
}

export const partOf = (command: BlockCommand, { columns, cleared }: Staged): FilePart => {
  const of = (wanted: string): readonly Field[] =>
    blockColumns[command].filter(({ use, field }) => use === wanted && columns.has(field.column)).map(({ field }) => field)
  return { command, store: of('store'), agree: of('agree'), keep: of('keep'), cleared }
}

/** A field as the file's row would leave it: its own value, none where it clears, else the stored one (D4). */
const merged = ({ cleared }: FilePart, field: Field): string => {
  const value = `coalesce(s."${field.column}", ${stored(field)})`
  return cleared.has(field.column) ? `CASE WHEN '${field.column}' = ANY (s.cleared) THEN NULL ELSE ${value} END` : value
}

const differs = (part: FilePart, field: Field): string =>
  part.cleared.has(field.column)
    ? `${merged(part, field)} IS DISTINCT FROM ${stored(field)}`
    : `(s."${field.column}" IS NOT NULL AND s."${field.column}" IS DISTINCT FROM ${stored(field)})`

/** The rules that look at a field which this file brings; the others it cannot break. */
const rulesOf = ({ store }: FilePart, lookups: Lookups): RuleSet => {
  const brought = new Set<FieldName>(store.map(({ name }) => name))
  const { trees, functions } = ruleSet(lookups)
  return {
    trees: trees.filter(({ violatedWhen }) => fieldsIn(violatedWhen).some((name) => brought.has(name))),
    functions: functions.filter(({ needs }) => needs.some((name) => brought.has(name))),
  }
}

/** The questions that this file raises: the rules that look at a field it brings, over the record as it would be; and what must agree. */
export const questionsOf = (part: FilePart, lookups: Lookups, today: string): readonly Check[] => {
  const brought = new Set<FieldName>(part.store.map(({ name }) => name))
  const { trees, functions } = rulesOf(part, lookups)
  const shown = (fields: readonly [FieldName, ...FieldName[]]): string => fields.find((name) => brought.has(name)) ?? fields[0]
  const other = (field: Field): string =>
    `r."given_${field.column}" IS DISTINCT FROM r."${field.column}" AND r."given_${field.column}" IS NOT NULL`
  return inOrder([
    ...part.agree.map((field): Check => ({ severity: 'error', field: field.name, code: 'load_identity_differs', when: other(field) })),
    ...trees.map((rule): Check => ({
      severity: rule.severity,
      field: shown(rule.fields),
      code: rule.text,
      when: overRow(rule.violatedWhen, today),
    })),
    ...functions.map(({ severity, fields, text, needs, isViolatedBy }): Check => ({
      severity,
      field: shown(fields),
      code: text,
      needs,
      isFailedBy: isViolatedBy,
    })),
    ...part.keep.map((field): Check => ({ severity: 'warning', field: field.name, code: 'load_field_kept', when: other(field) })),
  ])
}

/** What the questions look at; a table that none looks at is not joined. */
const fieldsNeeded = (part: FilePart, lookups: Lookups): readonly Field[] => {
  const { trees, functions } = rulesOf(part, lookups)
  const names = [...trees.flatMap(({ violatedWhen }) => fieldsIn(violatedWhen)), ...functions.flatMap(({ needs }) => needs)]
  return [...new Set([...names.map(fieldNamed), ...part.agree, ...part.keep])]
}

const joined = { patient: 'id', patient_identity: 'patient_id', patient_personal: 'patient_id', patient_medical: 'patient_id' } as const

/**
 * The rows of the file as records, for `ask`: each field as it would be, and as `previous_` as it is. What the centre may not see, as
 * personal data without consent, is unknown there.
 */
export const recordsOf = (part: FilePart, lookups: Lookups): string => {
  const brought = new Set(part.store)
  const needed = fieldsNeeded(part, lookups)
  const columns = needed.flatMap((field) => [
    `${brought.has(field) ? merged(part, field) : stored(field)} AS "${field.column}"`,
    `${stored(field)} AS "previous_${field.column}"`,
  ])
  const given = [...part.agree, ...part.keep].map(({ column }) => `s."${column}" AS "given_${column}"`)
  const joins = [...new Set(needed.map(({ table }) => table))].map(
    (table) => `LEFT JOIN ${table} AS ${alias[table]} ON ${alias[table]}.${joined[table]} = t.patient_id`,
  )
  return `SELECT ${['t.row_number', ...columns, ...given].join(', ')}
    FROM load_target AS t JOIN load_row AS s ON s.row_number = t.row_number ${joins.join(' ')}
    WHERE t.fault IS NULL`
}

/** Writes the accepted rows where they change something; the history follows by itself (D14). Nothing to write is an empty text. */
export const writing = (part: FilePart, accepted: string): string => {
  if (part.store.length === 0) return ''
  const { table } = blockOf[part.command]
  const set = part.store.map((field) => `"${field.column}" = ${merged(part, field)}`)
  return `UPDATE ${table} AS ${alias[table]} SET ${set.join(', ')}, version = ${alias[table]}.version + 1
    FROM load_target AS t JOIN load_row AS s ON s.row_number = t.row_number
    WHERE ${alias[table]}.patient_id = t.patient_id AND ${accepted} AND (${part.store.map((field) => differs(part, field)).join(' OR ')})`
}
