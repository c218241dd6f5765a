import { computedStatistics, observedAnalytes } from '@registry/domain/observations/analytes'
import { observationSettings } from '@registry/domain/observations/value-sources'
import type { Statistic } from '@registry/domain/fields/sections/laboratory'
import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { current, list, literal, securityDefiner, today, type Statement } from './text.ts'

const columns = computedStatistics.map(({ column }) => column)

/** A statistic of the results of the window as SQL, exact because results are decimal. A limit is no measured value. */
const statisticSql = {
  LAST: '(array_agg(result.standard_value ORDER BY result.taken_on DESC, result.recorded_at DESC, result.id DESC))[1]',
  MEAN: 'CASE WHEN count(result.comparator) = 0 THEN avg(result.standard_value) END',
  // The lower and the upper middle: one value for an odd count.
  MEDIAN: `CASE WHEN count(result.comparator) = 0 THEN (percentile_disc(0.5) WITHIN GROUP (ORDER BY result.standard_value)
      + percentile_disc(0.5) WITHIN GROUP (ORDER BY result.standard_value DESC)) / 2 END`,
  MAX: 'max(result.standard_value)',
  MIN: 'min(result.standard_value)',
} satisfies Record<Statistic, string>

/** The analytes with their columns and the values of a record, in the order of `statisticSql`. A series without a statistic has no column. */
const analyteRows = list(
  observedAnalytes.map(({ name, statistics }) => {
    const columns = Object.keys(statisticSql).map((key) => statistics.find(({ statistic }) => statistic === key)?.field.column)
    const names = columns.map((column) => (column === undefined ? 'NULL' : literal(column)))
    const values = columns.map((column) => (column === undefined ? 'NULL' : `medical.${column}`))
    return `(${literal(name)}, ARRAY[${list(names)}]::text[], ARRAY[${list(values)}]::float8[])`
  }),
)

/** The day of the version that gave the column its value. Reports before the first result have no mark. */
const reportDay = `(SELECT (min(saved.at) AT TIME ZONE 'Europe/Rome')::date FROM patient_medical_version AS saved
      WHERE saved.patient_id = medical.patient_id AND saved.version > coalesce((
        SELECT max(other.version) FROM patient_medical_version AS other WHERE other.patient_id = medical.patient_id AND statistic.value IS DISTINCT FROM
          CASE statistic.column_name ${columns.map((column) => `WHEN ${literal(column)} THEN other.${column}`).join(' ')} END), 0))`

const differencePercent = `coalesce((SELECT value::numeric FROM setting WHERE key = 'observation_difference_percent'), ${observationSettings.observation_difference_percent})`

/** A reported value that is far from the computed one has its own source, for RULE-39. */
const reportedSource = (reported: string, computed: string) =>
  `CASE WHEN abs(${reported} - ${computed}) > abs(${computed}) * ${differencePercent} / 100 THEN 'differs' ELSE 'reported' END`

/**
 * Computes the statistics of patients from the results of the 12 months up to the newest one, and returns the changed ones (REQ-OBS-04). A
 * reported value wins until a later result. Its mark stays, so that the end of that result or the undo of a file restores it (REQ-OBS-06).
 */
const computeStatistics: OwnerFunction = {
  name: 'compute_statistics',
  parameters: { in_patients: 'integer[]' },
  returns: 'integer[]',
  language: 'plpgsql',
  body: `
  DECLARE
    source text := current_setting('app.source', true);
    undone_import uuid := nullif(current_setting('app.undone_import', true), '')::uuid;
    changed integer[];
  BEGIN
    PERFORM set_config('app.source', 'computed', true), set_config('app.computing', 'true', true);
    WITH before AS MATERIALIZED (
      SELECT saved.patient_id, saved.value_sources FROM patient_medical_version AS saved JOIN (
        SELECT sent.patient_id, min(sent.version) - 1 AS version FROM patient_medical_version AS sent
        WHERE undone_import IS NOT NULL AND sent.import_id = undone_import AND sent.patient_id = ANY (in_patients) GROUP BY sent.patient_id
      ) AS last USING (patient_id, version)
    ), state AS MATERIALIZED (
      SELECT medical.patient_id, decided.* FROM patient_medical AS medical LEFT JOIN before USING (patient_id)
      CROSS JOIN LATERAL (
        SELECT jsonb_object_agg(column_name, decided) AS row, bool_or(decided IS DISTINCT FROM value) AS differs,
          nullif(jsonb_object_agg(column_name, jsonb_strip_nulls(jsonb_build_object('by', by, 'day', day, 'results', results, 'computed', computed,
            'limited', nullif(limited, false), 'reported', reported, 'on', reported_on,
            'was', CASE WHEN undone IS NOT NULL AND (undone ->> 'computed')::float8 IS NOT DISTINCT FROM computed THEN (undone ->> 'was')::float8
              WHEN (mark ->> 'computed')::float8 IS DISTINCT FROM computed THEN coalesce((mark ->> 'computed')::float8, (mark ->> 'was')::float8) ELSE (mark ->> 'was')::float8 END
          ))) FILTER (WHERE by IS NOT NULL), '{}') AS marks
        FROM (VALUES ${analyteRows}) AS analyte (name, columns, saved)
        CROSS JOIN LATERAL (SELECT max(taken_on) AS day FROM observation WHERE patient_id = medical.patient_id AND analyte = analyte.name AND ended_at IS NULL OFFSET 0) AS last
        CROSS JOIN LATERAL (
          SELECT count(*) AS results, count(result.comparator) > 0 AS limited, ARRAY[${list(Object.values(statisticSql))}]::float8[] AS statistics
          FROM observation AS result WHERE result.patient_id = medical.patient_id AND result.analyte = analyte.name
            AND result.taken_on <= last.day AND result.taken_on > (last.day - interval '12 months')::date AND result.ended_at IS NULL OFFSET 0
        ) AS result
        CROSS JOIN LATERAL unnest(columns, saved, statistics) AS statistic (column_name, value, computed)
        CROSS JOIN LATERAL (SELECT medical.value_sources -> column_name AS mark, before.value_sources -> column_name AS undone OFFSET 0) AS stored
        CROSS JOIN LATERAL (
          SELECT CASE WHEN mark IS NULL THEN value ELSE (mark ->> 'reported')::float8 END AS reported,
            CASE WHEN mark IS NOT NULL THEN (mark ->> 'on')::date WHEN value IS NOT NULL THEN ${reportDay} END AS reported_on OFFSET 0
        ) AS report
        CROSS JOIN LATERAL (SELECT CASE
          WHEN day IS NULL THEN NULL
          WHEN reported IS NULL OR day > reported_on THEN 'computed'
          ELSE ${reportedSource('reported', 'computed')} END AS by OFFSET 0) AS source
        CROSS JOIN LATERAL (SELECT CASE by WHEN 'computed' THEN computed ELSE reported END AS decided) AS decision
        WHERE column_name IS NOT NULL AND (last.day IS NOT NULL OR medical.value_sources ?| columns)
      ) AS decided
      WHERE medical.patient_id = ANY (in_patients) AND medical.centre_code = ${current.centre} AND medical.consented AND NOT medical.closed
        AND decided.row IS NOT NULL
    ), written AS (
      UPDATE patient_medical AS medical SET value_sources = state.marks,
        ${list(columns.map((column) => `${column} = CASE WHEN state.row ? ${literal(column)} THEN (state.row ->> ${literal(column)})::float8 ELSE medical.${column} END`))}
      FROM state WHERE medical.patient_id = state.patient_id
        AND (state.differs OR medical.value_sources IS DISTINCT FROM state.marks)
      RETURNING medical.patient_id
    )
    SELECT coalesce(array_agg(patient_id), '{}') INTO changed FROM written;
    PERFORM set_config('app.source', coalesce(source, ''), true), set_config('app.computing', '', true);
    RETURN changed;
  END `,
}

/** Equal at the precision that was sent: 812.33 is the computed 812.3333. The text of a number has its digits; a cast to numeric has fewer. */
const equalsSent = (value: string, sent: string) =>
  `round((${value})::numeric, scale(trim_scale(${sent}::text::numeric))) = ${sent}::text::numeric`

const checkColumn = (column: string) => `
    IF NEW.${column} IS DISTINCT FROM OLD.${column} AND NEW.value_sources ? ${literal(column)} THEN
      mark := NEW.value_sources -> ${literal(column)};
      IF NEW.${column} IS NULL OR ${equalsSent(`mark ->> 'computed'`, `NEW.${column}`)} OR ${equalsSent(`mark ->> 'was'`, `NEW.${column}`)} THEN
        NEW.${column} := (mark ->> 'computed')::float8;
        IF NEW.${column} IS NOT NULL THEN NEW.missing_reasons := nullif(NEW.missing_reasons - ${literal(column)}, '{}'); END IF;
        mark := mark - 'reported' - 'on' || '{"by": "computed"}';
      ELSE
        mark := mark || jsonb_build_object('by', ${reportedSource(`NEW.${column}::text::numeric`, `(mark ->> 'computed')::numeric`)}, 'reported', NEW.${column},
          'on', coalesce(undone -> ${literal(column)} ->> 'on', ${today}::text));
      END IF;
      NEW.value_sources := jsonb_set(NEW.value_sources, '{${column}}', mark);
      NEW.version := OLD.version;
    END IF;`

/**
 * Marks written statistics as reported (REQ-OBS-05). A cleared or computed value is no report: an old program sends the whole record again.
 * The undo of a file keeps the day of the earlier report. Runs before the trigger that sets the version.
 */
const keepSources = `CREATE OR REPLACE FUNCTION keep_value_sources() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    mark jsonb;
    undone jsonb;
  BEGIN
    IF current_setting('app.computing', true) = 'true' THEN RETURN NEW; END IF;
    NEW.value_sources := OLD.value_sources;
    IF coalesce(current_setting('app.undone_import', true), '') <> '' THEN
      SELECT before.value_sources INTO undone FROM patient_medical_version AS before
      WHERE before.patient_id = NEW.patient_id AND before.version = (
        SELECT min(saved.version) - 1 FROM patient_medical_version AS saved
        WHERE saved.patient_id = NEW.patient_id AND saved.import_id = current_setting('app.undone_import')::uuid);
    END IF;${columns.map(checkColumn).join('')}
    RETURN NEW;
  END $$`

export const statisticSignatures = [formatSignature(computeStatistics)]

export const statisticStatements: readonly Statement[] = [
  createOwnerFunction(computeStatistics),
  keepSources,
  `CREATE OR REPLACE TRIGGER keep_value_sources BEFORE UPDATE ON patient_medical
  FOR EACH ROW WHEN (OLD.value_sources IS NOT NULL) EXECUTE FUNCTION keep_value_sources()`,
]
