import type { Field } from '@registry/domain/fields/dictionary'
import { listFields } from '../columns.ts'
import { securityDefiner, literal, type Statement } from './text.ts'

const blocks = ['patient_personal', 'patient_medical'] as const
type Block = (typeof blocks)[number]

const checked = (block: Block): readonly Field[] => listFields(block).filter((field) => field.referenceTable !== undefined)

/** The ids that one field may hold; what Postgres hashes once for a whole statement, so that a file of thousands is looked at in one pass. */
const listed = (field: Field): string => `SELECT id FROM reference_value WHERE table_name = ${literal(field.referenceTable ?? '')}`

const isWrong = (field: Field): string =>
  field.type === 'choices'
    ? `(${field.column} IS NOT NULL AND NOT ${field.column}::text[] <@ ARRAY(${listed(field)})::text[])`
    : `(${field.column} IS NOT NULL AND ${field.column} NOT IN (${listed(field)}))`

/** Every id must be one of its own reference table; the error names the column and never the value (D12, D13). */
const lookupCheck = (block: Block): Statement[] => [
  `CREATE OR REPLACE FUNCTION check_${block}_reference_values() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    wrong text;
  BEGIN
    SELECT CASE ${checked(block)
      .map((field) => `WHEN ${isWrong(field)} THEN ${literal(field.column)}`)
      .join(' ')} END INTO wrong
    FROM saved WHERE ${checked(block).map(isWrong).join(' OR ')}
    LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'unknown id of a reference table'
        USING ERRCODE = 'foreign_key_violation', TABLE = ${literal(block)}, COLUMN = wrong, CONSTRAINT = ${literal(`${block}_`)} || wrong || '_reference_value';
    END IF;
    RETURN NULL;
  END $$`,
  ...['INSERT', 'UPDATE'].map(
    (event) =>
      `CREATE OR REPLACE TRIGGER check_reference_values_on_${event.toLowerCase()} AFTER ${event} ON ${block}
      REFERENCING NEW TABLE AS saved FOR EACH STATEMENT EXECUTE FUNCTION check_${block}_reference_values()`,
  ),
]

export const referenceValueStatements: readonly Statement[] = blocks.flatMap(lookupCheck)
