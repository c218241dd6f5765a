import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { formatDayStart, isGlobalAdmin, securityDefiner, type Statement } from './text.ts'

/** The columns of a list; the detail of one entry has more. */
const columns = 'id bigint, at timestamptz, username text, command text, action text, from_host text, duration_milli integer, detail text'

const start = `coalesce(${formatDayStart('in_from')}, '-infinity')`
const end = `coalesce(${formatDayStart('in_to + 1')}, 'infinity')`

/**
 * Lists each value of `wanted` that occurs after `fixed`, such as the actions of a command. Each value takes one step in the index,
 * whatever the number of entries.
 */
const listValues = (fixed: readonly string[], wanted: readonly string[]): string => {
  const names = [...fixed, ...wanted].map((name) => `l.${name}`).join(', ')
  const first = [...fixed.map((name) => `in_${name}`), ...wanted.map(() => "''")].join(', ')
  const previous = [...fixed, ...wanted].map((name) => `known.${name}`).join(', ')
  const same = fixed.map((name) => `next.${name} = in_${name}`)
  return `
      known AS (
        (SELECT ${names} FROM audit_log AS l WHERE (${names}) >= (${first}) ORDER BY ${names} LIMIT 1)
        UNION ALL
        SELECT next.* FROM known CROSS JOIN LATERAL (
          SELECT ${names} FROM audit_log AS l WHERE (${names}) > (${previous}) ORDER BY ${names} LIMIT 1) AS next
        WHERE ${['true', ...same].join(' AND ')}
      )`
}

const answer = 'l.id, l.at, l.username, l.command, l.action, l.from_host, l.duration_milli, l.detail'

/**
 * Selects the newest entries with these values, from one range of the index over these columns and the time. Comparing whole rows forces
 * this index. With separate conditions, the planner can choose the index over the times and read millions of other entries.
 */
const selectRange = (selected: string, values: Readonly<Record<string, string>>): string => {
  const columnsAnd = (last: string): string => [...Object.keys(values).map((name) => `l.${name}`), last].join(', ')
  const valuesAnd = (last: string): string => [...Object.values(values), last].join(', ')
  const order = [...Object.keys(values), 'at', 'id'].map((name) => `l.${name} DESC`).join(', ')
  return `SELECT ${selected} FROM audit_log AS l
        WHERE (${columnsAnd('l.at')}) >= (${valuesAnd(start)}) AND (${columnsAnd('l.at')}) < (${valuesAnd(end)})
        ORDER BY ${order} LIMIT in_limit`
}

const selectByColumns = (columnNames: readonly string[]): string =>
  selectRange(answer, Object.fromEntries(columnNames.map((name) => [name, `in_${name}`])))

/**
 * A command has few actions. So this selects the newest entries of each from the index, then the newest of all. The time finds the month of
 * an entry.
 */
const selectByActions = (fixed: readonly string[]): string => `
      WITH RECURSIVE ${listValues(fixed, ['action'])}, newest AS MATERIALIZED (
        SELECT found.id, found.at FROM known CROSS JOIN LATERAL (
          ${selectRange('l.id, l.at', Object.fromEntries([...fixed, 'action'].map((name) => [name, `known.${name}`])))}) AS found
        WHERE ${fixed.map((name) => `known.${name} = in_${name}`).join(' AND ')}
        ORDER BY found.at DESC, found.id DESC LIMIT in_limit
      )
      SELECT ${answer} FROM newest JOIN audit_log AS l USING (id, at) ORDER BY l.at DESC, l.id DESC`

/** Finds the newest entries for a GlobalAdmin; the server cannot read the table (REQ-ADM-02, REQ-ADM-03). NULL does not restrict. */
const searchLog: Statement = `CREATE OR REPLACE FUNCTION search_audit_log(in_command text, in_action text, in_username text, in_from date, in_to date, in_limit integer)
  RETURNS TABLE (${columns}) LANGUAGE plpgsql STABLE ${securityDefiner} AS $$
  #variable_conflict use_column
  BEGIN
    IF NOT ${isGlobalAdmin} OR in_limit NOT BETWEEN 1 AND 1000 THEN
      RAISE EXCEPTION 'only a GlobalAdmin searches the log, for at most 1000 entries' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF in_username IS NULL THEN
      IF in_command IS NULL AND in_action IS NULL THEN
        RETURN QUERY ${selectByColumns([])};
      ELSIF in_command IS NULL THEN
        RETURN QUERY ${selectByColumns(['action'])};
      ELSIF in_action IS NULL THEN
        RETURN QUERY ${selectByActions(['command'])};
      ELSE
        RETURN QUERY ${selectByColumns(['command', 'action'])};
      END IF;
    ELSIF in_command IS NULL AND in_action IS NULL THEN
      RETURN QUERY ${selectByColumns(['username'])};
    ELSIF in_command IS NULL THEN
      RETURN QUERY ${selectByColumns(['username', 'action'])};
    ELSIF in_action IS NULL THEN
      RETURN QUERY ${selectByActions(['username', 'command'])};
    ELSE
      RETURN QUERY ${selectByColumns(['username', 'command', 'action'])};
    END IF;
  END $$`

const functions: readonly OwnerFunction[] = [
  {
    // The choices of a GlobalAdmin in the form. Users are staff and programs of centres; patients have an id.
    name: 'list_audit_choices',
    parameters: {},
    returns: 'TABLE (commands text[], actions text[], users text[])',
    body: `
      WITH RECURSIVE ${listValues([], ['command', 'action'])}
      SELECT ARRAY(SELECT DISTINCT command FROM known WHERE command <> '' ORDER BY 1),
        ARRAY(SELECT DISTINCT action FROM known WHERE action <> '' ORDER BY 1),
        ARRAY(SELECT email::text FROM staff_user UNION SELECT 'center ' || code FROM centre ORDER BY 1)
      WHERE ${isGlobalAdmin}`,
  },
  {
    // Omits the patients of a read entry: a filter that found a patient reveals a condition of the patient (REQ-CON-08).
    name: 'find_audit_entry',
    parameters: { in_id: 'bigint' },
    returns: `TABLE (${columns}, outcome text, request_id text, reads jsonb)`,
    body: `
      SELECT id, at, username, command, action, from_host, duration_milli, detail, outcome, request_id, reads - 'setHash'
      FROM audit_log WHERE id = in_id AND ${isGlobalAdmin}`,
  },
]

export const auditSearchSignatures = ['search_audit_log(text, text, text, date, date, integer)', ...functions.map(formatSignature)]

export const auditSearchStatements: readonly Statement[] = [searchLog, ...functions.map(createOwnerFunction)]
