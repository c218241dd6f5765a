import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeStaff, type StaffGrant } from '@registry/db/testing/fixtures'
import { withTransaction } from '@registry/db/transaction'
import type { Client } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let italy: Client
let lazio: Client
const queued = () => server.database.owner<{ recipient: string; subject: string; body: string }[]>`SELECT * FROM notification ORDER BY id`
beforeAll(async () => {
  server = await startTestServer()
  await server.database.owner`INSERT INTO centre (code, name, geotreeid) VALUES ('RM01', 'Roma', 'ITI4'), ('CA01', 'Cagliari', 'ITG2')`
  await makeStaff(server.database.owner, 'ga@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
  italy = await server.staff([{ role: 'UserAdmin', areaid: 'IT' }], 'ua.it@example.org')
  lazio = await server.staff([{ role: 'UserAdmin', areaid: 'ITI4' }], 'ua.lazio@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

let count = 0
const makeUser = async (...grants: StaffGrant[]) => {
  count += 1
  return makeStaff(server.database.owner, `user${count}@example.org`, grants)
}
const person = { name: 'Ada', surname: 'Rossi' }
const rejectedWith = (code: string) => ({ data: { detail: { code } } })
const rejectedField = (field: string) => ({ data: { detail: { code: 'validation_failed', fields: { [field]: expect.any(String) } } } })

describe('REQ-ADM-07: users and roles', () => {
  test('THREAT-06: each grant of a role mails the other administrators of the area and the GlobalAdmins', async () => {
    await server.staff([{ role: 'UserAdmin', areaid: 'ITG2' }], 'ua.sardegna@example.org')
    const listMails = async (since: number) => {
      const mails = (await queued()).slice(since).filter(({ subject }) => subject.includes('nuovi ruoli'))
      expect(mails.every(({ body }) => body.includes('ua.it@example.org ha dato'))).toBe(true)
      return mails.map(({ recipient, body }) => `${recipient}: ${/^(DataManager|CenterAdmin) .*$/m.exec(body)?.[0]}`).toSorted()
    }
    const before = (await queued()).length
    const { id } = await italy.api.users.create.mutate({
      ...person,
      email: 'second@example.org',
      roles: [{ role: 'DataManager', areaid: 'ITI4' }],
    })
    expect(await listMails(before)).toEqual(['ga@example.org: DataManager ITI4', 'ua.lazio@example.org: DataManager ITI4'])
    const created = (await queued()).length
    const changed = { id, ...person, roles: [{ role: 'CenterAdmin' as const, center: 'CA01' }] }
    await italy.api.users.change.mutate(changed)
    expect(await listMails(created)).toEqual(['ga@example.org: CenterAdmin CA01', 'ua.sardegna@example.org: CenterAdmin CA01'])
    const given = (await queued()).length
    await italy.api.users.change.mutate({ ...changed, name: 'Altra' })
    expect(await listMails(given)).toEqual([])
  })

  test('a new user gets an invitation without a secret, chooses a password and works', async () => {
    const created = await italy.api.users.create.mutate({
      ...person,
      email: ' Nuova@Example.org ',
      roles: [{ role: 'CenterAdmin', center: 'RM01' }],
    })
    expect(created).toMatchObject({
      email: 'nuova@example.org',
      state: 'active',
      version: 1,
      roles: [{ role: 'CenterAdmin', place: 'Roma' }],
    })
    const [account] = await server.database.owner<{ id: number }[]>`
      SELECT account.id FROM account JOIN staff_user ON staff_user.id = staff_user_id WHERE email = 'nuova@example.org' AND password_hash IS NULL`
    expect(account).toBeDefined()
    const visitor = server.visitor('staff')
    expect(await visitor.call('/forgottenpassword', { json: { username: 'nuova@example.org' } })).toEqual({ success: true })
    const [waiting] = await server.database.owner<{ until: string | null }[]>`
      SELECT temporary_password_until AS until FROM account WHERE id = ${account?.id ?? 0}`
    expect(waiting?.until).not.toBeNull()
    expect((await queued()).length).toBeGreaterThanOrEqual(2)
  })

  test('a UserAdmin sees the users with a role in the person’s area, and changes those without a role elsewhere', async () => {
    const inside = await makeUser({ role: 'DataManager', areaid: 'ITI4' })
    const across = await makeUser({ role: 'CenterAdmin', center: 'RM01' }, { role: 'CenterAdmin', center: 'CA01' })
    const outside = await makeUser({ role: 'CenterAdmin', center: 'CA01' })
    const seen = await lazio.api.users.list.query()
    const ids = seen.map(({ id }) => id)
    expect(ids).toContain(inside.userId)
    expect(ids).not.toContain(outside.userId)
    expect(seen.find(({ id }) => id === across.userId)?.operations).toEqual([])
    const roles = [{ role: 'DataManager', areaid: 'ITI4' } as const]
    await expect(lazio.api.users.change.mutate({ id: across.userId, ...person, roles })).rejects.toMatchObject(
      rejectedWith('user_elsewhere'),
    )
    for (const id of [outside.userId, 2_000_000_000])
      await expect(lazio.api.users.detail.query({ id })).rejects.toMatchObject(rejectedWith('user_not_found'))
    await expect(lazio.api.users.suspend.mutate({ id: outside.userId })).rejects.toMatchObject(rejectedWith('user_not_found'))
    expect((await lazio.api.users.options.query()).areas.map(({ id }) => id)).toEqual(['ITI4'])
  })

  test('a change of roles applies immediately and sends a mail', async () => {
    const colleague = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
    const { userId } = colleague.fixture
    await colleague.api.savedFilters.list.query()
    await italy.api.users.change.mutate({ id: userId, ...person, roles: [{ role: 'CenterAdmin', center: 'RM01' }] })
    await expect(colleague.api.savedFilters.list.query()).rejects.toMatchObject(rejectedWith('session_required'))
    expect(await queued()).toContainEqual(
      expect.objectContaining({ recipient: 'dm@example.org', subject: 'I tuoi ruoli nel registro sono cambiati' }),
    )
    expect((await server.readAuditLog()).at(-2)).toMatchObject({
      command: 'user',
      action: 'CHANGE',
      detail: expect.stringContaining('+CenterAdmin RM01, -DataManager IT'),
    })
  })

  test('REQ-ADM-12: the second of two administrators reads who changed what, and nothing is lost', async () => {
    const { userId } = await makeUser({ role: 'DataManager', areaid: 'ITI4' })
    const { version } = await italy.api.users.detail.query({ id: userId })
    const roles = [{ role: 'DataManager', areaid: 'ITI4' } as const]
    await lazio.api.users.change.mutate({ id: userId, version, name: 'Bea', surname: 'Verdi', roles })
    await expect(italy.api.users.change.mutate({ id: userId, version, name: 'Eva', surname: 'Neri', roles })).rejects.toMatchObject({
      data: {
        detail: { code: 'user_changed', message: expect.stringMatching(/ua\.lazio@example\.org.*(nome, cognome|first name, surname)/) },
      },
    })
    expect(await italy.api.users.detail.query({ id: userId })).toMatchObject({ name: 'Bea', changedBy: 'ua.lazio@example.org' })
  })
})

describe('REQ-ADM-25: the last sign-in and the authenticator app', () => {
  test('are those of the users in the list, and only a complete sign-in counts', async () => {
    const { owner } = server.database
    const password = 'the password of a user'
    const email = 'last@example.org'
    const { userId, accountId } = await makeStaff(
      owner,
      email,
      [{ role: 'DataManager', areaid: 'ITI4' }],
      await server.deps.hashing.hashSecret(password),
    )
    const read = async () => (await lazio.api.users.list.query()).find(({ id }) => id === userId)
    const login = (sent: string) => server.visitor('staff').call('/login', { json: { username: email, password: sent } })
    const never = { lastSignInAt: null, secondFactorSince: null }
    expect(await login('wrong')).toMatchObject({ success: false })
    await owner`SELECT open_session(${accountId}, '\\x01', NULL, 'staff', true, now(), now() + interval '1 hour', '', '', 5)`
    expect(await read()).toMatchObject(never)
    expect(await login(password)).toMatchObject({ success: true })
    const [session] = await owner<{ at: string }[]>`SELECT created_at AS at FROM session WHERE account_id = ${accountId} AND NOT restricted`
    expect(await read()).toMatchObject({ lastSignInAt: session?.at, secondFactorSince: null })
    await owner`DELETE FROM session WHERE account_id = ${accountId}`
    await owner`INSERT INTO second_factor (account_id, encrypted_secret, last_step) VALUES (${accountId}, ''::bytea, 0)`
    const [app] = await owner<{ at: string }[]>`SELECT confirmed_at AS at FROM second_factor WHERE account_id = ${accountId}`
    const signedIn = { lastSignInAt: session?.at, secondFactorSince: app?.at }
    expect(await read()).toMatchObject(signedIn)
    expect(await lazio.api.users.detail.query({ id: userId })).toMatchObject(signedIn)
  })

  test('THREAT-06: the database hides them from everybody but the UserAdmins of a user’s area', async () => {
    const inside = await makeUser({ role: 'CenterAdmin', center: 'RM01' })
    const outside = await makeUser({ role: 'CenterAdmin', center: 'CA01' })
    const listIds = (actor: string) =>
      withTransaction(server.database.server, { actor, source: 'form', scope: { kind: 'areas', areas: ['W'] } }, async ({ sql }) =>
        (await sql<{ id: number }[]>`SELECT user_id AS id FROM list_staff_sign_ins()`).map(({ id }) => id),
      )
    const seen = await listIds('ua.lazio@example.org')
    expect(seen).toContain(inside.userId)
    expect(seen).not.toContain(outside.userId)
    for (const actor of ['ga@example.org', 'last@example.org', 'patient 1', '']) expect(await listIds(actor)).toEqual([])
  })

  test('keeps no sign-in of a patient', async () => {
    const { fixture } = await server.patient({ centre: 'RM01', centrePatientCode: 'P1' })
    const { owner } = server.database
    expect(await owner`SELECT last_sign_in_at AS at FROM account WHERE patient_id = ${fixture.id}`).toEqual([{ at: null }])
    await expect(owner`UPDATE account SET last_sign_in_at = now() WHERE patient_id = ${fixture.id}`).rejects.toThrow(
      'account_sign_in_of_staff',
    )
  })
})

describe('REQ-ADM-10: suspending and deleting', () => {
  test('a suspended user loses access immediately, and can be reactivated; a deleted one is restored as suspended', async () => {
    const colleague = await server.staff([{ role: 'DataManager', areaid: 'IT' }])
    const id = colleague.fixture.userId
    expect(await italy.api.users.suspend.mutate({ id })).toMatchObject({ state: 'suspended' })
    await expect(colleague.api.savedFilters.list.query()).rejects.toMatchObject(rejectedWith('session_required'))
    await expect(italy.api.users.suspend.mutate({ id })).rejects.toMatchObject(rejectedWith('user_state_wrong'))
    expect(await italy.api.users.reactivate.mutate({ id })).toMatchObject({ state: 'active' })
    expect(await italy.api.users.remove.mutate({ id })).toMatchObject({ state: 'deleted', operations: ['restore'] })
    expect(await italy.api.users.restore.mutate({ id })).toMatchObject({ state: 'suspended' })
    await expect(
      italy.api.users.create.mutate({ ...person, email: colleague.fixture.email, roles: [{ role: 'DataManager', areaid: 'IT' }] }),
    ).rejects.toMatchObject(rejectedField('email'))
  })
})

describe('bad input', () => {
  const good = { ...person, email: 'good@example.org', roles: [{ role: 'DataManager', areaid: 'IT' } as const] }
  test.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['a name of 81', { name: 'x'.repeat(81) }, 'name'],
    ['a surname of two lines', { surname: 'a\nb' }, 'surname'],
    ['no e-mail', { email: '' }, 'email'],
    ['an e-mail of 256', { email: `${'a'.repeat(244)}@example.org` }, 'email'],
    ['a wider area', { roles: [{ role: 'DataManager', areaid: 'W' }] }, 'roles'],
    ['an area that is none', { roles: [{ role: 'DataManager', areaid: "IT'; DROP TABLE staff_user; --" }] }, 'roles'],
    ['a GlobalAdmin', { roles: [{ role: 'GlobalAdmin', areaid: 'IT' }] }, 'roles'],
    ['an e-mail in use', { email: 'ua.it@example.org' }, 'email'],
  ])('%s is rejected at its field', async (_case, changes, field) => {
    await expect(italy.api.users.create.mutate({ ...good, ...changes })).rejects.toMatchObject(rejectedField(field))
  })

  test('a name of 80 and an e-mail of 255 are stored', async () => {
    const email = `${'a'.repeat(243)}@example.org`
    const created = await italy.api.users.create.mutate({ ...good, email, name: 'n'.repeat(80), surname: 's'.repeat(80) })
    expect(await italy.api.users.detail.query({ id: created.id })).toMatchObject({ email, name: 'n'.repeat(80) })
  })
})

describe('THREAT-06', () => {
  test('forty forged grants are rejected and store nothing', async () => {
    const { userId } = await makeUser({ role: 'DataManager', areaid: 'ITI4' })
    const before = await server.database.owner`SELECT * FROM staff_role ORDER BY id`
    const forged = ['W', 'IT', 'ITI', 'ITG', 'ITG2', 'ITC', 'ITC4', 'ITF', 'ITH', 'nowhere'].flatMap((areaid) =>
      (['GlobalAdmin', 'UserAdmin', 'DataManager', 'CenterAdmin'] as const).map((role) =>
        role === 'CenterAdmin' ? { role, center: 'CA01' } : { role, areaid },
      ),
    )
    expect(forged).toHaveLength(40)
    for (const role of forged)
      await expect(lazio.api.users.change.mutate({ id: userId, ...person, roles: [role] }), JSON.stringify(role)).rejects.toThrow()
    expect(await server.database.owner`SELECT * FROM staff_role ORDER BY id`).toEqual(before)
  })

  test('roles require the password again after ten minutes', async () => {
    const admin = await server.staff([{ role: 'UserAdmin', areaid: 'IT' }])
    await server.database
      .owner`UPDATE session SET authenticated_at = now() - interval '11 minutes' WHERE account_id = ${admin.fixture.accountId}`
    const user = { ...person, email: 'late@example.org', roles: [{ role: 'DataManager', areaid: 'IT' } as const] }
    await expect(admin.api.users.create.mutate(user)).rejects.toMatchObject(rejectedWith('reauthentication_required'))
    const { userId } = await makeUser({ role: 'DataManager', areaid: 'ITI4' })
    await admin.api.users.change.mutate({ id: userId, ...person, roles: [{ role: 'DataManager', areaid: 'ITI4' }] })
  })

  test.each(['suspend', 'remove', 'restore', 'reactivate'] as const)(
    'REQ-ACC-21: %s requires the password again after ten minutes',
    async (operation) => {
      const admin = await server.staff([{ role: 'UserAdmin', areaid: 'IT' }])
      await server.database
        .owner`UPDATE session SET authenticated_at = now() - interval '11 minutes' WHERE account_id = ${admin.fixture.accountId}`
      const { userId: id } = await makeUser({ role: 'DataManager', areaid: 'ITI4' })
      await expect(admin.api.users[operation].mutate({ id })).rejects.toMatchObject(rejectedWith('reauthentication_required'))
      await expect(admin.api.users[operation].mutate({ id, password: 'sbagliata' })).rejects.toMatchObject(rejectedWith('password_wrong'))
      expect(await admin.api.users.detail.query({ id })).toMatchObject({ state: 'active' })
    },
  )

  test('the database denies changes outside the area of the actor, whatever the server requests', async () => {
    const outside = await makeUser({ role: 'CenterAdmin', center: 'CA01' })
    const inside = await makeUser({ role: 'DataManager', areaid: 'ITI4' })
    const asLazio = (statement: string) =>
      withTransaction(
        server.database.server,
        { actor: 'ua.lazio@example.org', source: 'form', scope: { kind: 'areas', areas: ['W'] } },
        async ({ sql }) => (await sql.unsafe(statement)).count,
      )
    for (const [user, role, area] of [
      [inside.userId, 'DataManager', 'IT'],
      [inside.userId, 'GlobalAdmin', 'ITI4'],
      [outside.userId, 'DataManager', 'ITI4'],
    ])
      await expect(asLazio(`INSERT INTO staff_role (user_id, role, areaid) VALUES (${user}, '${role}', '${area}')`)).rejects.toThrow(
        'row-level security',
      )
    expect(await asLazio(`DELETE FROM staff_role WHERE user_id = ${outside.userId}`)).toBe(0)
    expect(await asLazio(`UPDATE staff_user SET disabled_at = now() WHERE id = ${outside.userId}`)).toBe(0)
    expect(await asLazio(`UPDATE staff_user SET name = 'Eva' WHERE id = ${inside.userId}`)).toBe(1)
  })
})

describe('/admin/user and /admin/get_user_role', () => {
  test('REQ-ADM-07: a user without roles is accepted, and every UserAdmin sees it; the area of a CenterAdmin role is ignored', async () => {
    const ask = (fields: object) => italy.call('/admin/user', { json: { lang: 'it', name: 'No', surname: 'Role', ...fields } })
    expect(await ask({ action: 'ADD', email: 'no.role@example.org', user_roles: [] })).toEqual({ success: true })
    const find = async () => {
      const { user_role } = await italy.call('/admin/get_user_role', { json: { role: 'UserAdmin' } })
      return (user_role as { users: { id: number; email: string; user_roles: object[] }[] }).users.find(
        ({ email }) => email === 'no.role@example.org',
      )
    }
    expect(await find()).toMatchObject({ user_roles: [] })
    const user_roles = [{ role: 'CenterAdmin', areaid: 'nowhere', center: 'RM01' }]
    expect(await ask({ action: 'CHANGE', id: (await find())?.id, user_roles })).toEqual({ success: true })
    expect(await find()).toMatchObject({ user_roles: [{ role: 'CenterAdmin', areaid: null, center: 'RM01' }] })
    expect(await ask({ action: 'CHANGE', id: (await find())?.id, user_roles: '[]' })).toEqual({ success: true })
    expect(await find()).toMatchObject({ user_roles: [] })
  })

  test('ADD and CHANGE, as the list shows them', async () => {
    const ask = (fields: object) => italy.call('/admin/user', { json: { lang: 'it', ...fields } })
    const user_roles = JSON.stringify([{ role: 'CenterAdmin', areaid: '', center: 'RM01' }])
    expect(await ask({ action: 'ADD', id: '', name: 'Old', surname: 'Way', email: 'old@example.org', user_roles })).toEqual({
      success: true,
    })
    const listed = async () => {
      const { user_role } = await italy.call('/admin/get_user_role', { multipart: { role: 'UserAdmin' } })
      return user_role as { users: { id: number; email: string }[]; leaves: object[]; areas: object[]; centers: object[] }
    }
    const before = await listed()
    expect(before.centers).toContainEqual({ id: 'RM01', name: 'Roma', geotreeid: 'ITI4' })
    expect(before.leaves.length).toBeLessThan(before.areas.length)
    const user = before.users.find(({ email }) => email === 'old@example.org')
    expect(user).toMatchObject({ user_roles: [{ role: 'CenterAdmin', areaid: null, center: 'RM01' }], insert_time: expect.any(String) })
    const change = { action: 'CHANGE', id: user?.id, name: 'Older', surname: 'Way' }
    expect(await ask({ ...change, user_roles: [{ role: 'DataManager', areaid: 'W' }] })).toMatchObject({
      code: 'validation_failed',
      fields: { user_roles: 'Puoi dare e togliere ruoli solo dentro la tua area' },
    })
    expect(await ask({ ...change, email: 'other@example.org', user_roles })).toMatchObject({
      fields: { email: expect.stringContaining('non cambia') },
    })
    const roleOf = (area: string) => ({ user_roles: [{ role: 'DataManager', areaid: area }] })
    for (const [fields, field] of [
      [{ name: 'x'.repeat(81) }, 'name'],
      [{ surname: '' }, 'surname'],
      [roleOf('ITI/../W'), 'user_roles'],
      [roleOf('è.🩸'), 'user_roles'],
      [roleOf("IT'; DROP TABLE staff_role; --"), 'user_roles'],
      [{ user_roles: [{ role: 'Owner', areaid: 'IT' }] }, 'user_roles'],
    ] as const)
      expect(await ask({ ...change, user_roles, ...fields }), JSON.stringify(fields)).toMatchObject({
        success: false,
        code: 'validation_failed',
        fields: { [field]: expect.any(String) },
      })
    expect(await ask({ ...change, email: 'OLD@example.org', user_roles })).toEqual({ success: true })
    expect((await listed()).users).toContainEqual(expect.objectContaining({ id: user?.id, name: 'Older' }))
  })

  test('REQ-ADM-13: users cannot remove or add their own roles, or suspend or delete themselves', async () => {
    const { api, fixture, call } = await server.staff([
      { role: 'UserAdmin', areaid: 'IT' },
      { role: 'DataManager', areaid: 'IT' },
    ])
    const id = fixture.userId
    const own = [
      { role: 'UserAdmin', areaid: 'IT' },
      { role: 'DataManager', areaid: 'IT' },
    ] as const
    for (const roles of [own.slice(0, 1), own.slice(1), [...own, { role: 'DataManager', areaid: 'ITI' } as const]]) {
      await expect(api.users.change.mutate({ id, ...person, roles })).rejects.toMatchObject(rejectedField('roles'))
      expect(await call('/admin/user', { json: { action: 'CHANGE', id, ...person, user_roles: roles } })).toMatchObject({
        success: false,
        code: 'validation_failed',
        fields: { user_roles: expect.any(String) },
      })
    }
    for (const call of [api.users.suspend, api.users.remove])
      await expect(call.mutate({ id })).rejects.toMatchObject(rejectedWith('user_own'))
    expect(await call('/admin/user', { json: { action: 'CHANGE', id, name: 'Bea', surname: 'Rossi', user_roles: own } })).toEqual({
      success: true,
    })
    expect(await api.users.detail.query({ id })).toMatchObject({ name: 'Bea', state: 'active', roles: { length: 2 } })
  })
})
