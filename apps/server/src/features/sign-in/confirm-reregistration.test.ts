import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeExpiredData } from '../../jobs/housekeeping.ts'
import { csv, createImportFixture, type Answer, type ImportFixture } from '../imports/testing/import-fixture.ts'

let fixture: ImportFixture
beforeAll(async () => {
  fixture = await createImportFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const header = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,ASKS_TO_RETURN'
const formatEmail = (code: string): string => `${code.toLowerCase()}@example.org`
const formatRow = (code: string, asks: string, email = formatEmail(code)): string => `${code},VERDI,ADA,Email,${email},${asks}`
const send = (rows: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  fixture.send('/createPatients', csv(header, ...rows), { more })

const leave = async (code: string, choice: 'v1' | 'v2' | 'v3'): Promise<void> => {
  expect(await send([formatRow(code, '')])).toMatchObject({ ok: 1, ko: 0 })
  const [made] = await fixture.server.database.owner<{ id: number }[]>`
    SELECT a.id FROM patient_identity i JOIN account a ON a.patient_id = i.patient_id WHERE i.centre_patient_code = ${code}`
  await fixture.server.withdraw(await fixture.server.signIn(made!.id, 'myconsent'), choice)
}

/** Lists the secrets of the links in the outbox for a contact. */
const listSecrets = async (contact: string): Promise<string[]> => {
  const messages = await fixture.server.database.owner<
    { body: string }[]
  >`SELECT body FROM notification WHERE recipient = ${contact} ORDER BY created_at`
  return messages.flatMap(({ body }) => /[?&]p=([\w-]+)/.exec(body)?.[1] ?? [])
}
const readState = async (code: string) => {
  const [state] = await fixture.server.database.owner`
    SELECT (SELECT count(*)::int FROM patient_identity WHERE centre_patient_code = ${code}) AS registered,
      (SELECT count(*)::int FROM reregistration_request) AS requests, (SELECT count(DISTINCT person)::int FROM withdrawn_fingerprint) AS people`
  return state
}
const visitor = () => fixture.server.visitor('myconsent')

describe('REQ-PAT-06: returning after a withdrawal', () => {
  test.each(['v2', 'v3'] as const)(
    'after %s a row that requests the return sends a link, and only confirming registers the person',
    async (choice) => {
      const code = `RETURN-${choice}`
      await leave(code, choice)
      const { people } = (await readState(code)) as { people: number }
      expect(await send([formatRow(code, 'true')])).toMatchObject({
        ok: 1,
        ko: 0,
        detail: [{ row: 1, key: code, field: 'ASKS_TO_RETURN', code: 'warning_import_return_requested' }],
      })
      expect(await readState(code)).toEqual({ registered: 0, requests: 1, people })
      const [secret] = await listSecrets(formatEmail(code))
      const link = { username: formatEmail(code), password: secret! }

      // A mail scanner only opens the link, which registers nobody.
      for (let times = 0; times < 3; times += 1) {
        expect(await visitor().api.signIn.openLink.mutate(link)).toEqual({ expired: false, returnsTo: 'Centro RM01' })
      }
      expect(await readState(code)).toEqual({ registered: 0, requests: 1, people })
      for (const wrong of [
        { ...link, password: 'x'.repeat(43) },
        { ...link, username: 'somebody@example.org' },
      ]) {
        expect(await visitor().api.signIn.openLink.mutate(wrong)).toEqual({ expired: false })
        expect(await visitor().api.signIn.confirmReregistration.mutate(wrong)).toEqual({ expired: false })
      }

      const person = visitor()
      expect(await person.api.signIn.confirmReregistration.mutate(link)).toEqual({ expired: true })
      expect(await readState(code)).toEqual({ registered: 1, requests: 0, people: people - 1 })
      await person.api.signIn.changePassword.mutate({ newpassword: 'violet tractor 77 lagoon' })
      expect(await visitor().api.signIn.openLink.mutate(link)).toEqual({ expired: false })
      // The fingerprint is deleted, so the import treats the row like any registered patient.
      expect(await send([formatRow(code, '')])).toMatchObject({ ok: 1, ko: 0 })
      const log = await fixture.server.readAuditLog()
      expect(log.find(({ detail }) => detail === 'comes back to center RM01')).toMatchObject({
        command: 'confirmReregistration',
        outcome: 'done',
        username: expect.stringMatching(/^patient \d+$/),
      })
    },
  )

  test('no second link is sent while one is live, and a dry run sends none', async () => {
    await leave('ONCE', 'v3')
    expect(await send([formatRow('ONCE', 'sì')], { dry_run: 'true' })).toMatchObject({ ok: 1, ko: 0 })
    expect(await listSecrets(formatEmail('ONCE'))).toHaveLength(0)
    const first = await send([formatRow('ONCE', 'sì')])
    expect(await send([formatRow('ONCE', 'sì'), formatRow('ONCE-2', 'sì', formatEmail('ONCE'))])).toMatchObject({ ok: 2, ko: 0 })
    expect(await send([formatRow('ONCE', 'sì')])).toEqual(first)
    expect(await listSecrets(formatEmail('ONCE'))).toHaveLength(1)
  })

  test('the centre’s row is unreadable until the person confirms, and is deleted when the link expires', async () => {
    await leave('STORED', 'v3')
    await send([formatRow('STORED', 'true')])
    const { owner } = fixture.server.database
    const tables = await owner<
      { name: string }[]
    >`SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname NOT IN ('notification', 'import_run')`
    for (const { name } of tables) {
      const rows = await owner<{ row: string }[]>`SELECT t::text AS row FROM ${owner(name)} AS t`
      expect(
        rows.filter(({ row }) => /stored@example|STORED/.test(row)),
        name,
      ).toEqual([])
    }
    await owner`UPDATE reregistration_request SET expires_at = now() - interval '1 second'`
    const [secret] = await listSecrets(formatEmail('STORED'))
    expect(await visitor().api.signIn.confirmReregistration.mutate({ username: formatEmail('STORED'), password: secret! })).toEqual({
      expired: false,
    })
    await removeExpiredData(fixture.server.database.server)
    expect(await readState('STORED')).toMatchObject({ registered: 0, requests: 0 })
  })

  test('parallel confirmations create one registration', async () => {
    await leave('TWICE', 'v2')
    await send([formatRow('TWICE', 'true')])
    const [secret] = await listSecrets(formatEmail('TWICE'))
    const link = { username: formatEmail('TWICE'), password: secret! }
    const answers = await Promise.all([visitor(), visitor(), visitor()].map((one) => one.api.signIn.confirmReregistration.mutate(link)))
    expect(answers).toContainEqual({ expired: true })
    expect(await readState('TWICE')).toMatchObject({ registered: 1 })
  })
})

describe('REQ-PAT-06: a re-registration request reveals nothing', () => {
  test('the report is the same for the person’s previous contact and for another', async () => {
    await leave('GUESSED', 'v3')
    const wrong = await send([formatRow('GUESSED', 'true', 'try@example.org')])
    expect(await listSecrets('try@example.org')).toHaveLength(0)
    expect(await listSecrets(formatEmail('GUESSED'))).toHaveLength(0)
    expect(await send([formatRow('GUESSED', 'true')])).toEqual(wrong)
    expect(await listSecrets(formatEmail('GUESSED'))).toHaveLength(1)
  })

  test('a person withdrawn with v1 cannot return this way, and a new person is registered normally', async () => {
    await leave('STOPPED', 'v1')
    expect(await send([formatRow('STOPPED', 'true')])).toMatchObject({ ko: 1, detail: [{ code: 'consent_withdrawn' }] })
    expect(await send([formatRow('FRESH', 'true')])).toMatchObject({ ok: 1, ko: 0, detail: [] })
    expect(await readState('FRESH')).toMatchObject({ registered: 1 })
  })
})
