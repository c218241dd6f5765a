import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeStaff } from '@registry/db/testing/fixtures'
import { withTransaction } from '@registry/db/transaction'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())
const rejectedWith = (code: string) => ({ data: { detail: { code } } })

test('REQ-ADM-13: the last active GlobalAdmin stays, and a suspended one does not count', async () => {
  const admin = await server.staff([
    { role: 'UserAdmin', areaid: 'W' },
    { role: 'GlobalAdmin', areaid: 'W' },
  ])
  const { userId: id } = await makeStaff(server.database.owner, 'ga@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
  const { userId: manager } = await makeStaff(server.database.owner, 'dm@example.org', [{ role: 'DataManager', areaid: 'W' }])
  await admin.api.users.suspend.mutate({ id })
  await admin.api.users.reactivate.mutate({ id })
  await server.database.owner`UPDATE staff_role SET role = 'DataManager' WHERE user_id = ${admin.fixture.userId} AND role = 'GlobalAdmin'`
  const asAdmin = (work: string) =>
    withTransaction(server.database.server, { actor: 'ga@example.org', source: 'form', scope: { kind: 'none' } }, ({ sql }) =>
      sql.unsafe(work),
    )
  await server.database.owner`INSERT INTO staff_role (user_id, role, areaid) VALUES (${id}, 'UserAdmin', 'W')`
  await expect(asAdmin(`UPDATE staff_user SET disabled_at = now() WHERE id = ${id}`)).rejects.toThrow('users cannot suspend themselves')
  await asAdmin(`UPDATE staff_user SET disabled_at = now() WHERE id = ${manager}`)
})

test('REQ-ADM-13: two administrators who suspend each other leave one', async () => {
  const { owner } = server.database
  await owner`UPDATE staff_user SET disabled_at = now()`
  const [one, two] = [
    await server.staff([{ role: 'UserAdmin', areaid: 'ITG' }]),
    await server.staff([{ role: 'UserAdmin', areaid: 'ITG' }]),
  ]
  const results = await Promise.allSettled([
    one.api.users.suspend.mutate({ id: two.fixture.userId }),
    two.api.users.suspend.mutate({ id: one.fixture.userId }),
  ])
  const [row] = await owner<{ n: number }[]>`
    SELECT count(DISTINCT u.id)::integer AS n FROM staff_user AS u JOIN staff_role AS r ON r.user_id = u.id
    WHERE r.role = 'UserAdmin' AND u.disabled_at IS NULL`
  expect(row?.n).toBe(1)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('REQ-ADM-13: a UserAdmin who is the last GlobalAdmin’s only administrator cannot take the role away', async () => {
  const { owner } = server.database
  await owner`UPDATE staff_user SET disabled_at = now()`
  const both = await server.staff([
    { role: 'UserAdmin', areaid: 'W' },
    { role: 'GlobalAdmin', areaid: 'W' },
  ])
  const { userId: id } = await makeStaff(owner, 'last@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
  // In parallel an operator removes the caller's role, so only the database detects that the other one is the last.
  await owner`CREATE FUNCTION take_role() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN DELETE FROM staff_role WHERE user_id <> NEW.id AND role = 'GlobalAdmin'; RETURN NEW; END $$`
  await owner`CREATE TRIGGER a_take_role AFTER UPDATE ON staff_user FOR EACH ROW EXECUTE FUNCTION take_role()`
  await expect(both.api.users.suspend.mutate({ id })).rejects.toMatchObject(rejectedWith('user_last_administrator'))
  await owner`DROP TRIGGER a_take_role ON staff_user`
  await both.api.users.suspend.mutate({ id })
})
