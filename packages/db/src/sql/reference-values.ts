import { fields, type Field } from '@registry/domain/fields/dictionary'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import { listFields } from '../columns.ts'
import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { serverRole } from '../roles.ts'
import { securityDefiner, literal, current, type Statement } from './text.ts'

const dataDomainTables = ['patient_personal', 'patient_medical'] as const
type DataDomainTable = (typeof dataDomainTables)[number]

type CheckedField = Field & { readonly referenceTable: ReferenceTable }

const isChecked = (field: Field): field is CheckedField => field.referenceTable !== undefined
const listCheckedFields = (table: DataDomainTable): readonly CheckedField[] => listFields(table).filter(isChecked)

/** The variable with the valid ids of a reference table. */
const nameIds = (table: ReferenceTable): string => `ids_of_${table}`

const declareIds = (table: ReferenceTable): string =>
  `${nameIds(table)} text[] := ARRAY(SELECT id FROM reference_value WHERE table_name = ${literal(table)});`

const isInvalid = ({ column, type, referenceTable }: CheckedField): string =>
  type === 'choices'
    ? `(${column} IS NOT NULL AND EXISTS (SELECT FROM unnest(${column}) AS item (id) WHERE id <> ALL (${nameIds(referenceTable)})))`
    : `(${column} IS NOT NULL AND ${column} <> ALL (${nameIds(referenceTable)}))`

/** Parts of the trigger function that checks saved rows: settings, variables, and a condition that is true or raises an error. */
export type ReferenceCheck = { readonly settings: string; readonly declarations: readonly string[]; readonly condition: string }

/**
 * Every id must exist in its reference table. The error names the column, never the value (REQ-CRF-01). The ids are constants of the plan,
 * so Postgres hashes them. A large file takes half the time of a sub-select for each table.
 */
export const buildReferenceCheck = (table: DataDomainTable): ReferenceCheck => {
  const checkedFields = listCheckedFields(table)
  const invalidColumn = `CASE ${checkedFields.map((field) => `WHEN ${isInvalid(field)} THEN ${literal(field.column)}`).join(' ')} END`
  return {
    settings: 'SET plan_cache_mode = force_custom_plan',
    declarations: [...new Set(checkedFields.map(({ referenceTable }) => referenceTable))].map(declareIds),
    condition: `CASE WHEN ${checkedFields.map(isInvalid).join(' OR ')} THEN reject_unknown_id(${literal(table)}, ${invalidColumn}) ELSE true END`,
  }
}

const rejectUnknownId: OwnerFunction = {
  name: 'reject_unknown_id',
  parameters: { in_table: 'text', in_column: 'text' },
  returns: 'boolean',
  language: 'plpgsql',
  body: `BEGIN
    RAISE EXCEPTION 'unknown id of a reference table'
      USING ERRCODE = 'foreign_key_violation', TABLE = in_table, COLUMN = in_column, CONSTRAINT = in_table || '_' || in_column || '_reference_value';
  END`,
}

/** Checks inserted rows. The history checks updated ones while it reads them. */
const createInsertCheck = (table: DataDomainTable): Statement[] => {
  const { settings, declarations, condition } = buildReferenceCheck(table)
  return [
    `CREATE OR REPLACE FUNCTION check_${table}_reference_values() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} ${settings} AS $$
  DECLARE
    ${declarations.join('\n    ')}
  BEGIN
    PERFORM FROM saved WHERE ${condition};
    RETURN NULL;
  END $$`,
    `CREATE OR REPLACE TRIGGER check_reference_values_on_insert AFTER INSERT ON ${table}
      REFERENCING NEW TABLE AS saved FOR EACH STATEMENT EXECUTE FUNCTION check_${table}_reference_values()`,
  ]
}

/** A column that can use an id of a table, as one id or as a list of ids. */
type Use = {
  readonly table: string
  readonly column: string
  readonly referenceTable: string
  readonly isList: boolean
  readonly place: string
}

const fieldUses: readonly Use[] = fields.flatMap(({ table, column, name, type, referenceTable }) => {
  if (referenceTable === undefined) return []
  const stored = table === 'patient' ? [table] : [table, `${table}_version`]
  return stored.map((storedIn) => ({ table: storedIn, column, referenceTable, isList: type === 'choices', place: name }))
})
const otherUses: readonly Use[] = [
  { table: 'centre', column: 'ecrf', referenceTable: 'svc_ecrf', isList: false, place: 'centre' },
  { table: 'clinical_study', column: 'type', referenceTable: 'svc_clinical_study_type', isList: false, place: 'clinical_study' },
]

/** Scans a table only if its column uses the table of the ids. */
const selectUsed = ({ table, column, referenceTable, isList, place }: Use): string =>
  `SELECT used.id, ${literal(place)} FROM unnest(in_ids) AS used (id) WHERE in_table = ${literal(referenceTable)}
    AND EXISTS (SELECT FROM ${table} WHERE ${isList ? `used.id = ANY (${table}.${column})` : `${table}.${column} = used.id`})`

const findUsed: OwnerFunction = {
  name: 'find_used_reference_values',
  parameters: { in_table: 'text', in_ids: 'text[]' },
  returns: 'TABLE (id text, place text)',
  body: [...fieldUses, ...otherUses].map(selectUsed).join('\n    UNION '),
}
export const referenceSignatures = [formatSignature(findUsed)]

/** An id in use, or in the history, is never removed (REQ-ADM-04). */
const preventRemoval: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION prevent_used_reference_value_removal() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    changed_table text;
  BEGIN
    FOR changed_table IN SELECT DISTINCT table_name FROM removed LOOP
      IF EXISTS (SELECT FROM find_used_reference_values(changed_table, ARRAY(SELECT id FROM removed WHERE table_name = changed_table))) THEN
        RAISE EXCEPTION 'an id of a reference table is in use' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'reference_value_in_use';
      END IF;
    END LOOP;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER prevent_used_reference_value_removal AFTER DELETE ON reference_value
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION prevent_used_reference_value_removal()`,
]

const withoutPlace = (row: 'OLD' | 'NEW'): string => `CASE TG_TABLE_NAME
        WHEN 'geotree' THEN to_jsonb(${row}) - '{position, parent, level, leaf}'::text[]
          || jsonb_build_object('extra', jsonb_strip_nulls(jsonb_build_object('parent', to_jsonb(${row}) -> 'parent', 'level', to_jsonb(${row}) -> 'level', 'leaf', to_jsonb(${row}) -> 'leaf')))
        ELSE to_jsonb(${row}) - '{table_name, position}'::text[] END`

/** Records changes by administrators, not rows of the installation (REQ-ADM-16). */
const recordChanges: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION record_reference_change() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO reference_change (actor, table_name, value_id, before, after) VALUES (
      ${current.actor}, CASE TG_TABLE_NAME WHEN 'geotree' THEN 'geotree' ELSE coalesce(to_jsonb(NEW) ->> 'table_name', to_jsonb(OLD) ->> 'table_name') END, coalesce(NEW.id, OLD.id),
      CASE WHEN TG_OP <> 'INSERT' THEN ${withoutPlace('OLD')} END, CASE WHEN TG_OP <> 'DELETE' THEN ${withoutPlace('NEW')} END);
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER record_reference_change AFTER INSERT OR DELETE OR UPDATE OF trans_it, trans_en, trans_fr, trans_pt, extra ON reference_value
  FOR EACH ROW WHEN (current_user = '${serverRole}') EXECUTE FUNCTION record_reference_change()`,
  `CREATE OR REPLACE TRIGGER record_reference_change AFTER INSERT OR UPDATE ON geotree
  FOR EACH ROW WHEN (current_user = '${serverRole}') EXECUTE FUNCTION record_reference_change()`,
  // Only leaves have centres, and a leaf has no area below it (REQ-GEO-01).
  `CREATE OR REPLACE FUNCTION check_area() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF EXISTS (SELECT FROM geotree WHERE id = NEW.parent AND (leaf OR level <> NEW.level - 1))
      OR (NEW.leaf AND EXISTS (SELECT FROM geotree WHERE parent = NEW.id))
      OR (NOT NEW.leaf AND EXISTS (SELECT FROM centre WHERE geotreeid = NEW.id)) THEN
      RAISE EXCEPTION 'the area does not fit into the tree' USING ERRCODE = 'check_violation', CONSTRAINT = 'geotree_place';
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER check_area AFTER INSERT OR UPDATE OF leaf, parent, level ON geotree FOR EACH ROW EXECUTE FUNCTION check_area()`,
]

export const referenceValueStatements: readonly Statement[] = [
  createOwnerFunction(rejectUnknownId),
  ...dataDomainTables.flatMap(createInsertCheck),
  createOwnerFunction(findUsed),
  ...preventRemoval,
  ...recordChanges,
]
