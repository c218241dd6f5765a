import { listFields } from '../columns.ts'
import { medicalFields } from '@registry/domain/fields/dictionary'
import { buildReferenceCheck, type ReferenceCheck } from './reference-values.ts'
import { securityDefiner, list, literal, type Statement } from './text.ts'

const versionedTables = ['patient_identity', 'patient_personal', 'patient_medical'] as const
type VersionedTable = (typeof versionedTables)[number]

/** Changes of these columns make no new version of the record. */
const unversionedColumns: Record<VersionedTable, readonly string[]> = {
  patient_identity: ['version', 'login_mode'],
  patient_personal: ['version', 'consented', 'closed'],
  patient_medical: ['version', 'consented', 'closed'],
}

const complications = medicalFields.filter((field) => field.section === 'Complications' && field.type === 'boolean')

const countComplications = `nullif(${complications.map((field) => `(NEW.${field.column} IS TRUE)::integer`).join(' + ')}, 0)`

/** RULE-33: the database counts the complications and ignores a number from a client or file. No complication is null. */
const derivedColumns = {
  patient_identity: [],
  patient_personal: [],
  patient_medical: [{ column: 'complications_num', is: countComplications }],
} satisfies Record<VersionedTable, readonly { column: string; is: string }[]>

/** True for rows that the trigger must change. Rows of imports are already correct, and the call costs more than the rest of a save. */
const needsPreparation = (table: VersionedTable, version: string): string =>
  [
    `NEW.version IS DISTINCT FROM ${version}`,
    ...derivedColumns[table].map(({ column, is }) => `NEW.${column} IS DISTINCT FROM ${is}`),
  ].join(' OR ')

/** Lists the columns whose value can be missing for a reason. */
const listReasonColumns = (table: VersionedTable): string[] =>
  listFields(table).flatMap(({ column, derived }) => (derived ? [] : [literal(column)]))

const createBeforeTriggers = (table: VersionedTable): Statement[] => [
  `CREATE OR REPLACE FUNCTION set_${table}_version() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    record ${table};
  BEGIN
    ${derivedColumns[table].map(({ column, is }) => `NEW.${column} := ${is};`).join('\n    ')}
    IF TG_OP = 'INSERT' THEN
      NEW.version := 1;
      RETURN NEW;
    END IF;
    record := NEW;
    ${unversionedColumns[table].map((column) => `record.${column} := OLD.${column};`).join('\n    ')}
    IF record IS DISTINCT FROM OLD THEN
      NEW.version := OLD.version + 1;
    ELSE
      NEW.version := OLD.version;
      PERFORM set_config('app.unchanged_rows', 'true', true);
    END IF;
    RETURN NEW;
  END $$`,
  `CREATE OR REPLACE TRIGGER set_version_on_insert BEFORE INSERT ON ${table}
  FOR EACH ROW WHEN (${needsPreparation(table, '1')}) EXECUTE FUNCTION set_${table}_version()`,
  `CREATE OR REPLACE TRIGGER set_version_on_update BEFORE UPDATE ON ${table}
  FOR EACH ROW WHEN (${needsPreparation(table, 'OLD.version + 1')}) EXECUTE FUNCTION set_${table}_version()`,
]

/** An identity has no ids of reference tables. */
const noReferences: ReferenceCheck = { settings: '', declarations: [], condition: 'true' }

/**
 * Records the row after each save (REQ-CRF-03), and checks the ids of its reference tables in the same pass. A save without a change keeps
 * the version and adds nothing. Only such saves look for an existing version, because the look-up for each row takes a tenth of an import.
 */
const createAfterTriggers = (table: VersionedTable): Statement[] => {
  const columns = list([
    'patient_id',
    'centre_code',
    'version',
    table === 'patient_identity' ? 'birth_date' : 'missing_reasons',
    ...(table === 'patient_medical' ? ['value_sources'] : []),
    ...listFields(table).map((field) => field.column),
  ])
  // Sections are created empty, so only updates are history.
  const events = table === 'patient_identity' ? (['INSERT', 'UPDATE'] as const) : (['UPDATE'] as const)
  const { settings, declarations, condition } = table === 'patient_identity' ? noReferences : buildReferenceCheck(table)
  // OFFSET forces an index scan for each row. Postgres cannot estimate the number of saved rows, and the history is long.
  return [
    `CREATE OR REPLACE FUNCTION record_${table}_version() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} ${settings} AS $$
    DECLARE
      ${declarations.join('\n      ')}
      saved_by text := nullif(current_setting('app.actor', true), '');
      has_unchanged_rows boolean := coalesce(current_setting('app.unchanged_rows', true), '') <> '';
    BEGIN
      INSERT INTO ${table}_version (${columns}, actor, source, import_id, reason)
      SELECT ${columns}, saved_by, coalesce(nullif(current_setting('app.source', true), ''), 'system'), nullif(current_setting('app.import', true), '')::uuid,
        nullif(current_setting('app.reason', true), '')
      FROM saved
      WHERE (NOT has_unchanged_rows OR (version > 1 OR TG_OP = 'INSERT')
        AND NOT EXISTS (SELECT FROM ${table}_version AS recorded WHERE recorded.patient_id = saved.patient_id AND recorded.version = saved.version OFFSET 0)) AND ${condition};
      RETURN NULL;
    END $$`,
    ...events.map(
      (event) =>
        `CREATE OR REPLACE TRIGGER record_version_on_${event.toLowerCase()} AFTER ${event} ON ${table}
        REFERENCING NEW TABLE AS saved FOR EACH STATEMENT EXECUTE FUNCTION record_${table}_version()`,
    ),
  ]
}

/**
 * Keeps the reason of a missing value only while the column has no value. So every way to store a value removes it (REQ-CRF-16). Its name
 * precedes those of the version triggers, which compare the row after it.
 */
const createReasonTriggers = (table: 'patient_personal' | 'patient_medical'): Statement[] => [
  `CREATE OR REPLACE FUNCTION keep_${table}_missing_reasons() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    stored jsonb := to_jsonb(NEW);
  BEGIN
    IF jsonb_typeof(NEW.missing_reasons) <> 'object' THEN
      RETURN NEW;
    END IF;
    IF NOT NEW.missing_reasons <@ coalesce(OLD.missing_reasons, '{}') AND EXISTS (
      SELECT FROM jsonb_object_keys(NEW.missing_reasons) AS name WHERE name <> ALL (ARRAY[${list(listReasonColumns(table))}])) THEN
      RAISE EXCEPTION 'a reason names no column' USING ERRCODE = 'check_violation', CONSTRAINT = '${table}_missing_reasons';
    END IF;
    NEW.missing_reasons := (SELECT jsonb_object_agg(name, reason) FROM jsonb_each(NEW.missing_reasons) AS one (name, reason) WHERE stored -> name = 'null'::jsonb);
    RETURN NEW;
  END $$`,
  `CREATE OR REPLACE TRIGGER keep_missing_reasons BEFORE UPDATE ON ${table}
  FOR EACH ROW WHEN (NEW.missing_reasons IS NOT NULL) EXECUTE FUNCTION keep_${table}_missing_reasons()`,
]

/** Selects the changes of one section by field: each version compared with the previous one. */
const selectChanges = (table: VersionedTable): string => {
  const pairs = listFields(table).map(
    ({ name, column }) => `(${literal(name)}, (change.before).${column}::text, (change.after).${column}::text)`,
  )
  return `SELECT change.patient_id, change.centre_code, value.field, value.old, value.new, change.at, change.actor, change.source, change.import_id, change.reason, change.version
    FROM (
      SELECT saved.patient_id, saved.centre_code, saved.at, saved.actor, saved.source, saved.import_id, saved.reason, saved.version, saved AS after,
        lag(saved) OVER (PARTITION BY saved.patient_id ORDER BY saved.version) AS before
      FROM ${table}_version AS saved
    ) AS change
    CROSS JOIN LATERAL (VALUES ${list(pairs)}) AS value (field, old, new)
    WHERE value.old IS DISTINCT FROM value.new`
}

const changedSince = (versions: string, signed: string): string =>
  `EXISTS (SELECT FROM ${versions} AS later WHERE later.patient_id = in_patient AND later.version > ${signed} AND later.source <> 'computed')`

/**
 * True after a change of signed values. A computed statistic follows from results and breaks no signature. Row security hides the versions
 * of a data domain without consent, now or then, so they are ignored (REQ-CRF-15).
 */
const isSignatureBroken = `CREATE OR REPLACE FUNCTION is_signature_broken(in_patient integer, in_personal integer, in_medical integer) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT ${changedSince('patient_personal_version', 'in_personal')} OR ${changedSince('patient_medical_version', 'in_medical')}
  $$`
export const signatureSignature = 'is_signature_broken(integer, integer, integer)'

/** Triggers that record the history of all values, and the view that shows it by field (REQ-CRF-03, decision 0002). */
export const versionStatements: readonly Statement[] = [
  ...versionedTables.flatMap((table) => [...createBeforeTriggers(table), ...createAfterTriggers(table)]),
  ...createReasonTriggers('patient_personal'),
  ...createReasonTriggers('patient_medical'),
  isSignatureBroken,
  `DROP VIEW IF EXISTS field_history;
    CREATE VIEW field_history WITH (security_invoker = true) AS ${versionedTables.map(selectChanges).join('\n UNION ALL ')}`,
]
