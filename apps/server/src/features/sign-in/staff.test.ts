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
  it('signs a staff user in and says who they are', async () => {
    await fixture.staff('ada@example.org')
    const browser = fixture.browser('staff')
    const answer = await browser.ask('/login', login(' Ada@Example.org ', staffPassword))
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

  it('leaves one entry in the log under the user’s name', async () => {
    await fixture.staff('logged@example.org')
    await fixture.browser('staff').ask('/login', login('logged@example.org', staffPassword))
    const entries = (await fixture.server.activity()).filter(({ username }) => username === 'logged@example.org')
    expect(entries).toMatchObject([{ command: 'login', outcome: 'done' }])
  })

  it('THREAT-12: answers unknown names, wrong passwords and disabled users alike', async () => {
    await fixture.staff('known@example.org')
    const { userId } = await fixture.staff('disabled@example.org')
    await accounts()`UPDATE staff_user SET disabled_at = now() WHERE id = ${userId}`
    const tries = [
      login('known@example.org', 'wrong'),
      login('nobody@example.org', 'wrong'),
      login('disabled@example.org', staffPassword),
      login('no e-mail at all', 'wrong'),
    ]
    const answers = await Promise.all(tries.map(async (body) => readResponse(await fixture.browser('staff').post('/login', body))))
    expect(answers[0]).toEqual({
      status: 200,
      body: { success: false, error: 'Nome utente o password non corretti', code: 'password_wrong' },
    })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it('asks for name and password', async () => {
    expect(await fixture.browser('staff').ask('/login', { form: { username: '', password: '', lang: 'it' } })).toMatchObject({
      success: false,
      code: 'validation_failed',
      fields: { username: 'Inserisci il tuo indirizzo e-mail', password: 'Inserisci la password' },
    })
  })

  it('is not for the patients’ site', async () => {
    await fixture.staff('elsewhere@example.org')
    expect(await fixture.browser('myconsent').ask('/login', login('elsewhere@example.org', staffPassword))).toMatchObject({
      success: false,
      code: 'permission_denied',
    })
  })

  it('renews a hash made with other parameters', async () => {
    const { accountId } = await fixture.staff('old@example.org')
    await accounts()`UPDATE account SET password_hash = ${await argon2.hash(staffPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })} WHERE id = ${accountId}`
    expect(await fixture.browser('staff').ask('/login', login('old@example.org', staffPassword))).toMatchObject({ success: true })
    const [row] = await accounts()<{ password_hash: string }[]>`SELECT password_hash FROM account WHERE id = ${accountId}`
    expect(row?.password_hash).toContain('m=19456')
  })
})

describe('misses', () => {
  const miss = (name: string, address: string) => fixture.browser('staff', address).post('/login', login(name, 'wrong'))

  it.each(['missed@example.org', 'unheard-of@example.org'])('%s must wait after five, and is told how long', async (name) => {
    if (name.startsWith('missed')) await fixture.staff(name)
    const address = name.startsWith('missed') ? '192.0.2.1' : '192.0.2.2'
    for (let i = 0; i < 5; i += 1) expect((await miss(name, address)).status).toBe(200)
    const refused = await miss(name, address)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await refused.json()).toMatchObject({ success: false, code: 'too_many_tries', error: expect.stringContaining('1 secondo') })
    fixture.advanceClock(1000)
    expect((await miss(name, address)).status).toBe(200)
    expect((await miss(name, address)).headers.get('retry-after')).toBe('2')
  })

  it('from one address are limited whatever the name', async () => {
    const statuses = await Promise.all(Array.from({ length: 40 }, async (_, i) => (await miss(`name${i}@example.org`, '192.0.2.5')).status))
    const looked = statuses.filter((status) => status === 200).length
    // One more every three seconds.
    expect(looked).toBeGreaterThanOrEqual(20)
    expect(looked).toBeLessThanOrEqual(24)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40 - looked)
  })

  it('THREAT-19: from one network are limited too, however many addresses and names it has', async () => {
    expect((await miss('sprayed@example.org', '198.51.100.1')).status).toBe(200)
    // As if the network had made its 300 tries of the hour.
    const filled =
      await accounts()`UPDATE rate_limit SET tat = now() + interval '1 hour' WHERE key = 'sign-in network 3600 198.51.100' RETURNING 1`
    expect(filled).toHaveLength(1)
    expect((await miss('other@example.org', '198.51.100.2')).status).toBe(429)
    expect((await miss('neighbour@example.org', '198.51.101.1')).status).toBe(200)
  })

  it('THREAT-13: count one by one: a batch of sign-ins is refused, the right password in it too', async () => {
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
  it('THREAT-08: has a new token at each sign-in, whatever token the browser brought', async () => {
    await fixture.staff('fixed@example.org')
    const browser = fixture.browser('staff')
    browser.cookies.set('sid', 'A'.repeat(43))
    await browser.ask('/login', login('fixed@example.org', staffPassword))
    const first = browser.cookies.get('sid')
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(first).not.toBe('A'.repeat(43))
    await browser.ask('/login', login('fixed@example.org', staffPassword))
    expect(browser.cookies.get('sid')).not.toBe(first)
    expect(await userOf('staff', first)).toBeNull()
  })

  it('THREAT-08: ends with the sign-out, for a kept copy of its cookie too', async () => {
    await fixture.staff('leaving@example.org')
    const browser = fixture.browser('staff')
    await browser.ask('/login', login('leaving@example.org', staffPassword))
    const token = browser.cookies.get('sid')
    const left = await browser.get('/userlogout')
    expect(left.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect(browser.cookies.has('sid')).toBe(false)
    expect(await userOf('staff', token)).toBeNull()
  })

  it('THREAT-09: is not ended by another site', async () => {
    await fixture.staff('staying@example.org')
    const browser = fixture.browser('staff')
    await browser.ask('/login', login('staying@example.org', staffPassword))
    const refused = await browser.send({ path: '/api/userlogout', headers: { 'sec-fetch-site': 'cross-site' } })
    expect(refused.status).toBe(403)
    expect(await userOf('staff', browser.cookies.get('sid'))).toMatchObject({ username: 'staying@example.org' })
  })

  it('THREAT-08: of the staff site is nobody’s on the patients’', async () => {
    await fixture.staff('bound@example.org')
    const browser = fixture.browser('staff')
    await browser.ask('/login', login('bound@example.org', staffPassword))
    expect(await userOf('myconsent', browser.cookies.get('sid'))).toBeNull()
  })

  it('is kept as a hash, and at most five of a person are open', async () => {
    const { accountId } = await fixture.staff('many@example.org')
    const browsers = Array.from({ length: 6 }, () => fixture.browser('staff'))
    for (const browser of browsers) {
      await browser.ask('/login', login('many@example.org', staffPassword))
      fixture.advanceClock(10)
    }
    expect(await userOf('staff', browsers[0]?.cookies.get('sid'))).toBeNull()
    expect(await userOf('staff', browsers[1]?.cookies.get('sid'))).not.toBeNull()
    const rows = await accounts()<{ row: string }[]>`SELECT s::text AS row FROM session s WHERE account_id = ${accountId}`
    expect(rows).toHaveLength(5)
    for (const browser of browsers) expect(rows.some(({ row }) => row.includes(browser.cookies.get('sid') ?? 'none'))).toBe(false)
  })
})

const userOf = async (site: 'staff' | 'myconsent', token: string | undefined): Promise<unknown> => {
  const browser = fixture.browser(site)
  if (token) browser.cookies.set('sid', token)
  return ((await (await browser.get('/get_userinfo')).json()) as { user: unknown }).user
}

describe('a temporary password', () => {
  const temporary = 'q7Rr2kLmXw9TzB4vNc8H'
  const give = async (email: string) => {
    const { accountId } = await fixture.staff(email)
    const until = new Date(Date.now() + 86_400_000 * 30).toISOString()
    await accounts()`UPDATE account SET temporary_hash = ${hashTemporaryPassword(temporary)}, temporary_until = ${until} WHERE id = ${accountId}`
    return accountId
  }

  it('leaves the old one valid until it is used, and works once', async () => {
    await give('forgot@example.org')
    expect(await fixture.browser('staff').ask('/login', login('forgot@example.org', staffPassword))).toMatchObject({
      success: true,
      user: { passwordExpired: false },
    })
    const browser = fixture.browser('staff')
    expect(await browser.ask('/login', login('forgot@example.org', temporary))).toMatchObject({
      success: true,
      user: { passwordExpired: true },
    })
    for (const password of [temporary, staffPassword]) {
      expect(await fixture.browser('staff').ask('/login', login('forgot@example.org', password))).toMatchObject({
        success: false,
        code: 'password_wrong',
      })
    }
  })

  it('THREAT-17: opens a session that can only choose a password, without the old one', async () => {
    await give('restricted@example.org')
    const browser = fixture.browser('staff')
    await browser.ask('/login', login('restricted@example.org', temporary))
    await expect(browser.api.home.staff.query()).rejects.toMatchObject({ data: { detail: { code: 'permission_denied' } } })
    await expect(browser.api.savedFilters.list.query()).rejects.toMatchObject({ data: { detail: { code: 'permission_denied' } } })
    expect(await browser.ask('/userchangepassword', { json: { oldpassword: 'placeholder', newpassword: temporary } })).toMatchObject({
      success: false,
      code: 'password_same',
      error: 'La nuova password non può coincidere con la vecchia',
    })
    expect(
      await browser.ask('/userchangepassword', { json: { oldpassword: 'placeholder', newpassword: 'Barca-Verde-88-limoni' } }),
    ).toEqual({ success: true })
    expect(await (await browser.get('/get_userinfo')).json()).toMatchObject({
      user: { username: 'restricted@example.org', passwordExpired: false },
    })
  })

  it('is worth nothing after its time', async () => {
    const accountId = await give('late@example.org')
    await accounts()`UPDATE account SET temporary_until = now() - interval '1 second' WHERE id = ${accountId}`
    expect(await fixture.browser('staff').ask('/login', login('late@example.org', temporary))).toMatchObject({
      success: false,
      code: 'password_wrong',
    })
  })
})
