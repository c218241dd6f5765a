import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeExpiredData } from '../../jobs/housekeeping.ts'
import { csv, importFixture, type Answer, type ImportFixture } from '../imports/testing/import-fixture.ts'

let fixture: ImportFixture
beforeAll(async () => {
  fixture = await importFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const header = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,ASKS_TO_RETURN'
const addressOf = (code: string): string => `${code.toLowerCase()}@example.org`
const rowOf = (code: string, asks: string, email = addressOf(code)): string => `${code},VERDI,ADA,Email,${email},${asks}`
const send = (rows: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  fixture.send('/createPatients', csv(header, ...rows), { more })

const leave = async (code: string, choice: 'v1' | 'v2' | 'v3'): Promise<void> => {
  expect(await send([rowOf(code, '')])).toMatchObject({ ok: 1, ko: 0 })
  const [made] = await fixture.server.database.owner<{ id: number }[]>`
    SELECT a.id FROM patient_identity i JOIN account a ON a.patient_id = i.patient_id WHERE i.center_id = ${code}`
  const { consents } = (await fixture.server.signedIn(made!.id, 'myconsent')).api
  const { version, hash } = await consents.withdrawalChoices.query()
  await consents.withdraw.mutate({ choice, shown: { version, hash } })
}

/** The secrets of the links that wait for a contact. */
const linksTo = async (contact: string): Promise<string[]> => {
  const messages = await fixture.server.database.owner<
    { body: string }[]
  >`SELECT body FROM notification WHERE recipient = ${contact} ORDER BY created_at`
  return messages.flatMap(({ body }) => /[?&]p=([\w-]+)/.exec(body)?.[1] ?? [])
}
const stateOf = async (code: string) => {
  const [state] = await fixture.server.database.owner`
    SELECT (SELECT count(*)::int FROM patient_identity WHERE center_id = ${code}) AS registered,
      (SELECT count(*)::int FROM return_request) AS requests, (SELECT count(DISTINCT person)::int FROM withdrawn_fingerprint) AS people`
  return state
}
const visitor = () => fixture.server.visitor('myconsent')

describe('D5: coming back', () => {
  test.each(['v2', 'v3'] as const)(
    'after %s a row that asks for it sends the link, and only who confirms by it is registered',
    async (choice) => {
      const code = `RETURN-${choice}`
      await leave(code, choice)
      const { people } = (await stateOf(code)) as { people: number }
      expect(await send([rowOf(code, 'true')])).toMatchObject({
        ok: 1,
        ko: 0,
        detail: [{ row: 1, key: code, field: 'ASKS_TO_RETURN', code: 'warning_import_return_asked' }],
      })
      expect(await stateOf(code)).toEqual({ registered: 0, requests: 1, people })
      const [secret] = await linksTo(addressOf(code))
      const link = { username: addressOf(code), password: secret! }

      // Opening it, as a mail scanner does, registers nobody.
      for (let times = 0; times < 3; times += 1) {
        expect(await visitor().api.signIn.openLink.mutate(link)).toEqual({ expired: false, returnsTo: 'Centro RM01' })
      }
      expect(await stateOf(code)).toEqual({ registered: 0, requests: 1, people })
      for (const wrong of [
        { ...link, password: 'x'.repeat(43) },
        { ...link, username: 'somebody@example.org' },
      ]) {
        expect(await visitor().api.signIn.openLink.mutate(wrong)).toEqual({ expired: false })
        expect(await visitor().api.signIn.confirmReturn.mutate(wrong)).toEqual({ expired: false })
      }

      const person = visitor()
      expect(await person.api.signIn.confirmReturn.mutate(link)).toEqual({ expired: true })
      expect(await stateOf(code)).toEqual({ registered: 1, requests: 0, people: people - 1 })
      await person.api.signIn.changePassword.mutate({ newpassword: 'violet tractor 77 lagoon' })
      expect(await visitor().api.signIn.openLink.mutate(link)).toEqual({ expired: false })
      // The fingerprint is gone: the file is answered as for any registered patient.
      expect(await send([rowOf(code, '')])).toMatchObject({ ok: 1, ko: 0 })
      const log = await fixture.server.activity()
      expect(log.find(({ detail }) => detail === 'comes back to center RM01')).toMatchObject({
        command: 'confirmReturn',
        outcome: 'done',
        username: expect.stringMatching(/^patient \d+$/),
      })
    },
  )

  test('while one link is live no second one is sent, and a dry run sends none', async () => {
    await leave('ONCE', 'v3')
    expect(await send([rowOf('ONCE', 'sì')], { dry_run: 'true' })).toMatchObject({ ok: 1, ko: 0 })
    expect(await linksTo(addressOf('ONCE'))).toHaveLength(0)
    const first = await send([rowOf('ONCE', 'sì')])
    expect(await send([rowOf('ONCE', 'sì'), rowOf('ONCE-2', 'sì', addressOf('ONCE'))])).toMatchObject({ ok: 2, ko: 0 })
    expect(await send([rowOf('ONCE', 'sì')])).toEqual(first)
    expect(await linksTo(addressOf('ONCE'))).toHaveLength(1)
  })

  test('what the centre wrote is nowhere to be read before the person confirms, and is gone when the link has expired', async () => {
    await leave('SEALED', 'v3')
    await send([rowOf('SEALED', 'true')])
    const { owner } = fixture.server.database
    const tables = await owner<
      { name: string }[]
    >`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT IN ('notification', 'import_run')`
    for (const { name } of tables) {
      const rows = await owner<{ row: string }[]>`SELECT t::text AS row FROM ${owner(name)} AS t`
      expect(
        rows.filter(({ row }) => /sealed@example|SEALED/.test(row)),
        name,
      ).toEqual([])
    }
    await owner`UPDATE return_request SET expires_at = now() - interval '1 second'`
    const [secret] = await linksTo(addressOf('SEALED'))
    expect(await visitor().api.signIn.confirmReturn.mutate({ username: addressOf('SEALED'), password: secret! })).toEqual({
      expired: false,
    })
    await removeExpiredData(fixture.server.database.server)
    expect(await stateOf('SEALED')).toMatchObject({ registered: 0, requests: 0 })
  })

  test('two that confirm at once make one registration', async () => {
    await leave('TWICE', 'v2')
    await send([rowOf('TWICE', 'true')])
    const [secret] = await linksTo(addressOf('TWICE'))
    const link = { username: addressOf('TWICE'), password: secret! }
    const answers = await Promise.all([visitor(), visitor(), visitor()].map((one) => one.api.signIn.confirmReturn.mutate(link)))
    expect(answers).toContainEqual({ expired: true })
    expect(await stateOf('TWICE')).toMatchObject({ registered: 1 })
  })
})

describe('D5: asking for a return finds nothing out', () => {
  test('the answer is the same whether the contact is the one that the person had or another', async () => {
    await leave('GUESSED', 'v3')
    const wrong = await send([rowOf('GUESSED', 'true', 'try@example.org')])
    expect(await linksTo('try@example.org')).toHaveLength(0)
    expect(await linksTo(addressOf('GUESSED'))).toHaveLength(0)
    expect(await send([rowOf('GUESSED', 'true')])).toEqual(wrong)
    expect(await linksTo(addressOf('GUESSED'))).toHaveLength(1)
  })

  test('who stopped everything does not come back by it, and who never left is registered like anybody', async () => {
    await leave('STOPPED', 'v1')
    expect(await send([rowOf('STOPPED', 'true')])).toMatchObject({ ko: 1, detail: [{ code: 'consent_withdrawn' }] })
    expect(await send([rowOf('FRESH', 'true')])).toMatchObject({ ok: 1, ko: 0, detail: [] })
    expect(await stateOf('FRESH')).toMatchObject({ registered: 1 })
  })
})
