import type { Field } from '@registry/domain/fields/dictionary'
import { listFields } from '../columns.ts'
import { securityDefiner, literal, type Statement } from './text.ts'

const blocks = ['patient_personal', 'patient_medical'] as const
type Block = (typeof blocks)[number]

const listCheckedFields = (block: Block): readonly Field[] => listFields(block).filter((field) => field.referenceTable !== undefined)

/** Selects the valid ids of a field. Postgres hashes them once for each statement, also for a file of thousands of rows. */
const selectValidIds = (field: Field): string => `SELECT id FROM reference_value WHERE table_name = ${literal(field.referenceTable ?? '')}`

const isInvalid = (field: Field): string =>
  field.type === 'choices'
    ? `(${field.column} IS NOT NULL AND NOT ${field.column}::text[] <@ ARRAY(${selectValidIds(field)})::text[])`
    : `(${field.column} IS NOT NULL AND ${field.column} NOT IN (${selectValidIds(field)}))`

/** Every id must exist in its reference table. The error names the column, never the value (REQ-CRF-01). */
const createReferenceCheck = (block: Block): Statement[] => [
  `CREATE OR REPLACE FUNCTION check_${block}_reference_values() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    invalid_column text;
  BEGIN
    SELECT CASE ${listCheckedFields(block)
      .map((field) => `WHEN ${isInvalid(field)} THEN ${literal(field.column)}`)
      .join(' ')} END INTO invalid_column
    FROM saved WHERE ${listCheckedFields(block).map(isInvalid).join(' OR ')}
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

export const referenceValueStatements: readonly Statement[] = blocks.flatMap(createReferenceCheck)
