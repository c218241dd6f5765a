import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chainAuditLog } from './audit-chain.ts'
import { connect, type Database } from './connect.ts'
import { superuser } from './embedded/data-directory.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { allConsents, giveConsents, makeCentre, makePatient, type PatientFixture } from './testing/fixtures.ts'
import { patientContext } from './testing/use-test-database.ts'
import { withTransaction } from './transaction.ts'
import { verifyAuditLog } from './verify-chain.ts'
import { verifyLedger } from './verify-ledger.ts'
import { verifyLedgerSum } from './verify-sum.ts'

const key = new Uint8Array(32).fill(7)
let database: TestDatabase
let root: Database
let patient: PatientFixture
let other: PatientFixture

/** Adds an audit entry, as each command does, and runs the chain. */
const chain = async (): Promise<void> => {
  await database.server`INSERT INTO audit_log (username, command, duration_milli, outcome) VALUES ('ada', 'x', 1, 'done')`
  await chainAuditLog(database.server, key)
}
const verify = () => verifyLedgerSum(database.owner, key)
/** Gives each answer of a subject the hash that its trigger would give it. An insider can do this without the key. */
const recomputeChain = async (subject: string): Promise<void> => {
  const answers = await root<{ seq: number }[]>`SELECT seq FROM consent_event WHERE subject = ${subject} ORDER BY seq`
  for (const { seq } of answers)
    await root`
      UPDATE consent_event AS e SET chain_hash = hash_consent_event((SELECT chain_hash FROM consent_event WHERE subject = e.subject AND seq = e.seq - 1), e)
      WHERE subject = ${subject} AND seq = ${seq}`
}

beforeEach(async () => {
  database = await testDatabase()
  // An insider with superuser rights, whom no trigger stops.
  root = connect({ ...database.addresses.owner, username: superuser }, { max: 1 })
  await root`SET session_replication_role = replica`
  await makeCentre(database.owner, 'RM01')
  patient = await makePatient(database.owner, { centre: 'RM01', centrePatientCode: 'A', consents: allConsents })
  other = await makePatient(database.owner, { centre: 'RM01', centrePatientCode: 'B', consents: { C_DB_P: true } })
  await chain()
  // The same answer again, which changes no flag.
  await giveConsents(database.owner, patient.subject, { C_INCIDENTAL: 1 })
  await chain()
})
afterEach(async () => {
  await root.end()
  await database.dispose()
})

describe('THREAT-47: the sum of the ledger finds what the chain of a subject cannot', () => {
  test('it matches without a change, with answers that no link contains yet, and after a withdrawal', async () => {
    expect(await verify()).toBe(undefined)
    await giveConsents(database.owner, patient.subject, { C_S: false })
    expect(await verify()).toBe(undefined)
    await withTransaction(
      database.server,
      patientContext(other.id),
      ({ sql }) => sql`SELECT withdraw_patient(${other.id}::integer, 'v3', 'it')`,
    )
    await chain()
    expect(await verify()).toBe(undefined)
    expect(await database.owner`SELECT FROM consent_sum_pending`).toHaveLength(0)
    expect(await verifyAuditLog(database.owner, key)).not.toHaveProperty('mismatch')
  })

  test('the newest answer of a subject is deleted, and the consents stay the same', async () => {
    await root`DELETE FROM consent_event WHERE subject = ${patient.subject} AND seq = 8`
    expect(await verifyLedger(database.owner)).toBe(undefined)
    expect(await verify()).toBe('consent ledger: answers are missing: 1 of 9')
  })

  test('the only answer of a subject is deleted, and the consents are changed to match', async () => {
    await root`DELETE FROM consent_event WHERE subject = ${other.subject}`
    expect(await verifyLedger(database.owner)).toBe(`consent ledger: the answers of patient ${other.id} do not give the patient’s consents`)
    await root`UPDATE patient SET c_db = NULL, c_db_p = NULL WHERE id = ${other.id}`
    expect(await verifyLedger(database.owner)).toBe(undefined)
    expect(await verify()).toBe('consent ledger: answers are missing: 1 of 9')
  })

  test('all answers of an erased person are deleted', async () => {
    await withTransaction(
      database.server,
      patientContext(other.id),
      ({ sql }) => sql`SELECT withdraw_patient(${other.id}::integer, 'v3', 'it')`,
    )
    await chain()
    await root`DELETE FROM consent_event WHERE subject = ${other.subject}`
    expect(await verifyLedger(database.owner)).toBe(undefined)
    expect(await verify()).toBe('consent ledger: answers are missing: 2 of 10')
  })

  test.each([
    ['an answer is changed', 'UPDATE consent_event SET year = 1999 WHERE seq = 3'],
    ['two answers change places', 'UPDATE consent_event SET seq = CASE seq WHEN 3 THEN 40 WHEN 4 THEN 3 ELSE seq END'],
  ])('%s, and the chain of the subject is recomputed without the key', async (_what, change) => {
    await root.unsafe(change)
    await root`UPDATE consent_event SET seq = 4 WHERE seq = 40`
    await recomputeChain(patient.subject)
    expect(await verifyLedger(database.owner)).toBe(undefined)
    const found = 'consent ledger: an answer was replaced, and the chain of its subject recomputed'
    expect(await verify()).toBe(found)
    // The server would add it a second time.
    await root`INSERT INTO consent_sum_pending SELECT subject, seq FROM consent_event WHERE subject = ${patient.subject}`
    await chain()
    expect(await verify()).toBe('consent ledger: answers are missing: 8 of 17')
  })

  test('an answer is added without its trigger', async () => {
    await root`
      INSERT INTO consent_event (subject, seq, year, field, answer, channel, actor, chain_hash)
      VALUES (gen_random_uuid(), 1, 2026, 'C_DB', 'true', 'service', 'x', '')`
    expect(await verify()).toBe('consent ledger: answers were added without their sum: 1')
  })

  test('the stored sum is changed, replaced by an earlier one, or deleted', async () => {
    const changed = 'consent ledger: the sum of the answers does not match the audit log'
    const [earlier] = await root<{ answers: number; sum: string; nonce: string }[]>`SELECT answers, sum, nonce FROM consent_sum`
    await giveConsents(database.owner, patient.subject, { C_S: false })
    await chain()
    expect(await verify()).toBe(undefined)
    await root`UPDATE consent_sum SET ${root(earlier!)}`
    await root`DELETE FROM consent_event WHERE subject = ${patient.subject} AND seq = 9`
    expect(await verify()).toBe(changed)
    await giveConsents(database.owner, patient.subject, { C_S: false })
    await chain()
    expect(await verify()).toBe(changed)
    await root`DELETE FROM consent_sum`
    await chain()
    expect(await verify()).toBe(changed)
    expect(await verifyAuditLog(database.owner, key)).not.toHaveProperty('mismatch')
  })

  test('the sum in a link is changed', async () => {
    await root`UPDATE audit_chain_link SET ledger_hash = '' WHERE position = 2`
    expect(await verifyAuditLog(database.owner, key)).toMatchObject({ mismatch: 'audit log: entry 2 does not match' })
  })
})

test('a verification of the sum reports its progress and stops when it is cancelled', async () => {
  const reports: string[] = []
  const progress = (kind: string, rows: number): void => void reports.push(`${rows} ${kind}`)
  await verifyLedgerSum(database.owner, key, { progress })
  expect(reports).toEqual(['9 answers of the sum'])
  const stop = new AbortController()
  const cancel = (): void => stop.abort(new Error('cancelled'))
  await expect(verifyLedgerSum(database.owner, key, { signal: stop.signal, progress: cancel })).rejects.toThrow('cancelled')
})

test('REQ-CON-08: the same answers give another hash in each link that changes them', async () => {
  const [first] = await database.owner<{ nonce: string }[]>`SELECT nonce FROM consent_sum`
  await giveConsents(database.owner, other.subject, { C_DB_P: true })
  await chain()
  const [second] = await database.owner<{ nonce: string }[]>`SELECT nonce FROM consent_sum`
  expect(second?.nonce).not.toBe(first?.nonce)
  const links = await database.owner<{ ledger_hash: string }[]>`SELECT ledger_hash FROM audit_chain_link`
  expect(new Set(links.map(({ ledger_hash: hash }) => hash)).size).toBe(3)
})
