import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFields } from '../columns.ts'
import { filterRole, serverRole, workerRole } from '../roles.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase()

const medicalFields = listFields('patient_medical')
const listColumns = (fields: typeof medicalFields): ReadonlySet<string> => new Set(fields.map(({ column }) => column))
const columnGroups: readonly (readonly [name: string, columns: ReadonlySet<string>])[] = [
  ['every entered medical field', listColumns(medicalFields.filter(({ derived }) => !derived))],
  ['every filterable medical field', listColumns(medicalFields.filter(({ filterable }) => filterable !== false))],
]

/** Formats the columns of a right. The medical fields are one name if the right has all, so that a new field changes no right. */
const formatColumns = (columns: readonly string[]): string => {
  const [name, group] = columnGroups.find((each) => each[1].isSubsetOf(new Set(columns))) ?? []
  const others = columns.filter((column) => !group?.has(column))
  return [...(name === undefined ? [] : [name]), ...others].join(', ')
}

const listRights = async (role: string): Promise<readonly string[]> => {
  // A right to a whole table is one line; a right to some of its columns names them.
  const tables = await database.owner<{ relname: string; privilege: string; columns: string[] | null }[]>`
    WITH held AS (
      SELECT c.relname, p.privilege, has_table_privilege(${role}, c.oid, p.privilege) AS whole,
        array(SELECT a.attname::text FROM pg_attribute AS a
          WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND p.privilege IN ('SELECT', 'INSERT', 'UPDATE')
            AND has_column_privilege(${role}, c.oid, a.attnum, p.privilege) ORDER BY 1) AS columns
      FROM pg_class AS c, unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) AS p (privilege)
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S') AND (c.relkind <> 'S' OR p.privilege = 'SELECT'))
    SELECT relname, privilege, CASE WHEN NOT whole THEN columns END AS columns FROM held WHERE whole OR columns <> '{}' ORDER BY relname, privilege`
  const functions = await database.owner<{ line: string }[]>`
    SELECT 'function ' || proname || '(' || pg_get_function_identity_arguments(oid) || ')' AS line FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND has_function_privilege(${role}, oid, 'EXECUTE') ORDER BY 1`
  const connections = await database.owner<{ line: string }[]>`
    SELECT 'database ' || privilege AS line FROM unnest('{CREATE,CONNECT,TEMPORARY}'::text[]) AS privilege
    WHERE has_database_privilege(${role}, current_database(), privilege)`
  return [
    ...tables.map(({ relname, privilege, columns }) => `${relname} ${privilege}${columns ? ` (${formatColumns(columns)})` : ''}`),
    ...functions.map(({ line }) => line),
    ...connections.map(({ line }) => line),
  ]
}

/** `vitest run -u` of this file writes it, so a changed right shows in the diff (THREAT-44). */
const rightsFile = join(import.meta.dirname, '../../../../docs/database-rights.txt')

test('THREAT-44: each role of the server has exactly the documented rights', async () => {
  const sections: string[] = []
  for (const role of [serverRole, workerRole, filterRole])
    sections.push(`${role}\n${(await listRights(role)).map((line) => `  ${line}\n`).join('')}`)
  await expect(sections.join('\n')).toMatchFileSnapshot(rightsFile)
})
