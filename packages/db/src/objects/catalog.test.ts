import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { guardedTables } from './policies.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.dispose())

describe('T44: the catalog', () => {
  test('every table that knows patients or sessions is under forced row security', async () => {
    const known = await database.owner<{ name: string; forced: boolean }[]>`
      SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced
      FROM pg_class c
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND (c.relname IN ('patient', 'session', 'anonymous_record') OR EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname IN ('patient_id', 'patient_ids', 'center_code', 'subject', 'consent_subject') AND NOT a.attisdropped
          AND NOT (c.relname = 'message' AND a.attname = 'subject')))`
    expect(known.length).toBeGreaterThan(8)
    expect(known.filter(({ forced }) => !forced)).toEqual([])
    expect(known.map(({ name }) => name).toSorted()).toEqual(guardedTables.toSorted())
  })

  test('no role of the application owns anything, passes row security, or may make anything', async () => {
    const roles = await database.owner`
      SELECT rolname FROM pg_roles
      WHERE rolname LIKE 'registry\\_%' AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolreplication OR (rolcreatedb AND rolname <> 'registry_owner'))`
    expect(roles).toEqual([])
    expect(
      await database.owner`
      SELECT relname FROM pg_class WHERE pg_get_userbyid(relowner) IN ('registry_server', 'registry_filter', 'registry_sign_in', 'registry_worker')`,
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
      ['registry_filter', 'registry_sign_in', 'registry_worker'].map((role) => ({
        role,
        inherit_option: false,
        set_option: true,
        admin_option: false,
      })),
    )
  })

  test('T06: the server cannot give itself or anybody rights, neither in the registry nor in the database', async () => {
    const { server } = database
    for (const statement of [
      `UPDATE staff_role SET role = 'GlobalAdmin'`,
      `INSERT INTO staff_role (user_id, role, areaid) VALUES (1, 'GlobalAdmin', 'W')`,
      'DELETE FROM staff_role',
      `INSERT INTO staff_user (email, name, surname) VALUES ('x@example.org', 'X', 'X')`,
      `UPDATE staff_user SET email = 'x@example.org'`,
      `UPDATE staff_user SET disabled_at = NULL`,
      `UPDATE account SET password_hash = 'x'`,
      'INSERT INTO account (staff_user_id) VALUES (1)',
      'INSERT INTO session (token_hash) VALUES (NULL)',
      `UPDATE center SET password_hash = 'x'`,
      'GRANT registry_owner TO registry_server',
      'ALTER ROLE registry_server SUPERUSER',
      'ALTER ROLE registry_server BYPASSRLS',
      'CREATE ROLE registry_other',
      'SET ROLE registry_owner',
      'ALTER TABLE patient NO FORCE ROW LEVEL SECURITY',
      'CREATE POLICY everybody ON patient USING (true)',
      'ALTER TABLE activity_log DISABLE TRIGGER ALL',
    ]) {
      await expect(server.unsafe(statement), statement).rejects.toThrow(/permission denied|must be owner|must have|Only roles with/)
    }
    // This one only warns.
    await server.unsafe('GRANT ALL ON patient TO registry_server').catch(() => {})
    const [may] = await database.owner`SELECT has_table_privilege('registry_server', 'patient', 'DELETE') AS "deletes"`
    expect(may).toEqual({ deletes: false })
  })

  test('only the owner and the server may set the context', async () => {
    const may = await database.owner<{ rolname: string }[]>`
      SELECT rolname FROM pg_roles WHERE NOT rolsuper AND has_function_privilege(rolname, 'set_config(text, text, boolean)', 'EXECUTE') ORDER BY 1`
    expect(may.map(({ rolname }) => rolname)).toEqual(['registry_owner', 'registry_server'])
  })

  test('views ask with the rights of whoever reads them', async () => {
    const views =
      await database.owner`SELECT relname FROM pg_class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace AND NOT 'security_invoker=true' = ANY (reloptions)`
    expect(views).toEqual([])
  })

  test('functions with the owner’s rights look names up nowhere else, and PUBLIC runs none', async () => {
    const functions = await database.owner<{ name: string; fixed: boolean; open: boolean }[]>`
      SELECT proname AS name, proconfig @> ARRAY['search_path=pg_catalog, public, pg_temp'] AS fixed,
        EXISTS (SELECT FROM aclexplode(coalesce(proacl, acldefault('f', proowner))) AS granted WHERE granted.grantee = 0) AS open
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef`
    expect(functions.length).toBeGreaterThan(5)
    expect(functions.filter(({ fixed, open }) => !fixed || open)).toEqual([])
  })
})
