import { describe, expect, test } from 'vitest'
import { guardedTables } from './policies.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase()

describe('THREAT-44: the catalog', () => {
  test('every table with patients or sessions has forced row security', async () => {
    const known = await database.owner<{ name: string; forced: boolean }[]>`
      SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced
      FROM pg_class c
      WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND (c.relname IN ('patient', 'guardian', 'session', 'anonymous_record', 'waiting_anonymous_record', 'clinical_study', 'clinical_study_sheet', 'export_manifest', 'deletion_request', 'audit_log_view') OR EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname IN ('patient_id', 'patient_ids', 'centre_code', 'subject', 'consent_subject') AND NOT a.attisdropped
          AND NOT (c.relname = 'notification' AND a.attname = 'subject')))`
    expect(known.length).toBeGreaterThan(8)
    expect(known.filter(({ forced }) => !forced)).toEqual([])
    expect(known.map(({ name }) => name).toSorted()).toEqual(guardedTables.toSorted())
  })

  test('no role of the application owns, bypasses row security, or can create anything', async () => {
    const roles = await database.owner`
      SELECT rolname FROM pg_roles
      WHERE rolname LIKE 'registry\\_%' AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolreplication OR (rolcreatedb AND rolname <> 'registry_owner'))`
    expect(roles).toEqual([])
    expect(
      await database.owner`
      SELECT relname FROM pg_class WHERE pg_get_userbyid(relowner) IN ('registry_server', 'registry_filter', 'registry_worker')`,
    ).toEqual([])
    const creators = await database.owner`
      SELECT rolname FROM pg_roles WHERE rolname LIKE 'registry\\_%' AND rolname <> 'registry_owner'
        AND (has_schema_privilege(rolname, 'public', 'CREATE') OR has_database_privilege(rolname, current_database(), 'CREATE'))`
    expect(creators).toEqual([])
  })

  test('the server inherits no other role', async () => {
    const memberships = await database.owner`
      SELECT roleid::regrole::text AS role, inherit_option, set_option, admin_option FROM pg_auth_members WHERE member = 'registry_server'::regrole ORDER BY 1`
    expect(memberships).toEqual(
      ['registry_filter', 'registry_worker'].map((role) => ({
        role,
        inherit_option: false,
        set_option: true,
        admin_option: false,
      })),
    )
  })

  /** The server role and the roles that it can switch to. */
  const listServerRoles = async (): Promise<readonly string[]> => {
    const rows = await database.owner<{ rolname: string }[]>`
      SELECT rolname FROM pg_roles WHERE pg_has_role('registry_server', oid, 'SET') ORDER BY rolname <> 'registry_server', rolname`
    return rows.map(({ rolname }) => rolname)
  }
  const secretTables = [
    'account',
    'password_history',
    'second_factor',
    'second_factor_enrolment',
    'recovery_code',
    'sign_in_challenge',
    'sign_in_contact',
    'sign_in_link',
    'one_time_code',
    'contact_change',
    'contact_correction',
  ]

  test('neither the server nor its other roles read or write accounts, passwords, second factors, codes or links', async () => {
    const roles = await listServerRoles()
    expect(roles[0]).toBe('registry_server')
    const may = await database.owner<{ role: string; thing: string }[]>`
      SELECT role, relation || '.' || a.attname AS thing
      FROM unnest(${[...roles]}::text[]) AS role, unnest(${secretTables}::text[]) AS relation, pg_attribute AS a, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE']) AS privilege
      WHERE a.attrelid = relation::regclass AND a.attnum > 0 AND has_column_privilege(role, relation, a.attname, privilege)`
    expect(may).toEqual([])
    const hashes = await database.owner<{ role: string; thing: string }[]>`
      SELECT role, c.relname || '.' || a.attname AS thing
      FROM unnest(${[...roles]}::text[]) AS role, pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname ~ '(password|token|code|secret)_hash|encrypted_secret'
        AND has_column_privilege(role, c.oid, a.attname, 'SELECT')`
    expect(hashes).toEqual([])
    for (const role of roles.slice(1)) {
      const read = database.server.begin(async (sql) => {
        await sql.unsafe(`SET LOCAL ROLE ${role}`)
        await sql`SELECT FROM patient_identity`
      })
      await expect(read, role).rejects.toThrow('permission denied')
    }
    await expect(database.server`SET ROLE registry_sign_in`).rejects.toThrow(/permission denied|does not exist/)
  })

  test('functions that return an account require a name, session, link or code, never an enumerable id', async () => {
    const granted = await database.owner<{ name: string; arguments: string; answers: string }[]>`
      SELECT proname AS name, pg_get_function_arguments(oid) AS arguments, pg_get_function_result(oid) AS answers
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef AND has_function_privilege('registry_server', oid, 'EXECUTE')`
    expect(granted.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['find_sign_in_account', 'find_session_account', 'count_challenge_attempt']),
    )
    expect(granted.map(({ name }) => name)).not.toContain('build_account_json')
    const returningSecrets = granted.filter(({ answers }) => /jsonb|bytea|_hash|SETOF text/.test(answers))
    expect(returningSecrets.length).toBeGreaterThan(6)
    for (const { name, arguments: parameters } of returningSecrets) expect(parameters, name).not.toMatch(/in_account|in_patient/)
  })

  test('no sign-in function returns more than one account', async () => {
    const { server } = database
    for (const contact of ['%', '', '_%@%', 'a@example.org,b@example.org']) {
      expect(
        await server`SELECT find_sign_in_account('user', ${contact}) AS one, find_sign_in_account('patient', ${contact}) AS other`,
      ).toEqual([{ one: null, other: null }])
    }
    expect(await server`SELECT find_session_account(NULL) AS account, find_link_account(NULL, NULL, now()) AS link`).toEqual([
      { account: null, link: null },
    ])
    expect(await server`SELECT * FROM count_challenge_attempt(NULL, now(), 5)`).toEqual([])
    expect(await server`SELECT * FROM list_former_passwords(NULL, 100) AS hash`).toEqual([])
  })

  test('THREAT-06: the server cannot grant rights, neither in the registry nor in the database', async () => {
    const { server } = database
    for (const statement of [
      `UPDATE staff_role SET role = 'GlobalAdmin'`,
      `INSERT INTO staff_role (user_id, role, areaid) VALUES (1, 'GlobalAdmin', 'W')`,
      `INSERT INTO staff_user (email, name, surname) VALUES ('x@example.org', 'X', 'X')`,
      `UPDATE staff_user SET email = 'x@example.org'`,
      'DELETE FROM staff_user',
      `UPDATE account SET password_hash = 'x'`,
      'INSERT INTO account (staff_user_id) VALUES (1)',
      'INSERT INTO session (token_hash) VALUES (NULL)',
      `UPDATE centre SET password_hash = 'x'`,
      'GRANT registry_owner TO registry_server',
      'ALTER ROLE registry_server SUPERUSER',
      'ALTER ROLE registry_server BYPASSRLS',
      'CREATE ROLE registry_other',
      'SET ROLE registry_owner',
      'ALTER TABLE patient NO FORCE ROW LEVEL SECURITY',
      'CREATE POLICY everybody ON patient USING (true)',
      'ALTER TABLE audit_log DISABLE TRIGGER ALL',
    ]) {
      await expect(server.unsafe(statement), statement).rejects.toThrow(
        /permission denied|must be owner|must have|Only roles with|violates row-level security/,
      )
    }
    // Postgres only warns here.
    await server.unsafe('GRANT ALL ON patient TO registry_server').catch(() => {})
    const [may] = await database.owner`SELECT has_table_privilege('registry_server', 'patient', 'DELETE') AS "deletes"`
    expect(may).toEqual({ deletes: false })
  })

  test('the server can neither set the time of an answer nor read the patients of an export', async () => {
    const { server } = database
    await expect(server`INSERT INTO consent_event (at) VALUES (now())`).rejects.toThrow('permission denied')
    await expect(server`SELECT patient_id FROM export_patient`).rejects.toThrow('permission denied')
  })

  test('only the owner and the server connect to the database', async () => {
    const may = await database.owner<{ rolname: string }[]>`
      SELECT rolname FROM pg_roles WHERE rolname LIKE 'registry\\_%' AND has_database_privilege(rolname, current_database(), 'CONNECT') ORDER BY 1`
    expect(may.map(({ rolname }) => rolname)).toEqual(['registry_owner', 'registry_server'])
  })

  test('only the owner and the server can set the context', async () => {
    const may = await database.owner<{ rolname: string }[]>`
      SELECT rolname FROM pg_roles WHERE NOT rolsuper AND has_function_privilege(rolname, 'set_config(text, text, boolean)', 'EXECUTE') ORDER BY 1`
    expect(may.map(({ rolname }) => rolname)).toEqual(['registry_owner', 'registry_server'])
  })

  // These limit their rows by consent and centre themselves (filter-boundaries.test.ts): the caller may read no dates of birth, and a policy
  // would ask the consent for each result.
  test('views run with the rights of the caller, except those of ages and of results for filters', async () => {
    const views =
      await database.owner`SELECT relname FROM pg_class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace AND NOT 'security_invoker=true' = ANY (coalesce(reloptions, '{}')) ORDER BY relname`
    expect(views.map(({ relname }) => String(relname))).toEqual([
      'filter_observation',
      'filter_observation_past',
      'patient_age',
      'patient_age_past',
      'patient_seen',
      'patient_seen_past',
    ])
  })

  test('functions with the owner’s rights have a fixed search path, and PUBLIC cannot execute them', async () => {
    const functions = await database.owner<{ name: string; fixed: boolean; open: boolean }[]>`
      SELECT proname AS name, proconfig @> ARRAY['search_path=pg_catalog, public, pg_temp'] AS fixed,
        EXISTS (SELECT FROM aclexplode(coalesce(proacl, acldefault('f', proowner))) AS granted WHERE granted.grantee = 0) AS open
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef`
    expect(functions.length).toBeGreaterThan(5)
    expect(functions.filter(({ fixed, open }) => !fixed || open)).toEqual([])
  })
})
