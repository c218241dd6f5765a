import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { isGlobalAdmin, securityDefiner, type Statement } from './text.ts'

/** The columns of an answer; the detail of one entry has more. */
const columns = 'id bigint, at timestamptz, username text, command text, action text, from_host text, duration_milli integer, detail text'

/** Days are those in Italy, as in `list_own_data_uses`. */
const startOf = (day: string): string => `(${day})::timestamp AT TIME ZONE 'Europe/Rome'`
const start = `coalesce(${startOf('in_from')}, '-infinity')`
const end = `coalesce(${startOf('in_to + 1')}, 'infinity')`

/** One command with one of its actions. Each is one step in the index, so the list takes milliseconds for any number of entries. */
const listPairs = (names: string, bind: (pair: string) => string, first: string, same: string): string => `
      pair AS (
        (SELECT ${names} FROM audit_log AS l WHERE (${names}) >= (${first}) ORDER BY ${names} LIMIT 1)
        UNION ALL
        SELECT next.* FROM pair CROSS JOIN LATERAL (
          SELECT ${names} FROM audit_log AS l WHERE (${names}) > (${bind('pair')}) ORDER BY ${names} LIMIT 1) AS next
        WHERE ${same}
      )`

const globalPairs = listPairs(
  'l.command, l.action',
  (pair) => `${pair}.command, ${pair}.action`,
  `coalesce(in_command, ''), ''`,
  'in_command IS NULL OR next.command = in_command',
)
const userPairs = listPairs(
  'l.username, l.command, l.action',
  (pair) => `${pair}.username, ${pair}.command, ${pair}.action`,
  `in_username, coalesce(in_command, ''), ''`,
  'next.username = in_username AND (in_command IS NULL OR next.command = in_command)',
)

/** The newest entries of each pair, by a range of one index, then the newest of all. */
const selectByPairs = (pairs: string, prefix: string, condition: string): string => {
  const columnsOf = (row: string): string =>
    prefix
      .split(', ')
      .map((name) => `${row}.${name}`)
      .join(', ')
  return `
      WITH RECURSIVE ${pairs}, newest AS MATERIALIZED (
        SELECT found.id, found.at FROM pair CROSS JOIN LATERAL (
          SELECT l.id, l.at FROM audit_log AS l
          WHERE (${columnsOf('l')}, l.at) >= (${columnsOf('pair')}, ${start}) AND (${columnsOf('l')}, l.at) < (${columnsOf('pair')}, ${end})
          ORDER BY ${prefix
            .split(', ')
            .map((name) => `l.${name} DESC`)
            .join(', ')}, l.at DESC, l.id DESC LIMIT in_limit) AS found
        WHERE ${condition}
        ORDER BY found.at DESC, found.id DESC LIMIT in_limit
      )
      SELECT l.id, l.at, l.username, l.command, l.action, l.from_host, l.duration_milli, l.detail
      FROM newest JOIN audit_log AS l USING (id) ORDER BY l.at DESC, l.id DESC`
}
const isWanted = '(in_command IS NULL OR pair.command = in_command) AND (in_action IS NULL OR pair.action = in_action)'

/**
 * Finds the newest entries for a GlobalAdmin; the server cannot read the table (REQ-ADM-02, REQ-ADM-03). NULL does not restrict.
 * Comparing whole rows leaves the planner one index for each case. With separate conditions it can choose the one over
 * the times, and read millions of other entries.
 */
const searchLog: Statement = `CREATE OR REPLACE FUNCTION search_audit_log(in_command text, in_action text, in_username text, in_from date, in_to date, in_limit integer)
  RETURNS TABLE (${columns}) LANGUAGE plpgsql STABLE ${securityDefiner} AS $$
  #variable_conflict use_column
  BEGIN
    IF NOT ${isGlobalAdmin} OR in_limit NOT BETWEEN 1 AND 1000 THEN
      RAISE EXCEPTION 'only a GlobalAdmin searches the log, for at most 1000 entries' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF in_command IS NULL AND in_action IS NULL AND in_username IS NULL THEN
      RETURN QUERY SELECT l.id, l.at, l.username, l.command, l.action, l.from_host, l.duration_milli, l.detail
        FROM audit_log AS l WHERE l.at >= ${start} AND l.at < ${end} ORDER BY l.at DESC, l.id DESC LIMIT in_limit;
    ELSIF in_command IS NULL AND in_action IS NULL THEN
      RETURN QUERY SELECT l.id, l.at, l.username, l.command, l.action, l.from_host, l.duration_milli, l.detail
        FROM audit_log AS l WHERE (l.username, l.at) >= (in_username, ${start}) AND (l.username, l.at) < (in_username, ${end})
        ORDER BY l.username DESC, l.at DESC, l.id DESC LIMIT in_limit;
    ELSIF in_username IS NULL THEN
      RETURN QUERY ${selectByPairs(globalPairs, 'command, action', isWanted)};
    ELSE
      RETURN QUERY ${selectByPairs(userPairs, 'username, command, action', `pair.username = in_username AND ${isWanted}`)};
    END IF;
  END $$`

const functions: readonly OwnerFunction[] = [
  {
    // What a GlobalAdmin picks in the form. Users are staff and programs of centres: patients have a number.
    name: 'list_audit_choices',
    parameters: {},
    returns: 'TABLE (commands text[], actions text[], users text[])',
    body: `
      WITH RECURSIVE ${listPairs('l.command, l.action', (pair) => `${pair}.command, ${pair}.action`, `'', ''`, 'true')}
      SELECT ARRAY(SELECT DISTINCT command FROM pair WHERE command <> '' ORDER BY 1),
        ARRAY(SELECT DISTINCT action FROM pair WHERE action <> '' ORDER BY 1),
        ARRAY(SELECT email::text FROM staff_user UNION SELECT 'center ' || code FROM centre ORDER BY 1)
      WHERE ${isGlobalAdmin}`,
  },
  {
    // Without the patients of a reading: a filter that found a patient reveals a condition of the patient (REQ-CON-08).
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
