import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCentre, makeStaff } from '@registry/db/testing/fixtures'
import { deriveAuditChainKeys, startAuditChain } from '../jobs/audit-chain.ts'
import { giveConsents } from '../features/receipts/testing/receipts-fixture.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { mailMismatch } from './verify-command.ts'
import { parseHead, verify } from './verify.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(() => server[Symbol.asyncDispose]())

const run = async ({ head, since }: { head?: string; since?: string } = {}) =>
  verify(
    server.database.addresses.owner,
    { auditChain: await deriveAuditChainKeys(server.deps.secretKey), keyedHash: server.deps.keyedHash },
    { known: head === undefined ? undefined : parseHead(head), since: since === undefined ? undefined : parseHead(since) },
  )

test('THREAT-47: new entries join the chain within a second; verify names a changed entry and a changed answer', async () => {
  const chain = startAuditChain(server.deps)
  const patient = await server.patient({ centre: 'RM01', centrePatientCode: 'V1', consents: { C_DB_P: true } })
  await patient.api.consents.current.query()
  const { owner } = server.database
  await expect.poll(async () => (await owner`SELECT FROM audit_chain_link`).length).toBeGreaterThan(0)
  await patient.api.consents.history.query()
  await chain.stop()
  const { matches, lines } = await run()
  expect([matches, lines[0]]).toEqual([true, 'consent ledger: every answer matches'])
  const [, head] = /^audit log: 2 entries match, head (2:[0-9a-f]{64})$/.exec(lines[1] ?? '') ?? []
  expect(await run({ head: head! })).toEqual({ matches, lines })
  expect(await run({ since: head! })).toEqual({ matches, lines: [`audit log: 0 entries match after link 2, head ${head}`] })

  await owner`ALTER TABLE audit_log DISABLE TRIGGER prevent_change`
  await owner`UPDATE audit_log SET username = 'eve' WHERE id = 2`
  await owner`ALTER TABLE consent_event DISABLE TRIGGER prevent_change`
  await owner`UPDATE consent_event SET answer = 'false' WHERE subject = ${patient.fixture.subject}`
  expect(await run()).toEqual({
    matches: false,
    lines: [
      `consent ledger: answer ${patient.fixture.subject} 1 does not match`,
      'audit log: entry 2 does not match',
      'consent receipts: 0 receipts match',
    ],
  })
})

test('THREAT-50: the GlobalAdmins get one mail with what the verification found', async () => {
  const { owner, addresses } = server.database
  await makeStaff(owner, 'ga.verify@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
  await mailMismatch(addresses.owner, ['audit log: entry 2 does not match'])
  await mailMismatch(addresses.owner, ['audit log: entry 2 does not match'])
  const mails = await owner`SELECT subject, body FROM notification WHERE recipient = 'ga.verify@example.org'`
  expect(mails).toEqual([
    { subject: 'Registro o consensi modificati nel database', body: expect.stringContaining('audit log: entry 2 does not match') },
  ])
})

/** Changes stored rows like somebody with the rights of the owner. */
const tamper = async (table: string, change: () => Promise<unknown>): Promise<void> => {
  const { owner } = server.database
  await owner`ALTER TABLE ${owner(table)} DISABLE TRIGGER USER`
  await change()
  await owner`ALTER TABLE ${owner(table)} ENABLE TRIGGER USER`
}

test('REQ-CON-16: verify names the first stored receipt whose signature or answers do not match', async () => {
  const { owner } = server.database
  const patients = []
  for (const centrePatientCode of ['V2', 'V3', 'V4']) {
    const patient = await server.patient({ centre: 'RM01', centrePatientCode })
    patients.push({ subject: patient.fixture.subject, seq: await giveConsents(patient) })
  }
  const [first, second, third] = patients.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
  const lastLine = async () => (await run()).lines[2]
  expect(await lastLine()).toBe('consent receipts: 3 receipts match')

  await tamper(
    'consent_receipt',
    () =>
      owner`UPDATE consent_receipt SET content = replace(content, '"answer": "Sì"', '"answer": "No"') WHERE subject = ${third!.subject}`,
  )
  expect(await lastLine()).toBe(`consent receipts: receipt ${third!.subject} ${third!.seq} does not match`)
  await tamper('consent_event', () => owner`UPDATE consent_event SET chain_hash = 'x' WHERE subject = ${second!.subject}`)
  expect(await lastLine()).toBe(`consent receipts: receipt ${second!.subject} ${second!.seq} does not match`)
  // A key that somebody adds in the database signs no receipt.
  await tamper('receipt_key', () => owner`UPDATE receipt_key SET mac = 'x'`)
  expect(await run()).toMatchObject({
    matches: false,
    lines: { 2: `consent receipts: receipt ${first!.subject} ${first!.seq} does not match` },
  })
})

test('parseHead accepts a printed head and nothing else', () => {
  const hash = 'a'.repeat(64)
  expect(parseHead(`12:${hash}`)).toEqual({ position: 12, hash })
  for (const text of ['', '12', `12:${hash}0`, `-1:${hash}`, `12:${hash.toUpperCase()}`]) expect(parseHead(text)).toBe(undefined)
})
