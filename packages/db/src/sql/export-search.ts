import { formatSignature, createOwnerFunction, type OwnerFunction } from './owner-function.ts'
import { formatDayStart, isGlobalAdmin, current, securityDefiner, type Statement } from './text.ts'

/** A GlobalAdmin reads all manifests, other users only their own (REQ-EXP-10). */
const isReadable = `(m.actor = ${current.actor} OR ${isGlobalAdmin})`

const sharedColumns =
  'id uuid, at timestamptz, actor text, as_role text, filter_id integer, filter_version integer, filter_name text, study_id text, study_title text, format text, patients integer, outcome text, rows integer'
const selectShared = `m.id, m.at, m.actor, m.as_role, m.filter_id, m.filter_version, v.name, m.study_id, study.title, m.format, m.patients,
        coalesce(o.outcome, 'running'), coalesce(o.rows, 0)`
const joinShared = `JOIN saved_filter_version AS v ON v.filter_id = m.filter_id AND v.version = m.filter_version
        LEFT JOIN clinical_study AS study ON study.id = m.study_id
        LEFT JOIN export_outcome AS o ON o.manifest_id = m.id`

/**
 * Lists manifests, newest first, after a given one. NULL does not restrict. The plan is made for each call, so that absent conditions
 * disappear and each condition uses its index (REQ-EXP-10).
 */
const searchManifests: Statement = `CREATE OR REPLACE FUNCTION search_export_manifests(in_actor text, in_filter integer, in_format text, in_from date, in_to date, in_after uuid, in_limit integer)
  RETURNS TABLE (${sharedColumns}) LANGUAGE plpgsql STABLE ${securityDefiner} SET plan_cache_mode = force_custom_plan AS $$
  #variable_conflict use_column
  DECLARE
    wanted text := CASE WHEN ${isGlobalAdmin} THEN in_actor ELSE ${current.actor} END;
    first_at timestamptz := coalesce(${formatDayStart('in_from')}, '-infinity');
    end_at timestamptz := coalesce(${formatDayStart('in_to + 1')}, 'infinity');
    after_at timestamptz := (SELECT m.at FROM export_manifest AS m WHERE m.id = in_after AND ${isReadable});
  BEGIN
    IF in_limit NOT BETWEEN 1 AND 1000 OR (wanted IS NULL AND NOT ${isGlobalAdmin}) THEN
      RAISE EXCEPTION 'only staff read manifests, at most 1000' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN QUERY
      SELECT ${selectShared}
      FROM (
        SELECT * FROM export_manifest AS found
        WHERE (wanted IS NULL OR found.actor = wanted) AND (in_filter IS NULL OR found.filter_id = in_filter) AND (in_format IS NULL OR found.format = in_format)
          AND found.at >= first_at AND found.at < end_at
          AND (in_after IS NULL OR (found.at, found.id) < (after_at, in_after))
        ORDER BY found.at DESC, found.id DESC LIMIT in_limit
      ) AS m
      ${joinShared}
      ORDER BY m.at DESC, m.id DESC;
  END $$`

/** Lists the values of a column with one index step each, whatever the number of manifests. */
const listDistinct = (name: string, column: string): string => `
      ${name} AS (
        (SELECT m.${column} AS value FROM export_manifest AS m ORDER BY m.${column} LIMIT 1)
        UNION ALL
        SELECT (SELECT m.${column} FROM export_manifest AS m WHERE m.${column} > ${name}.value ORDER BY m.${column} LIMIT 1) FROM ${name} WHERE ${name}.value IS NOT NULL
      )`

const functions: readonly OwnerFunction[] = [
  {
    name: 'list_last_exports',
    parameters: {},
    returns: 'TABLE (filter_id integer, at timestamptz)',
    body: `SELECT m.filter_id, max(m.at) FROM export_manifest AS m WHERE ${isReadable} GROUP BY m.filter_id`,
  },
  {
    // Omits the patients and the hash of their set. A filter that found a patient reveals a condition of the patient (REQ-CON-08).
    name: 'find_export_manifest',
    parameters: { in_id: 'uuid' },
    returns: `TABLE (${sharedColumns}, columns text[], excluded_no_consent integer, excluded_no_answer integer, excluded_no_value integer,
      unique_rows integer, rows_in_small_groups integer, generalised boolean, labels boolean, delimiter text, reason text, repeats uuid, repeatable boolean,
      ended_at timestamptz, bytes float8, sha256 text)`,
    body: `
      SELECT ${selectShared}, m.columns, m.excluded_no_consent, m.excluded_no_answer, m.excluded_no_value,
        m.unique_rows, m.rows_in_small_groups, m.generalised, m.labels, m.delimiter, m.reason, m.repeats,
        m.actor = ${current.actor} AND o.outcome IS NOT DISTINCT FROM 'complete', o.at, coalesce(o.bytes, 0)::float8, coalesce(o.sha256, '')
      FROM export_manifest AS m
        ${joinShared}
      WHERE m.id = in_id AND ${isReadable}`,
  },
  {
    // The choices of the form: all people and filters with exports for a GlobalAdmin, their own for other users.
    name: 'list_export_choices',
    parameters: {},
    returns: 'TABLE (people text[], filters jsonb)',
    body: `
      WITH RECURSIVE ${listDistinct('person', 'actor')}, ${listDistinct('exported', 'filter_id')}
      SELECT CASE WHEN ${isGlobalAdmin} THEN ARRAY(SELECT value FROM person WHERE value IS NOT NULL ORDER BY 1) ELSE ARRAY[${current.actor}]::text[] END,
        (SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) ORDER BY f.name, f.id), '[]')
          FROM exported JOIN saved_filter AS f ON f.id = exported.value
          WHERE ${isGlobalAdmin} OR EXISTS (SELECT FROM export_manifest AS m WHERE m.filter_id = f.id AND m.actor = ${current.actor}))`,
  },
]

export const exportSearchSignatures = [
  'search_export_manifests(text, integer, text, date, date, uuid, integer)',
  ...functions.map(formatSignature),
]

export const exportSearchStatements: readonly Statement[] = [searchManifests, ...functions.map(createOwnerFunction)]
