import type { Field } from '@registry/domain/fields/dictionary'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import { listFields } from '../columns.ts'
import { securityDefiner, literal, type Statement } from './text.ts'

const blocks = ['patient_personal', 'patient_medical'] as const
type Block = (typeof blocks)[number]

type CheckedField = Field & { readonly referenceTable: ReferenceTable }

const isChecked = (field: Field): field is CheckedField => field.referenceTable !== undefined
const listCheckedFields = (block: Block): readonly CheckedField[] => listFields(block).filter(isChecked)

/** The variable with the valid ids of a reference table. */
const nameIds = (table: ReferenceTable): string => `ids_of_${table}`

const declareIds = (table: ReferenceTable): string =>
  `${nameIds(table)} text[] := ARRAY(SELECT id FROM reference_value WHERE table_name = ${literal(table)});`

const isInvalid = ({ column, type, referenceTable }: CheckedField): string =>
  type === 'choices'
    ? `(${column} IS NOT NULL AND EXISTS (SELECT FROM unnest(${column}) AS item (id) WHERE id <> ALL (${nameIds(referenceTable)})))`
    : `(${column} IS NOT NULL AND ${column} <> ALL (${nameIds(referenceTable)}))`

/**
 * Every id must exist in its reference table. The error names the column, never the value (REQ-CRF-01). The ids are constants of the plan, so
 * Postgres hashes them: a file of thousands of rows takes half of the time of a sub-select for each table.
 */
const createReferenceCheck = (block: Block): Statement[] => {
  const checkedFields = listCheckedFields(block)
  const tables = [...new Set(checkedFields.map(({ referenceTable }) => referenceTable))]
  return [
    `CREATE OR REPLACE FUNCTION check_${block}_reference_values() RETURNS trigger LANGUAGE plpgsql ${securityDefiner}
  SET plan_cache_mode = force_custom_plan AS $$
  DECLARE
    invalid_column text;
    ${tables.map(declareIds).join('\n    ')}
  BEGIN
    SELECT CASE ${checkedFields.map((field) => `WHEN ${isInvalid(field)} THEN ${literal(field.column)}`).join(' ')} END INTO invalid_column
    FROM saved WHERE ${checkedFields.map(isInvalid).join(' OR ')}
    LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'unknown id of a reference table'
        USING ERRCODE = 'foreign_key_violation', TABLE = ${literal(block)}, COLUMN = invalid_column, CONSTRAINT = ${literal(`${block}_`)} || invalid_column || '_reference_value';
    END IF;
    RETURN NULL;
  END $$`,
    ...['INSERT', 'UPDATE'].map(
      (event) =>
        `CREATE OR REPLACE TRIGGER check_reference_values_on_${event.toLowerCase()} AFTER ${event} ON ${block}
      REFERENCING NEW TABLE AS saved FOR EACH STATEMENT EXECUTE FUNCTION check_${block}_reference_values()`,
    ),
  ]
}

export const referenceValueStatements: readonly Statement[] = blocks.flatMap(createReferenceCheck)
