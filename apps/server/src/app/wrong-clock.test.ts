import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { eventually } from '@registry/db/testing/eventually'
import { makeCentre, makePatient, makeStaff } from '@registry/db/testing/fixtures'
import { createHashing } from '../auth/password-hashing.ts'
import { createClient, type Client } from '../testing/client.ts'
import { startMailReceiver, type MailReceiver } from '../testing/mail-receiver.ts'
import { startServerProcess, type ServerProcess } from '../testing/process.ts'

const password = 'Sette-mele-sul-ponte-9'
const hourMs = 3_600_000

/** The clock of a process, as its machine would have it. */
const shiftClock = (ms: number): string => {
  const code = `const { now } = Date; const Right = Date
    globalThis.Date = class extends Right { constructor(...args) { super(...(args.length === 0 ? [now() + ${ms}] : args)) } static now() { return now() + ${ms} } }`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

let database: TestDatabase
let mail: MailReceiver
let dataDir: string
let hash: string
const servers = new Map<string, ServerProcess>()
let people = 0

const startServer = async (name: string, shiftMs: number): Promise<void> => {
  const { host, port, username, database: databaseName } = database.addresses.server
  const variables = {
    SECRET_KEY: '1'.repeat(64),
    RECEIPT_KEY: '2'.repeat(64),
    PGHOST: String(host),
    PGPORT: String(port),
    PGUSER: String(username),
    DATABASE_URL: `postgres:///${databaseName}`,
    SMTP_URL: mail.url,
    ...(shiftMs !== 0 && { NODE_OPTIONS: shiftClock(shiftMs) }),
  }
  servers.set(name, await startServerProcess(join(dataDir, name), { variables }))
}

beforeAll(async () => {
  database = await testDatabase()
  mail = await startMailReceiver()
  dataDir = mkdtempSync(join(tmpdir(), 'clock-'))
  hash = await createHashing().hashSecret(password)
  await makeCentre(database.owner, 'RM01')
  await startServer('right', 0)
  await startServer('ahead', hourMs)
  await startServer('behind', -hourMs)
})
afterAll(async () => {
  for (const { child } of servers.values()) child.kill('SIGKILL')
  await mail.close()
  await database.dispose()
  rmSync(dataDir, { recursive: true, force: true })
})

const browse = (name: string, site: 'staff' | 'myconsent', cookies = new Map<string, string>()): Client =>
  createClient({ port: servers.get(name)!.port, host: `${site}.localhost:0`, cookies })
/** The same browser at another server behind the balancer. */
const moveTo = (name: string, { cookies }: Client, site: 'staff' | 'myconsent'): Client => browse(name, site, cookies)
const createPatient = async (): Promise<{ email: string; accountId: number }> => {
  people += 1
  const email = `p${people}@example.org`
  const { accountId } = await makePatient(database.owner, { centre: 'RM01', centrePatientCode: `P${people}`, email, passwordHash: hash })
  return { email, accountId }
}
const findInMail = (address: string, pattern: RegExp): Promise<string> =>
  eventually(() => {
    const text = mail.mails.findLast(({ recipients }) => recipients.includes(address))?.text ?? ''
    const found = pattern.exec(text)?.[1]
    if (found === undefined) throw new Error(`no mail for ${address}`)
    return found
  })
const requestCode = async (browser: Client, email: string): Promise<string> => {
  expect(await browser.call('/otp', { json: { username: email, password, lang: 'it' } })).toEqual({ success: true })
  return findInMail(email, /codice[^]*?\b(\d{6})\b/)
}
const resetLimits = () => database.owner`DELETE FROM rate_limit`

describe.each(['ahead', 'behind'])('FAULT-15: a server whose clock is an hour %s', (wrong) => {
  test.each([
    [wrong, 'right'],
    ['right', wrong],
  ])('a code of the server "%s" is valid at the server "%s", and no longer when its time is over', async (from, to) => {
    await resetLimits()
    const { email } = await createPatient()
    const browser = browse(from, 'myconsent')
    const otp = await requestCode(browser, email)
    const other = moveTo(to, browser, 'myconsent')
    expect(await other.call('/otplogin', { json: { username: email, otp } })).toMatchObject({ success: true })
    expect(await (await moveTo(from, other, 'myconsent').get('/get_userinfo')).json()).toMatchObject({ user: { username: email } })

    const late = await createPatient()
    await resetLimits()
    const second = browse(from, 'myconsent')
    const lateCode = await requestCode(second, late.email)
    await database.owner`UPDATE one_time_code SET expires_at = now() - interval '1 second' WHERE used_at IS NULL`
    expect(await moveTo(to, second, 'myconsent').call('/otplogin', { json: { username: late.email, otp: lateCode } })).toMatchObject({
      success: false,
      code: 'code_refused',
    })
  })

  test.each([
    [wrong, 'right'],
    ['right', wrong],
  ])('a link of the server "%s" opens at the server "%s"', async (from, to) => {
    await resetLimits()
    const { email } = await createPatient()
    expect(await browse(from, 'myconsent').api.signIn.forgottenByPatient.mutate({ username: email, lang: 'it' })).toEqual({ done: true })
    const link = new URL(await findInMail(email, /(https?:\/\/\S+)/))
    const open = () => browse(to, 'myconsent').api.signIn.openLink.mutate({ username: email, password: link.searchParams.get('p') ?? '' })
    expect(await open()).toMatchObject({ expired: true })
    await database.owner`UPDATE sign_in_link SET expires_at = now() - interval '1 second'`
    expect(await open()).toMatchObject({ expired: false })
  })

  test('a session lasts as long as elsewhere, and ends when its time is over', async () => {
    await resetLimits()
    const email = `staff.${wrong}@example.org`
    const { accountId } = await makeStaff(database.owner, email, [{ role: 'CenterAdmin', center: 'RM01' }], hash)
    const browser = browse(wrong, 'staff')
    expect(await browser.call('/login', { json: { username: email, password } })).toMatchObject({ success: true })
    const [session] = await database.owner`
      SELECT abs(extract(epoch FROM created_at - now())) < 600 AS now, abs(extract(epoch FROM ends_at - now()) - 43200) < 600 AS half_a_day
      FROM session WHERE account_id = ${accountId}`
    expect(session).toEqual({ now: true, half_a_day: true })
    expect(await (await moveTo('right', browser, 'staff').get('/get_userinfo')).json()).toMatchObject({ user: { username: email } })
    await database.owner`UPDATE session SET ends_at = now() - interval '1 second' WHERE account_id = ${accountId}`
    expect(await (await browser.get('/get_userinfo')).json()).toMatchObject({ user: null })
  })

  test('failed sign-ins there delay the next one as elsewhere', async () => {
    await resetLimits()
    const email = `guessed.${wrong}@example.org`
    await makeStaff(database.owner, email, [{ role: 'CenterAdmin', center: 'RM01' }], hash)
    await database.owner`DELETE FROM sign_in_attempt`
    await browse(wrong, 'staff').post('/login', { json: { username: email, password: 'wrong wrong wrong' } })
    expect(
      await database.owner`SELECT failures, abs(extract(epoch FROM next_attempt_at - now())) < 600 AS now FROM sign_in_attempt`,
    ).toEqual([{ failures: 1, now: true }])
  })

  test('writes the time of the database into the audit log', async () => {
    const [entry] = await database.owner`SELECT max(abs(extract(epoch FROM at - now()))) < 1200 AS now FROM audit_log`
    expect(entry).toEqual({ now: true })
  })
})
