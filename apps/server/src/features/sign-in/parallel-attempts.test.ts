import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSignInFixture, staffPassword, type SignInFixture } from './testing/sign-in-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

test('THREAT-20: too many parallel sign-ins are rejected as busy, and other calls are still served', async () => {
  await fixture.staff('calm@example.org')
  const calm = fixture.browser('staff')
  await calm.call('/login', { json: { username: 'calm@example.org', password: staffPassword } })
  const idle = process.memoryUsage().rss
  const storm = Promise.all(
    Array.from({ length: 300 }, async (_, i) => {
      const response = await fixture
        .browser('staff')
        .post('/login', { json: { username: `storm${i}@example.org`, password: 'x'.repeat(100) } })
      return {
        status: response.status,
        code: ((await response.json()) as { code: string }).code,
        wait: response.headers.get('retry-after'),
      }
    }),
  )
  let over = false
  void storm.finally(() => (over = true))
  let reads = 0
  while (!over) {
    expect(await (await calm.get('/get_userinfo')).json()).toMatchObject({ success: true, user: { username: 'calm@example.org' } })
    reads += 1
  }
  const answers = await storm
  const busy = answers.filter(({ status }) => status === 429)
  expect(busy.length).toBeGreaterThan(50)
  expect(new Set(busy.map(({ code }) => code))).toEqual(new Set(['busy']))
  for (const { wait } of busy) expect(Number(wait)).toBeGreaterThan(0)
  expect(answers.filter(({ code }) => code !== 'busy').every(({ status, code }) => status === 200 && code === 'password_wrong')).toBe(true)
  // Reads do not wait for the hashes, on any machine.
  expect(reads).toBeGreaterThan(5)
  expect(await fixture.browser('staff').call('/login', { json: { username: 'calm@example.org', password: staffPassword } })).toMatchObject({
    success: true,
  })
  // Files that ran before in the same worker keep their memory.
  expect(process.memoryUsage().rss - idle).toBeLessThan(700_000_000)
})
