import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeCentre, makeStaff } from '@registry/db/testing/fixtures'
import { withTransaction } from '@registry/db/transaction'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { raiseAnomalyAlerts } from './anomaly-alerts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await makeCentre(owner, 'RM01')
  await makeStaff(owner, 'ga@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
  await withTransaction(
    owner,
    { actor: 'ga@example.org', source: 'form', scope: { kind: 'none' } },
    ({ sql }) =>
      sql`INSERT INTO saved_filter (name, description, author_id, fields, condition) SELECT 'f', 'f', id, '{}', '{}' FROM staff_user`,
  )
})
afterAll(() => server[Symbol.asyncDispose]())
afterEach(async () => {
  await server.database.owner`DELETE FROM notification`
  await server.database.owner`DELETE FROM rate_limit`
})

const listMails = async (subject: string): Promise<readonly unknown[]> => {
  await raiseAnomalyAlerts(server.deps)
  return server.database.owner`SELECT recipient, subject, body FROM notification WHERE subject LIKE ${`${subject}%`}`
}

/** Manifests without the lists of their patients, which the triggers would compare with the registered ones. */
const addExports = (actor: string, hoursAgo: readonly number[], rows: number) =>
  server.database.owner.begin(async (sql) => {
    await sql`ALTER TABLE export_manifest DISABLE TRIGGER USER`
    await sql`
      INSERT INTO export_manifest (at, actor, as_role, filter_id, filter_version, format, columns, patients, excluded_no_consent, set_hash)
      SELECT now() - make_interval(hours => hours), ${actor}, 'DataManager', id, 1, 'csv', '{}', ${rows}::integer, 0, 'x'
      FROM saved_filter CROSS JOIN unnest(${[...hoursAgo]}::integer[]) AS hours`
    await sql`ALTER TABLE export_manifest ENABLE TRIGGER USER`
  })

const addEntries = (username: string, detail: string, count: number, hoursAgo = 0) => server.database.owner`
  INSERT INTO audit_log (at, username, command, duration_milli, detail, outcome)
  SELECT now() - make_interval(hours => ${hoursAgo}), ${username}, 'get', 1, ${detail}, 'refused' FROM generate_series(1, ${count}::integer)`

test('THREAT-50: a user who exports more than five times as many rows as on other days causes one alert, whatever the files', async () => {
  await addExports('usual@example.org', [48, 72, 96], 200)
  await addExports('usual@example.org', [1, 2], 400)
  await addExports('many@example.org', [48, 72, 96], 200)
  await addExports('many@example.org', [1, 2, 3], 400)
  const mails = await listMails('Esportazioni')
  expect(mails).toMatchObject([{ recipient: 'ga@example.org', subject: 'Esportazioni insolite di many@example.org' }])
  expect(mails).toMatchObject([{ body: expect.stringContaining('1200 righe; nei giorni in cui esporta sono di solito 200') }])
  expect(await listMails('Esportazioni')).toEqual(mails)
})

test('THREAT-50: a centre that requests many data of others, or that do not exist, causes an alert; other denials do not', async () => {
  await addEntries('center RM01', 'permission_denied', 12)
  await addEntries('center RM01', 'patient 7; not_found', 8)
  await addEntries('center MI01', 'not_found', 19)
  await addEntries('center NA01', 'file_required', 40)
  await addEntries('center BA01', 'permission_denied', 40, 1)
  expect(await listMails('Molte richieste')).toMatchObject([
    { subject: 'Molte richieste rifiutate a center RM01', body: expect.stringContaining('center RM01 ha chiesto 20 volte') },
  ])
})

test('THREAT-19: five times the usual number of failed sign-ins causes an alert', async () => {
  await addEntries('', 'name AAAAAAAAAAAAAAAAAAAAAA; password_wrong', 1680, 24)
  await addEntries('', 'name BBBBBBBBBBBBBBBBBBBBBB; password_wrong', 50)
  expect(await listMails('Molti accessi')).toEqual([])
  await addEntries('', 'name CCCCCCCCCCCCCCCCCCCCCC; code_wrong', 1)
  expect(await listMails('Molti accessi')).toMatchObject([
    { subject: 'Molti accessi falliti', body: expect.stringContaining('51 accessi; di solito sono 10') },
  ])
})
