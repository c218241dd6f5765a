import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatItalianDay } from '../../shared/day.ts'
import { removeExpiredData } from '../../jobs/housekeeping.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { addFilter, runFilter, type Staff } from '../filters/saved-filters/testing/fixture.ts'

let server: TestServer
let manager: Staff
let other: Staff
let filterId: number
let made = 0
let addresses = 0

beforeAll(async () => {
  // Otherwise all visitors share one address and its limit.
  server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } })
  await makeCentre(server.database.owner, 'RM01', 'ITI4')
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  other = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'other@example.org')
  filterId = await addFilter(manager, { field_list: { PATIENT: ['SEX'], MEDICAL_DATA: { Misc: ['WEIGHT'] } }, filter_list: {} })
})
afterAll(() => server[Symbol.asyncDispose]())

/** The last day of the next month. */
const findDueDay = (day: string): string => {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10)
}

const createPatient = (contact: { readonly email?: string; readonly mobile?: string } = {}) =>
  server.patient({ centre: 'RM01', centrePatientCode: `S${(made += 1)}`, consents: allConsents, medical: { weight: 50 }, ...contact })
type Patient = Awaited<ReturnType<typeof createPatient>>

const exportAs = async (caller: Staff): Promise<string> => {
  const answer = await runFilter(caller, filterId, 'csv', 'DataManager')
  await answer.arrayBuffer()
  return answer.headers.get('x-export-id') ?? ''
}
const withdraw = async (patient: Patient, choice: 'v1' | 'v2' | 'v3'): Promise<string | null> =>
  (await server.withdraw(patient, choice)).deletionCode
/** Each visitor has a new address, because checks from one are limited. */
const createVisitor = () => server.visitor('myconsent', { headers: { 'x-forwarded-for': `10.1.${(addresses += 1)}.1` } })
const check = (code: string) => createVisitor().api.deletionStatus.check.mutate({ code })

test.each(['v2', 'v3'] as const)('REQ-CON-17: after %s, the code shows how many recipients have confirmed', async (choice) => {
  const patient = await createPatient()
  const exports = [await exportAs(manager), await exportAs(manager), await exportAs(other)]
  const code = (await withdraw(patient, choice))!
  expect(code).toMatch(/^(\w{4}-){6}\w{4}$/)
  const day = formatItalianDay(new Date())
  const waiting = { dueOn: findDueDay(day), confirmedOn: null }
  const confirmed = { dueOn: findDueDay(day), confirmedOn: day }
  expect(await check(code)).toMatchObject({ found: true, recipients: [waiting, waiting] })
  const [first, second, ofOther] = exports
  // A recipient has confirmed when no file is left.
  await manager.api.home.confirmDeletions.mutate({ exports: [first!] })
  expect(await check(code)).toMatchObject({ recipients: [waiting, waiting] })
  await manager.api.home.confirmDeletions.mutate({ exports: [second!] })
  expect(await check(code)).toMatchObject({ recipients: [confirmed, waiting] })
  await other.api.home.confirmDeletions.mutate({ exports: [ofOther!] })
  const done = await check(code.toLowerCase().replaceAll('-', ' '))
  expect(done).toMatchObject({ found: true, recipients: [confirmed, confirmed] })
  expect(Object.keys(done).toSorted()).toEqual(['found', 'lastDay', 'recipients'])
})

test('there is no code after v1, which requests no deletion, nor if no exported file contained the patient', async () => {
  const exported = await createPatient()
  await exportAs(manager)
  expect(await withdraw(exported, 'v1')).toBeNull()
  expect(await withdraw(await createPatient(), 'v3')).toBeNull()
})

test('the code works until the end of the second year after the withdrawal, and is then deleted', async () => {
  const { owner } = server.database
  const patient = await createPatient({ email: 'lastday@example.org' })
  await exportAs(manager)
  const code = (await withdraw(patient, 'v3'))!
  const year = Number(formatItalianDay(new Date()).slice(0, 4)) + 2
  const countCodes = async () => (await owner`SELECT FROM deletion_code`).length
  const before = await countCodes()
  expect(await check(code)).toMatchObject({ found: true, lastDay: `${year}-12-31` })
  const [receipt] = await owner<
    { body: string }[]
  >`SELECT body FROM notification WHERE recipient = 'lastday@example.org' ORDER BY id DESC LIMIT 1`
  expect(receipt!.body).toContain(`31/12/${year}`)
  await removeExpiredData(server.database.server)
  expect(await countCodes()).toBe(before)

  await owner`UPDATE deletion_code SET last_day = '2001-12-31'`
  expect(await check(code)).toEqual({ found: false })
  await removeExpiredData(server.database.server)
  expect(await countCodes()).toBe(0)
})

test('the database rejects a last day that reveals the day of the withdrawal', async () => {
  const { owner } = server.database
  await expect(owner`INSERT INTO deletion_code (hash, encrypted_exports, last_day) VALUES ('x', '', '2028-06-30')`).rejects.toThrow(
    'deletion_code_last_day',
  )
})

test('the receipt by mail or SMS has the link, with the code in the fragment', async () => {
  const { owner } = server.database
  for (const contact of [{ email: 'leaves@example.org' }, { mobile: '3330000077' }]) {
    const patient = await createPatient(contact)
    await exportAs(manager)
    const code = await withdraw(patient, 'v3')
    const [message] = await owner<{ body: string }[]>`
      SELECT body FROM notification WHERE recipient IN ('leaves@example.org', '+393330000077') ORDER BY id DESC LIMIT 1`
    expect(message!.body).toContain(`http://myconsent.localhost:8080/stato_ritiro#${code}`)
  }
})

test('REQ-CON-08: neither the code nor the exports of the person are in the database or the log', async () => {
  const { owner } = server.database
  const patient = await createPatient()
  const exported = await exportAs(manager)
  const code = (await withdraw(patient, 'v2'))!
  await owner`DELETE FROM notification`
  await check(code)
  const dump = async (table: string) => JSON.stringify(await owner`SELECT t::text FROM ${owner(table)} AS t`)
  const tables = await owner<{ name: string }[]>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
  for (const { name } of tables) expect(await dump(name), name).not.toMatch(new RegExp(`${code}|${code.replaceAll('-', '')}`))
  expect(await dump('deletion_code')).not.toContain(exported)
  const lengths = await owner`SELECT DISTINCT length(encrypted_exports) FROM deletion_code`
  expect(lengths).toHaveLength(1)
})

test.each(['', 'x', '0000-0000-0000-0000-0000-0000-0000', "' OR 1=1"])('the unknown code %j is not found', async (code) => {
  expect(await check(code)).toEqual({ found: false })
})

test('checks from one address are limited, and no code is in the log (THREAT-59)', async () => {
  const patient = await createPatient()
  await exportAs(manager)
  const code = (await withdraw(patient, 'v3'))!
  const visitor = createVisitor()
  // An attempt is free again every two seconds, so parallel attempts exceed the limit on any machine.
  const answers = await Promise.allSettled(Array.from({ length: 120 }, () => visitor.api.deletionStatus.check.mutate({ code })))
  const rejected = answers.filter((answer) => answer.status === 'rejected')
  expect(rejected.length).toBeGreaterThan(0)
  expect(rejected.every(({ reason }) => /Too many attempts/.test(String(reason)))).toBe(true)
  expect(await check(code)).toMatchObject({ found: true })
  expect(server.log()).not.toContain(code)
  expect(JSON.stringify(await server.readAuditLog())).not.toContain(code)
})
