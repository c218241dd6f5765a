import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import { deriveAuditChainKey, startAuditChain } from '../jobs/audit-chain.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { parseHead, verify } from './verify.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(() => server[Symbol.asyncDispose]())

const run = async (head?: string) =>
  verify(
    server.database.addresses.owner,
    await deriveAuditChainKey(server.deps.secretKey),
    head === undefined ? undefined : parseHead(head),
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
  expect(await run(head)).toEqual({ matches, lines })

  await owner`ALTER TABLE audit_log DISABLE TRIGGER refuse_change`
  await owner`UPDATE audit_log SET username = 'eve' WHERE id = 2`
  await owner`ALTER TABLE consent_event DISABLE TRIGGER refuse_change`
  await owner`UPDATE consent_event SET answer = 'false' WHERE subject = ${patient.fixture.subject}`
  expect(await run()).toEqual({
    matches: false,
    lines: [`consent ledger: answer ${patient.fixture.subject} 1 does not match`, 'audit log: entry 2 does not match'],
  })
})

test('parseHead accepts a printed head and nothing else', () => {
  const hash = 'a'.repeat(64)
  expect(parseHead(`12:${hash}`)).toEqual({ position: 12, hash })
  for (const text of ['', '12', `12:${hash}0`, `-1:${hash}`, `12:${hash.toUpperCase()}`]) expect(parseHead(text)).toBe(undefined)
})
