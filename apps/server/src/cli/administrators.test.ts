import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre, makePatient, makeStaff } from '@registry/db/testing/fixtures'
import { change, login, readUser } from '../features/sign-in/testing/sign-in-calls.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { runCommand } from './testing/run-command.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
  await makePatient(server.database.owner, { centre: 'RM01', centrePatientCode: 'P1', email: 'patient@example.org', passwordHash: 'x' })
})
afterAll(() => server[Symbol.asyncDispose]())

const origin = { STAFF_ORIGIN: 'https://staff.example.org' }
const registry = (...args: string[]) => runCommand(server.database.addresses.owner, args, origin)
const administrator = (email: string) => ['create-admin', '--email', email, '--name', 'Ada', '--surname', 'Neri']
const listMails = () => server.database.owner<{ recipient: string; subject: string; body: string }[]>`
  SELECT recipient, subject, body FROM notification ORDER BY id`

describe('create-admin', () => {
  test.each([
    [['create-admin'], /^--email: required/],
    [administrator('nobody'), /^--email: must be an e-mail/],
    [[...administrator('a@example.org').slice(0, -1), ' '], /^--surname: required/],
    [[...administrator('a@example.org'), '--role', 'DataManager'], /^options: Unknown option '--role'/],
  ])('%j prints one line and changes nothing', async (args, message) => {
    const { status, stderr, stdout } = await registry(...args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  test('rejects the e-mail of a patient, and a database that does not exist', async () => {
    expect(await registry(...administrator('patient@example.org'))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/a patient signs in/),
    })
    const missing = { ...server.database.addresses.owner, database: 'none' }
    expect(await runCommand(missing, administrator('a@example.org'), origin)).toMatchObject({
      status: 2,
      stderr: 'DATABASE_OWNER_URL: the database does not exist (3D000)\n',
    })
  })

  test('rejects the e-mail of another user, and a database that is not migrated, cannot be written or is not reachable', async () => {
    const { owner, addresses } = server.database
    await makeStaff(owner, 'used@example.org', [{ role: 'DataManager', areaid: 'IT' }])
    expect(await registry(...administrator('used@example.org'))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/a user has this/),
    })

    await owner`UPDATE drizzle.statement SET hash = hash || 'x'`
    expect(await registry(...administrator('a@example.org'))).toMatchObject({
      status: 1,
      stderr: 'the database is of an earlier version: run `pnpm registry migrate` first\n',
    })
    await owner`UPDATE drizzle.statement SET hash = left(hash, -1)`

    await owner.unsafe(`ALTER DATABASE ${addresses.owner.database} SET default_transaction_read_only = on`)
    expect(await registry(...administrator('a@example.org'))).toMatchObject({
      status: 2,
      stderr: 'DATABASE_OWNER_URL: the database is read-only (25006)\n',
    })
    await owner.unsafe(`ALTER DATABASE ${addresses.owner.database} RESET default_transaction_read_only`)

    const nowhere = { ...origin, DATABASE_OWNER_URL: 'postgres://registry_owner@127.0.0.1:1/registry' }
    expect(await runCommand(addresses.owner, administrator('a@example.org'), nowhere)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^DATABASE_OWNER_URL: .*ECONNREFUSED.*\n$/),
    })
  })

  test('REQ-OPS-10: of two at once one creates the administrator, who chooses a password and invites a user', async () => {
    const { owner } = server.database
    const results = await Promise.all([
      registry(...administrator('Ada@Example.org'), '--print'),
      registry(...administrator('eva@example.org'), '--print'),
    ])
    const [done, ...others] = results.toSorted((a, b) => Number(a.status) - Number(b.status))
    expect(others).toEqual([{ status: 1, stdout: '', stderr: expect.stringMatching(/^\S+@example\.org is an active GlobalAdmin\./) }])
    expect(done?.status).toBe(0)
    const email = /^created: (\S+@example\.org), GlobalAdmin and UserAdmin of the area W$/m.exec(done?.stdout ?? '')?.[1] ?? ''
    const temporary = /[A-Za-z2-9]{20}$/m.exec(done?.stdout ?? '')?.[0] ?? ''
    expect(await listMails()).toEqual([
      { recipient: email, subject: 'Nuovo amministratore del registro', body: expect.stringContaining('https://staff.example.org/utenti') },
    ])
    expect(JSON.stringify(await listMails())).not.toContain(temporary)
    expect(await owner`SELECT username, command, action, detail FROM audit_log WHERE username = 'operator'`).toEqual([
      { username: 'operator', command: 'user', action: 'ADD', detail: expect.stringMatching(/^user \d+: \+GlobalAdmin W, \+UserAdmin W$/) },
    ])

    const browser = server.visitor('staff')
    expect(await browser.call('/login', login(email, temporary))).toMatchObject({ user: { passwordExpired: true } })
    await expect(browser.api.users.list.query()).rejects.toMatchObject({ message: expect.anything() })
    expect(await browser.call('/userchangepassword', change('Lampone-giallo-5-tetti', 'placeholder'))).toMatchObject({ success: true })
    const again = server.visitor('staff')
    expect(await again.call('/login', login(email, 'Lampone-giallo-5-tetti'))).toMatchObject({ success: true })
    expect(await readUser(again)).toMatchObject({ passwordExpired: false })
    const second = { email: 'second@example.org', name: 'B', surname: 'C', roles: [{ role: 'DataManager' as const, areaid: 'IT' }] }
    await again.api.users.create.mutate({ ...second, password: 'Lampone-giallo-5-tetti' })
    expect((await listMails()).map(({ recipient }) => recipient)).toContain('second@example.org')

    expect(await registry(...administrator('third@example.org'))).toMatchObject({ status: 1, stdout: '' })
  })

  test('REQ-OPS-10: without --print the temporary password goes out by mail only, and opens the account', async () => {
    await server.database.owner`UPDATE staff_user SET disabled_at = now()`
    const created = await registry(...administrator('mailed@example.org'))
    expect(created).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('in a mail, which the server sends') })
    const mails = (await listMails()).filter(({ recipient }) => recipient === 'mailed@example.org')
    const temporary = mails.flatMap(({ body }) => /^[A-Za-z2-9]{20}$/m.exec(body) ?? [])[0] ?? ''
    expect(created.stdout).not.toContain(temporary)
    expect(await server.visitor('staff').call('/login', login('mailed@example.org', temporary))).toMatchObject({
      user: { passwordExpired: true },
    })
  })
})

describe('reset-second-factor', () => {
  test('REQ-OPS-10: removes app, recovery codes and sessions of a user, and tells every administrator', async () => {
    const { owner } = server.database
    const user = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'lost@example.org')
    const { accountId } = user.fixture
    await owner`INSERT INTO second_factor (account_id, encrypted_secret, last_step) VALUES (${accountId}, 'x', 1)`
    await owner`INSERT INTO recovery_code (account_id, letter, code_hash) VALUES (${accountId}, 'a', 'x')`
    await server.staff([{ role: 'UserAdmin', areaid: 'IT' }], 'ua@example.org')
    const sent = (await listMails()).length

    expect(await registry('reset-second-factor', '--email', 'lost@example.org')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^removed: the authenticator app of lost@example\.org/),
    })
    expect(await owner`SELECT FROM second_factor WHERE account_id = ${accountId}`).toHaveLength(0)
    expect(await owner`SELECT FROM recovery_code WHERE account_id = ${accountId}`).toHaveLength(0)
    expect(await readUser(user)).toBe(null)
    const mails = (await listMails()).slice(sent)
    expect(mails.map(({ recipient }) => recipient)).toContain('ua@example.org')
    expect(mails.map(({ body }) => body)).toEqual(mails.map(() => expect.stringContaining('lost@example.org')))
    expect(await owner`SELECT command, action FROM audit_log WHERE username = 'operator' ORDER BY id DESC LIMIT 1`).toEqual([
      { command: 'second_factor', action: 'REMOVE' },
    ])
  })

  test.each([
    ['lost@example.org', /the user has no authenticator app/],
    ['nobody@example.org', /no active user has this e-mail/],
  ])('rejects %s', async (email, message) => {
    expect(await registry('reset-second-factor', '--email', email)).toMatchObject({ status: 1, stderr: expect.stringMatching(message) })
  })
})
