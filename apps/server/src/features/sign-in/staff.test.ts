import argon2 from 'argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashTemporaryPassword } from '../../auth/password-check.ts'
import { readResponse, createSignInFixture, staffPassword, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const login = (username: string, password: string) => ({ json: { username, password, lang: 'it', locale: 'it_IT' } })
const accounts = () => fixture.server.database.owner

describe('POST login', () => {
  it('signs a staff user in and returns the person', async () => {
    await fixture.staff('ada@example.org')
    const browser = fixture.browser('staff')
    const answer = await browser.call('/login', login(' Ada@Example.org ', staffPassword))
    expect(answer).toEqual({
      success: true,
      user: {
        name: 'Ada',
        surname: 'ROSSI',
        username: 'ada@example.org',
        email: 'ada@example.org',
        roles: [{ role: 'CenterAdmin', center: 'RM01', areaid: 'ITI4' }],
        passwordExpired: false,
        mode: 'user',
        lang: 'it',
        fe_version: 'test',
        be_version: 'test',
      },
    })
    expect(await (await browser.get('/get_userinfo')).json()).toEqual(answer)
  })

  it('writes one audit entry with the user’s name', async () => {
    await fixture.staff('logged@example.org')
    await fixture.browser('staff').call('/login', login('logged@example.org', staffPassword))
    const entries = (await fixture.server.readAuditLog()).filter(({ username }) => username === 'logged@example.org')
    expect(entries).toMatchObject([{ command: 'login', outcome: 'done' }])
  })

  it('THREAT-12: gives the same response to unknown names, wrong passwords and disabled users', async () => {
    await fixture.staff('known@example.org')
    const { userId } = await fixture.staff('disabled@example.org')
    await accounts()`UPDATE staff_user SET disabled_at = now() WHERE id = ${userId}`
    const requests = [
      login('known@example.org', 'wrong'),
      login('nobody@example.org', 'wrong'),
      login('disabled@example.org', staffPassword),
      login('no e-mail at all', 'wrong'),
    ]
    const answers = await Promise.all(requests.map(async (body) => readResponse(await fixture.browser('staff').post('/login', body))))
    expect(answers[0]).toEqual({
      status: 200,
      body: { success: false, error: 'Nome utente o password non corretti', code: 'password_wrong' },
    })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it('requires name and password', async () => {
    expect(await fixture.browser('staff').call('/login', { form: { username: '', password: '', lang: 'it' } })).toMatchObject({
      success: false,
      code: 'validation_failed',
      fields: { username: 'Inserisci il tuo indirizzo e-mail', password: 'Inserisci la password' },
    })
  })

  it('denies the patients’ site', async () => {
    await fixture.staff('elsewhere@example.org')
    expect(await fixture.browser('myconsent').call('/login', login('elsewhere@example.org', staffPassword))).toMatchObject({
      success: false,
      code: 'permission_denied',
    })
  })

  it('renews a hash made with other parameters', async () => {
    const { accountId } = await fixture.staff('old@example.org')
    await accounts()`UPDATE account SET password_hash = ${await argon2.hash(staffPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })} WHERE id = ${accountId}`
    expect(await fixture.browser('staff').call('/login', login('old@example.org', staffPassword))).toMatchObject({ success: true })
    const [row] = await accounts()<{ password_hash: string }[]>`SELECT password_hash FROM account WHERE id = ${accountId}`
    expect(row?.password_hash).not.toContain('m=8192')
    expect(await argon2.verify(row?.password_hash ?? '', staffPassword)).toBe(true)
  })
})

describe('failed sign-ins', () => {
  const fail = (name: string, address: string) => fixture.browser('staff', address).post('/login', login(name, 'wrong'))

  it.each(['missed@example.org', 'unheard-of@example.org'])('of %s must wait after five, for the time in the response', async (name) => {
    if (name.startsWith('missed')) await fixture.staff(name)
    const address = name.startsWith('missed') ? '192.0.2.1' : '192.0.2.2'
    for (let i = 0; i < 5; i += 1) expect((await fail(name, address)).status).toBe(200)
    const rejected = await fail(name, address)
    expect(rejected.status).toBe(429)
    expect(rejected.headers.get('retry-after')).toBe('1')
    expect(await rejected.json()).toMatchObject({ success: false, code: 'too_many_attempts', error: expect.stringContaining('1 secondo') })
    fixture.advanceClock(1000)
    expect((await fail(name, address)).status).toBe(200)
    expect((await fail(name, address)).headers.get('retry-after')).toBe('2')
  })

  it('from one address are limited for all names together', async () => {
    const statuses = await Promise.all(Array.from({ length: 40 }, async (_, i) => (await fail(`name${i}@example.org`, '192.0.2.5')).status))
    const checked = statuses.filter((status) => status === 200).length
    // The limit admits one more attempt every three seconds.
    expect(checked).toBeGreaterThanOrEqual(20)
    expect(checked).toBeLessThanOrEqual(24)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40 - checked)
  })

  it('THREAT-19: from one network are limited for all addresses and names together', async () => {
    expect((await fail('sprayed@example.org', '198.51.100.1')).status).toBe(200)
    // Fills the limit of 300 attempts an hour.
    const filled =
      await accounts()`UPDATE rate_limit SET theoretical_arrival_at = now() + interval '1 hour' WHERE key = 'sign-in network 3600 198.51.100' RETURNING 1`
    expect(filled).toHaveLength(1)
    expect((await fail('other@example.org', '198.51.100.2')).status).toBe(429)
    expect((await fail('neighbour@example.org', '198.51.101.1')).status).toBe(200)
  })

  it('THREAT-13: in a batch are rejected, together with the correct password in it', async () => {
    await fixture.staff('batched@example.org')
    const browser = fixture.browser('staff')
    const guess = (password: string) => browser.batchingApi.signIn.staff.mutate({ username: 'batched@example.org', password })
    const outcomes = await Promise.allSettled([guess('one'), guess(staffPassword)])
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { data: { detail: { code: 'batch_refused' } } } })
    expect(browser.cookies.has('sid')).toBe(false)
  })
})

describe('a session', () => {
  it('THREAT-08: has a new token at each sign-in and ignores the token of the browser', async () => {
    await fixture.staff('fixed@example.org')
    const browser = fixture.browser('staff')
    browser.cookies.set('sid', 'A'.repeat(43))
    await browser.call('/login', login('fixed@example.org', staffPassword))
    const first = browser.cookies.get('sid')
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(first).not.toBe('A'.repeat(43))
    await browser.call('/login', login('fixed@example.org', staffPassword))
    expect(browser.cookies.get('sid')).not.toBe(first)
    expect(await readUser('staff', first)).toBeNull()
  })

  it('THREAT-08: ends at sign-out, with every copy of its cookie', async () => {
    await fixture.staff('leaving@example.org')
    const browser = fixture.browser('staff')
    await browser.call('/login', login('leaving@example.org', staffPassword))
    const token = browser.cookies.get('sid')
    const signedOut = await browser.get('/userlogout')
    expect(signedOut.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect(browser.cookies.has('sid')).toBe(false)
    expect(await readUser('staff', token)).toBeNull()
  })

  it('THREAT-09: does not end at the request of another site', async () => {
    await fixture.staff('staying@example.org')
    const browser = fixture.browser('staff')
    await browser.call('/login', login('staying@example.org', staffPassword))
    const rejected = await browser.send({ path: '/api/userlogout', headers: { 'sec-fetch-site': 'cross-site' } })
    expect(rejected.status).toBe(403)
    expect(await readUser('staff', browser.cookies.get('sid'))).toMatchObject({ username: 'staying@example.org' })
  })

  it('THREAT-08: of the staff site is invalid on the patients’ site', async () => {
    await fixture.staff('bound@example.org')
    const browser = fixture.browser('staff')
    await browser.call('/login', login('bound@example.org', staffPassword))
    expect(await readUser('myconsent', browser.cookies.get('sid'))).toBeNull()
  })

  it('is stored as a hash, and a person has at most five', async () => {
    const { accountId } = await fixture.staff('many@example.org')
    const browsers = Array.from({ length: 6 }, () => fixture.browser('staff'))
    for (const browser of browsers) {
      await browser.call('/login', login('many@example.org', staffPassword))
      fixture.advanceClock(10)
    }
    expect(await readUser('staff', browsers[0]?.cookies.get('sid'))).toBeNull()
    expect(await readUser('staff', browsers[1]?.cookies.get('sid'))).not.toBeNull()
    const rows = await accounts()<{ row: string }[]>`SELECT s::text AS row FROM session s WHERE account_id = ${accountId}`
    expect(rows).toHaveLength(5)
    for (const browser of browsers) expect(rows.some(({ row }) => row.includes(browser.cookies.get('sid') ?? 'none'))).toBe(false)
  })
})

const readUser = async (site: 'staff' | 'myconsent', token: string | undefined): Promise<unknown> => {
  const browser = fixture.browser(site)
  if (token) browser.cookies.set('sid', token)
  return ((await (await browser.get('/get_userinfo')).json()) as { user: unknown }).user
}

describe('a temporary password', () => {
  const temporary = 'q7Rr2kLmXw9TzB4vNc8H'
  const giveTemporaryPassword = async (email: string) => {
    const { accountId } = await fixture.staff(email)
    const until = new Date(Date.now() + 86_400_000 * 30).toISOString()
    await accounts()`UPDATE account SET temporary_password_hash = ${hashTemporaryPassword(temporary)}, temporary_password_until = ${until} WHERE id = ${accountId}`
    return accountId
  }

  it('keeps the old one valid until it is used, and works once', async () => {
    await giveTemporaryPassword('forgot@example.org')
    expect(await fixture.browser('staff').call('/login', login('forgot@example.org', staffPassword))).toMatchObject({
      success: true,
      user: { passwordExpired: false },
    })
    const browser = fixture.browser('staff')
    expect(await browser.call('/login', login('forgot@example.org', temporary))).toMatchObject({
      success: true,
      user: { passwordExpired: true },
    })
    for (const password of [temporary, staffPassword]) {
      expect(await fixture.browser('staff').call('/login', login('forgot@example.org', password))).toMatchObject({
        success: false,
        code: 'password_wrong',
      })
    }
  })

  it('THREAT-17: opens a session that only allows a new password, without the old one', async () => {
    await giveTemporaryPassword('restricted@example.org')
    const browser = fixture.browser('staff')
    await browser.call('/login', login('restricted@example.org', temporary))
    await expect(browser.api.home.staff.query()).rejects.toMatchObject({ data: { detail: { code: 'permission_denied' } } })
    await expect(browser.api.savedFilters.list.query()).rejects.toMatchObject({ data: { detail: { code: 'permission_denied' } } })
    expect(await browser.call('/userchangepassword', { json: { oldpassword: 'placeholder', newpassword: temporary } })).toMatchObject({
      success: false,
      code: 'password_same',
      error: 'La nuova password non può coincidere con la vecchia',
    })
    expect(
      await browser.call('/userchangepassword', { json: { oldpassword: 'placeholder', newpassword: 'Barca-Verde-88-limoni' } }),
    ).toEqual({ success: true })
    expect(await (await browser.get('/get_userinfo')).json()).toMatchObject({
      user: { username: 'restricted@example.org', passwordExpired: false },
    })
  })

  it('is rejected after it expires', async () => {
    const accountId = await giveTemporaryPassword('late@example.org')
    await accounts()`UPDATE account SET temporary_password_until = now() - interval '1 day' WHERE id = ${accountId}`
    expect(await fixture.browser('staff').call('/login', login('late@example.org', temporary))).toMatchObject({
      success: false,
      code: 'password_wrong',
    })
  })
})
