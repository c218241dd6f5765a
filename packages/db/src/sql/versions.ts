import { listFields } from '../columns.ts'
import { medicalFields } from '@registry/domain/fields/dictionary'
import { securityDefiner, list, literal, type Statement } from './text.ts'

const blocks = ['patient_identity', 'patient_personal', 'patient_medical'] as const
type Block = (typeof blocks)[number]

/** Columns that are not the record itself: their change is no new version of it. */
const bookkeeping: Record<Block, readonly string[]> = {
  patient_identity: ['version', 'login_mode'],
  patient_personal: ['version', 'consented', 'closed'],
  patient_medical: ['version', 'consented', 'closed'],
}

const complications = medicalFields.filter((field) => field.section === 'Complications' && field.type === 'boolean')

const complicationsOfNew = `nullif(${complications.map((field) => `(NEW.${field.column} IS TRUE)::integer`).join(' + ')}, 0)`

/** RULE-33: the number is the server's, whatever a client or a file says; null when no complication is there. */
const derived = {
  patient_identity: [],
  patient_personal: [],
  patient_medical: [{ column: 'complications_num', is: complicationsOfNew }],
} satisfies Record<Block, readonly { column: string; is: string }[]>

/** Asked of each row without calling the function, which costs more than the rest of a save: a file's rows come as they should be. */
const notYetSo = (block: Block, version: string): string =>
  [`NEW.version IS DISTINCT FROM ${version}`, ...derived[block].map(({ column, is }) => `NEW.${column} IS DISTINCT FROM ${is}`)].join(
    ' OR ',
  )

const beforeSave = (block: Block): Statement[] => [
  `CREATE OR REPLACE FUNCTION prepare_${block}() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    record ${block};
  BEGIN
    ${derived[block].map(({ column, is }) => `NEW.${column} := ${is};`).join('\n    ')}
    IF TG_OP = 'INSERT' THEN
      NEW.version := 1;
      RETURN NEW;
    END IF;
    record := NEW;
    ${bookkeeping[block].map((column) => `record.${column} := OLD.${column};`).join('\n    ')}
    IF record IS DISTINCT FROM OLD THEN
      NEW.version := OLD.version + 1;
    ELSE
      NEW.version := OLD.version;
      PERFORM set_config('app.some_unchanged', 'true', true);
    END IF;
    RETURN NEW;
  END $$`,
  `DROP TRIGGER IF EXISTS prepare ON ${block}`,
  `CREATE OR REPLACE TRIGGER prepare_insert BEFORE INSERT ON ${block}
  FOR EACH ROW WHEN (${notYetSo(block, '1')}) EXECUTE FUNCTION prepare_${block}()`,
  `CREATE OR REPLACE TRIGGER prepare_update BEFORE UPDATE ON ${block}
  FOR EACH ROW WHEN (${notYetSo(block, 'OLD.version + 1')}) EXECUTE FUNCTION prepare_${block}()`,
]

/**
 * Keeps the row as the save left it; a save that changed nothing has the version of the one before, and adds nothing (D14). Whether a
 * version is kept already is asked only where `prepare` met such a save: asked of every row of a file it costs a tenth of the load.
 */
const afterSave = (block: Block): Statement[] => {
  const columns = list(['patient_id', 'center_code', 'version', ...listFields(block).map((field) => field.column)])
  // The blocks are born empty: only what is then written into them is history.
  const events = block === 'patient_identity' ? (['INSERT', 'UPDATE'] as const) : (['UPDATE'] as const)
  return [
    `CREATE OR REPLACE FUNCTION keep_${block}_version() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
    DECLARE
      saved_by text := nullif(current_setting('app.actor', true), '');
      some_unchanged boolean := coalesce(current_setting('app.some_unchanged', true), '') <> '';
    BEGIN
      INSERT INTO ${block}_version (${columns}, actor, via, import_id)
      SELECT ${columns}, saved_by, coalesce(nullif(current_setting('app.via', true), ''), 'system'), nullif(current_setting('app.import', true), '')::uuid
      FROM saved
      WHERE NOT some_unchanged OR (version > 1 OR TG_OP = 'INSERT')
        -- OFFSET keeps the look-up an index scan a row: nothing is known of how many rows were saved, and the history is long.
        AND NOT EXISTS (SELECT FROM ${block}_version AS kept WHERE kept.patient_id = saved.patient_id AND kept.version = saved.version OFFSET 0);
      RETURN NULL;
    END $$`,
    ...events.map(
      (event) =>
        `CREATE OR REPLACE TRIGGER keep_version_on_${event.toLowerCase()} AFTER ${event} ON ${block}
        REFERENCING NEW TABLE AS saved FOR EACH STATEMENT EXECUTE FUNCTION keep_${block}_version()`,
    ),
  ]
}

/** Every change of one block, field by field: each version beside the one before it. */
const changesOf = (block: Block): string => {
  const pairs = listFields(block).map(({ name, column }) => `(${literal(name)}, (v.before).${column}::text, (v.now).${column}::text)`)
  return `SELECT v.patient_id, v.center_code, change.field, change.old, change.new, v.at, v.actor, v.via, v.import_id, v.version
    FROM (
      SELECT saved.patient_id, saved.center_code, saved.at, saved.actor, saved.via, saved.import_id, saved.version, saved AS now,
        lag(saved) OVER (PARTITION BY saved.patient_id ORDER BY saved.version) AS before
      FROM ${block}_version AS saved
    ) AS v
    CROSS JOIN LATERAL (VALUES ${list(pairs)}) AS change (field, old, new)
    WHERE change.old IS DISTINCT FROM change.new`
}

/** The history of every value (D14): triggers that cannot be forgotten, and the view that shows it by field. */
export const versionStatements: readonly Statement[] = [
  'DROP VIEW IF EXISTS field_history',
  ...blocks.flatMap((block) => [...beforeSave(block), ...afterSave(block)]),
  `CREATE VIEW field_history WITH (security_invoker = true) AS ${blocks.map(changesOf).join('\n UNION ALL ')}`,
]
