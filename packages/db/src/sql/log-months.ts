import { auditLogYears } from '@registry/domain/audit-log/retention'
import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { securityDefiner, type Statement } from './text.ts'

/** The schema of the months. No role of the server may use it: the log is read and written as a whole. */
export const monthSchema = 'log_month'

/** The number of months after this one that have tables. */
const monthsAhead = 3

/** The first days of the next months, in UTC. */
const nextMonths = `generate_series(1, ${monthsAhead}) AS ahead, LATERAL (
  SELECT (date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month')::date AS first) AS month`
const formatMonth = (day: string): string => `to_char(${day}, 'YYYY_MM')`
const monthStart = (day: string): string => `(${day})::timestamp AT TIME ZONE 'UTC'`

/**
 * Divides the log by month (REQ-ADM-25). The previous table becomes the first month. The table with the suffix `other` takes entries of a
 * missing month, so that no call fails. Indexes, triggers and policies move to the whole, because only then do they concern all months.
 */
const divideTable = `CREATE OR REPLACE FUNCTION divide_log_table(in_table text, in_id text) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    month date := date_trunc('month', (SELECT greatest(now(), max(at)) FROM audit_log) AT TIME ZONE 'UTC');
    part text := in_table || '_' || ${formatMonth('month')};
    definitions text[];
    next_id bigint;
    definition text;
    name text;
  BEGIN
    IF (SELECT relkind FROM pg_class WHERE oid = in_table::regclass) = 'p' THEN RETURN; END IF;
    SELECT array_agg(sql) INTO definitions FROM (
      SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = in_table::regclass AND NOT indisprimary
      UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = in_table::regclass AND NOT tgisinternal
      UNION ALL SELECT format('ALTER TABLE %I %s ROW LEVEL SECURITY', in_table, setting) FROM pg_class, unnest('{ENABLE,FORCE}'::text[]) AS setting
        WHERE oid = in_table::regclass AND relrowsecurity
      UNION ALL SELECT format('CREATE POLICY %I ON %I FOR %s TO %s USING (%s) WITH CHECK (%s)', policyname, tablename, cmd, array_to_string(roles, ', '), qual, with_check)
        FROM pg_policies WHERE schemaname = 'public' AND tablename = in_table
    ) AS object (sql);
    FOR name IN SELECT tgname FROM pg_trigger WHERE tgrelid = in_table::regclass AND NOT tgisinternal LOOP
      EXECUTE format('DROP TRIGGER %I ON %I', name, in_table);
    END LOOP;
    IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = in_table::regclass AND attname = in_id AND attidentity <> '') THEN
      next_id := nextval(pg_get_serial_sequence(in_table, in_id));
      EXECUTE format('ALTER TABLE %I ALTER %I DROP IDENTITY', in_table, in_id);
    END IF;
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', in_table, in_table || '_pkey');
    EXECUTE format('ALTER TABLE %I SET SCHEMA ${monthSchema}', in_table);
    EXECUTE format('ALTER TABLE ${monthSchema}.%I RENAME TO %I', in_table, part);
    EXECUTE format('CREATE TABLE %I (LIKE ${monthSchema}.%I INCLUDING DEFAULTS, PRIMARY KEY (%I, at)) PARTITION BY RANGE (at)', in_table, part, in_id);
    IF next_id IS NOT NULL THEN
      EXECUTE format('ALTER TABLE %I ALTER %I ADD GENERATED ALWAYS AS IDENTITY (START WITH %s)', in_table, in_id, next_id);
    END IF;
    FOREACH definition IN ARRAY coalesce(definitions, '{}') LOOP EXECUTE definition; END LOOP;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION ${monthSchema}.%I FOR VALUES FROM (MINVALUE) TO (%L)', in_table, part, ${monthStart(`month + interval '1 month'`)});
    EXECUTE format('CREATE TABLE ${monthSchema}.%I PARTITION OF %I DEFAULT', in_table || '_other', in_table);
  END $$`

const functions = {
  /** Creates the tables of the next months. Each refuses changes by itself, because Postgres does not pass statement triggers on to it. */
  make: {
    name: 'make_log_months',
    parameters: {},
    returns: 'void',
    language: 'plpgsql',
    body: `
    DECLARE
      part record;
    BEGIN
      FOR part IN
        SELECT whole, whole || '_' || ${formatMonth('first')} AS name, first FROM ${nextMonths}, unnest('{audit_log,audit_read}'::text[]) AS whole
      LOOP
        CONTINUE WHEN to_regclass('${monthSchema}.' || part.name) IS NOT NULL;
        EXECUTE format('CREATE TABLE ${monthSchema}.%I (LIKE %I INCLUDING DEFAULTS)', part.name, part.whole);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION ${monthSchema}.%I FOR VALUES FROM (%L) TO (%L)', part.whole, part.name,
          ${monthStart('part.first')}, ${monthStart(`part.first + interval '1 month'`)});
      END LOOP;
      FOR part IN
        SELECT relname AS name FROM pg_class AS c WHERE relnamespace = '${monthSchema}'::regnamespace AND relkind = 'r'
          AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.oid AND tgname = 'prevent_change_of_month')
      LOOP
        EXECUTE format('CREATE TRIGGER prevent_change_of_month BEFORE %s ON ${monthSchema}.%I FOR EACH STATEMENT EXECUTE FUNCTION prevent_change()',
          CASE WHEN starts_with(part.name, 'audit_log') THEN 'UPDATE OR DELETE OR TRUNCATE' ELSE 'TRUNCATE' END, part.name);
      END LOOP;
    END`,
  },
  /**
   * Takes a month out of the log. Its table stays in the schema, and its list of patients goes: the page that it serves does not reach back
   * so far, and a withdrawal would not find it there (REQ-CON-08).
   */
  detach: {
    name: 'detach_log_month',
    parameters: { in_month: 'date' },
    returns: 'void',
    language: 'plpgsql',
    body: `
    BEGIN
      IF ${monthStart(`in_month + interval '1 month'`)} > now() - interval '${auditLogYears} years' THEN
        RAISE EXCEPTION 'a month stays in the log for ${auditLogYears} years' USING ERRCODE = 'insufficient_privilege';
      END IF;
      EXECUTE format('ALTER TABLE audit_log DETACH PARTITION ${monthSchema}.%I', 'audit_log_' || ${formatMonth('in_month')});
      EXECUTE format('DROP TABLE IF EXISTS ${monthSchema}.%I', 'audit_read_' || ${formatMonth('in_month')});
    END`,
  },
  /** Puts a detached month back. The first month also has everything before. */
  attach: {
    name: 'attach_log_month',
    parameters: { in_month: 'date' },
    returns: 'void',
    language: 'plpgsql',
    body: `
    DECLARE
      part text := 'audit_log_' || ${formatMonth('in_month')};
      earlier boolean;
    BEGIN
      EXECUTE format('SELECT EXISTS (SELECT FROM ${monthSchema}.%I WHERE at < %L)', part, ${monthStart('in_month')}) INTO earlier;
      EXECUTE format('ALTER TABLE audit_log ATTACH PARTITION ${monthSchema}.%I FOR VALUES FROM (%s) TO (%L)', part,
        CASE WHEN earlier THEN 'MINVALUE' ELSE quote_literal(${monthStart('in_month')}) END, ${monthStart(`in_month + interval '1 month'`)});
    END`,
  },
} as const satisfies Record<string, OwnerFunction>

/** Whoever waits behind the lock of a month waits no longer than this. */
const withLockTimeout = (statement: Statement): Statement =>
  statement.replace(securityDefiner, `${securityDefiner} SET lock_timeout = '500ms'`)

export const makeLogMonthsSignature = formatSignature(functions.make)

/** The number of the next months without a table. */
export const missingLogMonths = `(SELECT count(*) FROM ${nextMonths} WHERE to_regclass('${monthSchema}.audit_log_' || ${formatMonth('first')}) IS NULL)`

/** Come before all statements about the tables of the log. */
export const logTableStatements: readonly Statement[] = [
  divideTable,
  `CREATE SCHEMA IF NOT EXISTS ${monthSchema};
  SELECT divide_log_table('audit_log', 'id');
  SELECT divide_log_table('audit_read', 'entry_id')`,
]

/** Come after the trigger functions. */
export const logMonthStatements: readonly Statement[] = [
  ...Object.values(functions).map((one) => withLockTimeout(createOwnerFunction(one))),
  `SELECT ${functions.make.name}()`,
]
