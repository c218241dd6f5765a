import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chainAuditLog, type AuditLink } from './audit-chain.ts'
import { connect, type Database } from './connect.ts'
import { superuser } from './embedded/data-directory.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { allConsents, giveConsents, makeCentre, makePatient, type PatientFixture } from './testing/fixtures.ts'
import { patientContext } from './testing/use-test-database.ts'
import { withTransaction } from './transaction.ts'
import { verifyAuditLog } from './verify-chain.ts'
import { verifyLedger } from './verify-ledger.ts'
import { eventually } from './testing/eventually.ts'

const key = new Uint8Array(32).fill(7)
let database: TestDatabase
let root: Database
let patients: readonly PatientFixture[]

const addEntries = (count: number) =>
  database.server`INSERT INTO audit_log (username, command, duration_milli, outcome, detail, reads)
    SELECT 'ada@example.org', 'login', n, 'done', 'detail ' || n, '{"count": 1}' FROM generate_series(1, ${count}) AS n`

beforeEach(async () => {
  database = await testDatabase()
  // An insider with superuser rights, whom no trigger stops.
  root = connect({ ...database.addresses.owner, username: superuser }, { max: 1 })
  await root`SET session_replication_role = replica`
  await makeCentre(database.owner, 'RM01')
  patients = [
    await makePatient(database.owner, { centre: 'RM01', centrePatientCode: 'A', consents: allConsents }),
    await makePatient(database.owner, { centre: 'RM01', centrePatientCode: 'B', consents: { C_DB_P: true } }),
  ]
  await giveConsents(database.owner, patients[0]!.subject, { C_DB_M: false })
})
afterEach(async () => {
  await root.end()
  await database.dispose()
})

describe('THREAT-47: a verification names the row that a superuser changed', () => {
  test('without a change there is no mismatch', async () => {
    await addEntries(30)
    await chainAuditLog(database.server, async () => key)
    expect(await verifyLedger(database.owner)).toBe(undefined)
    expect(await verifyAuditLog(database.owner, [key])).toMatchObject({ links: 30 })
    expect(await verifyAuditLog(database.owner, [key])).not.toHaveProperty('mismatch')
  })

  const zeros = '0'.repeat(64)
  test.each([
    "answer = 'true'",
    "field = 'C_S'",
    'year = 1999',
    "language = 'en'",
    "client = 'legacy'",
    "channel = 'centre'",
    `shown_hash = '${zeros}'`,
    `information_hash = '${zeros}'`,
    'preliminary_version = 1',
    `chain_hash = '${zeros}'`,
    'seq = 99',
  ])('consent_event: %s', async (change) => {
    const { subject } = patients[0]!
    await root.unsafe(`UPDATE consent_event SET ${change} WHERE subject = '${subject}' AND seq = 8`)
    expect(await verifyLedger(database.owner)).toMatch(new RegExp(`^consent ledger: answer ${subject} (8|99) does not match$`))
  })

  test('consent_event: an answer in the middle or the last one deleted', async () => {
    const { id, subject } = patients[0]!
    await root`DELETE FROM consent_event WHERE subject = ${subject} AND seq = 8`
    expect(await verifyLedger(database.owner)).toBe(`consent ledger: the answers of patient ${id} do not match the patient’s row`)
    await root`DELETE FROM consent_event WHERE subject = ${subject} AND seq = 3`
    expect(await verifyLedger(database.owner)).toBe(`consent ledger: answer ${subject} 4 does not match`)
  })

  test('consent_event: an answer changed together with its chain hash, which changes the flags', async () => {
    const { id, subject } = patients[1]!
    await root`UPDATE consent_event SET answer = 'false' WHERE subject = ${subject}`
    await root`UPDATE consent_event AS e SET chain_hash = hash_consent_event(NULL, e) WHERE subject = ${subject}`
    expect(await verifyLedger(database.owner)).toBe(`consent ledger: the answers of patient ${id} do not match the patient’s row`)
  })

  test('consent_event: a last answer deleted that changed no consent', async () => {
    const { id, subject } = patients[1]!
    await giveConsents(database.owner, subject, { C_DB_P: true })
    expect(await verifyLedger(database.owner)).toBe(undefined)
    await root`DELETE FROM consent_event WHERE subject = ${subject} AND seq = (SELECT max(seq) FROM consent_event WHERE subject = ${subject})`
    expect(await verifyLedger(database.owner)).toBe(`consent ledger: the answers of patient ${id} do not match the patient’s row`)
  })

  test('consent_event: an answer changed together with its chain hash, which changes no consent', async () => {
    const { id, subject } = patients[1]!
    await root`UPDATE consent_event SET year = 1999 WHERE subject = ${subject} AND seq = (SELECT max(seq) FROM consent_event WHERE subject = ${subject})`
    await root`UPDATE consent_event AS e SET chain_hash = hash_consent_event((SELECT chain_hash FROM consent_event WHERE subject = e.subject AND seq = e.seq - 1), e)
      WHERE subject = ${subject} AND seq = (SELECT max(seq) FROM consent_event WHERE subject = ${subject})`
    expect(await verifyLedger(database.owner)).toBe(`consent ledger: the answers of patient ${id} do not match the patient’s row`)
  })

  test.each([
    [`content = jsonb_set(content, '{it,0,text}', '"Altro"')`],
    [`content = jsonb_set(content, '{en,3,options}', '["No", "Yes"]')`],
    [`hash_en = '${zeros}'`],
  ])('consent_document: %s', async (change) => {
    await root.unsafe(`UPDATE consent_document SET ${change} WHERE kind = 'consents'`)
    expect(await verifyLedger(database.owner)).toBe('consent text: consents version 1 does not match its hash')
  })

  test('a text changed together with its hash no longer matches the answers', async () => {
    await root`UPDATE consent_document SET content = jsonb_set(content, '{it,0,text}', '"Altro"') WHERE kind = 'information'`
    await root`UPDATE consent_document SET hash_it = hash_consent_document(content -> 'it') WHERE kind = 'information'`
    expect(await verifyLedger(database.owner)).toMatch(/^consent ledger: answer [0-9a-f-]{36} 1 does not match its text$/)
  })

  test.each([
    "username = 'eve@example.org'",
    "command = 'logout'",
    "action = 'x'",
    "at = at + interval '1 microsecond'",
    "from_host = 'x'",
    'duration_milli = 0',
    "detail = ''",
    "outcome = 'refused'",
    "request_id = 'x'",
    'reads = NULL',
  ])('audit_log: %s', async (change) => {
    await addEntries(30)
    await chainAuditLog(database.server, async () => key)
    await root.unsafe(`UPDATE audit_log SET ${change} WHERE id IN (17, 20)`)
    expect(await verifyAuditLog(database.owner, [key])).toMatchObject({ mismatch: 'audit log: entry 17 does not match' })
  })

  // A verification reads 20,000 links at a time.
  test('audit_log: one of 45,000 entries, in the last batch of the verification', async () => {
    await addEntries(45_000)
    await chainAuditLog(database.server, async () => key)
    expect(await verifyAuditLog(database.owner, [key])).toMatchObject({ links: 45_000 })
    await root`UPDATE audit_log SET username = 'eve@example.org' WHERE id = 44321`
    expect(await verifyAuditLog(database.owner, [key])).toMatchObject({ links: 44_320, mismatch: 'audit log: entry 44321 does not match' })
  })

  test('audit_log: an entry deleted, added without a link, or removed from the end with its link', async () => {
    await addEntries(30)
    await chainAuditLog(database.server, async () => key)
    const { head } = await verifyAuditLog(database.owner, [key])
    await root`INSERT INTO audit_log (username, command, duration_milli, outcome) VALUES ('eve', 'x', 1, 'done')`
    expect(await verifyAuditLog(database.owner, [key])).toMatchObject({ mismatch: 'audit log: entry 31 is not in the chain' })
    await root`DELETE FROM audit_log WHERE id > 28`
    await root`DELETE FROM audit_chain_link WHERE entry_id > 28`
    expect(await verifyAuditLog(database.owner, [key])).not.toHaveProperty('mismatch')
    expect(await verifyAuditLog(database.owner, [key], { known: head })).toMatchObject({ mismatch: 'audit log: link 29 is missing' })
    await root`DELETE FROM audit_log WHERE id = 5`
    expect(await verifyAuditLog(database.owner, [key])).toMatchObject({ mismatch: 'audit log: entry 5 is missing' })
  })

  test('audit_log: since a head, only later entries are checked, and the head must be in the chain', async () => {
    await addEntries(30)
    await chainAuditLog(database.server, async () => key)
    const { head: since } = await verifyAuditLog(database.owner, [key])
    await addEntries(10)
    await chainAuditLog(database.server, async () => key)
    const verifySince = (given = since) => verifyAuditLog(database.owner, [key], { since: given })
    const whole = await verifyAuditLog(database.owner, [key])
    expect(await verifySince()).toEqual({ links: 10, missing: 0, head: whole.head })
    expect(await verifySince(whole.head)).toEqual({ links: 0, missing: 0, head: whole.head })
    await root`UPDATE audit_log SET detail = 'x' WHERE id = 5`
    expect(await verifySince()).toEqual({ links: 10, missing: 0, head: whole.head })
    await root`UPDATE audit_log SET detail = 'x' WHERE id = 35`
    expect(await verifySince()).toMatchObject({ links: 4, mismatch: 'audit log: entry 35 does not match' })
    const mismatch = 'audit log: link 30 is not the known one'
    expect(await verifySince({ ...since, hash: zeros })).toEqual({ links: 0, missing: 0, head: { ...since, hash: zeros }, mismatch })
    await root`DELETE FROM audit_chain_link WHERE position >= 30`
    expect(await verifySince()).toMatchObject({ links: 0, mismatch })
  })

  test('audit_log: since a head, an entry added without a link', async () => {
    await addEntries(3)
    await chainAuditLog(database.server, async () => key)
    const { head: since } = await verifyAuditLog(database.owner, [key])
    await root`INSERT INTO audit_log (username, command, duration_milli, outcome) VALUES ('eve', 'x', 1, 'done')`
    expect(await verifyAuditLog(database.owner, [key], { since })).toMatchObject({ mismatch: 'audit log: entry 4 is not in the chain' })
  })

  test('audit_log: a chain recomputed without the key', async () => {
    await addEntries(10)
    await chainAuditLog(database.server, async () => key)
    await root`UPDATE audit_log SET detail = 'x' WHERE id = 4`
    await root`TRUNCATE audit_chain_link`
    await root`INSERT INTO audit_chain_pending SELECT id FROM audit_log`
    await chainAuditLog(database.server, async () => new Uint8Array(32))
    expect(await verifyAuditLog(database.owner, [key])).toMatchObject({ mismatch: 'audit log: entry 1 does not match' })
  })
})

describe('the chain over the audit log', () => {
  test('contains every entry once, with any order of concurrent commits', async () => {
    const writer = async (): Promise<void> => {
      for (let round = 0; round < 5; round += 1) await addEntries(10)
    }
    const late = withTransaction(database.server, { actor: 'x', source: 'system', scope: { kind: 'none' } }, async ({ sql }) => {
      await sql`INSERT INTO audit_log (username, command, duration_milli, outcome) VALUES ('late', 'x', 1, 'done')`
      await Promise.all([writer(), writer(), writer()])
      await Promise.all([1, 2, 3].map(() => chainAuditLog(database.server, async () => key)))
      // A run that holds the lock since before the entries adds none, and then the others do nothing.
      await eventually(async () => {
        await chainAuditLog(database.server, async () => key)
        expect(await database.owner`SELECT FROM audit_chain_link LIMIT 1`).toHaveLength(1)
      })
    })
    const runs = Array.from({ length: 10 }, () => chainAuditLog(database.server, async () => key))
    await Promise.all([late, ...runs])
    await chainAuditLog(database.server, async () => key)
    const { links, mismatch } = await verifyAuditLog(database.owner, [key])
    expect([links, mismatch]).toEqual([151, undefined])
    const [found] = await database.owner<AuditLink[]>`
      SELECT l.position, l.hash FROM audit_chain_link AS l JOIN audit_log AS e ON e.id = l.entry_id WHERE e.username = 'late'`
    expect(found?.position).toBeGreaterThan(1)
    expect(await database.owner`SELECT FROM audit_chain_pending`).toHaveLength(0)
  })

  test('contains no entry of a rolled-back transaction', async () => {
    await database.server
      .begin(async (sql) => {
        await sql`INSERT INTO audit_log (username, command, duration_milli, outcome) VALUES ('undone', 'x', 1, 'done')`
        throw new Error('undone')
      })
      .catch(() => {})
    await addEntries(3)
    await chainAuditLog(database.server, async () => key)
    expect(await verifyAuditLog(database.owner, [key])).toMatchObject({ links: 3 })
  })
})

test('REQ-CON-08: anonymising a person leaves the chain of the answers valid', async () => {
  const { id, subject } = patients[0]!
  const hashes = () => database.owner`SELECT chain_hash FROM consent_event WHERE subject = ${subject} ORDER BY seq`
  const before = await hashes()
  await withTransaction(database.server, patientContext(id), ({ sql }) => sql`SELECT withdraw_patient(${id}::integer, 'v2', 'it')`)
  expect((await hashes()).slice(0, -1)).toEqual(before)
  expect(await verifyLedger(database.owner)).toBe(undefined)
})

describe('a long verification', () => {
  test('reports its progress and stops when it is cancelled', async () => {
    await addEntries(30)
    await chainAuditLog(database.server, async () => key)
    const reports: string[] = []
    const progress = (kind: string, rows: number): void => void reports.push(`${rows} ${kind}`)
    const [{ answers } = { answers: 0 }] = await database.owner<{ answers: number }[]>`SELECT count(*) AS answers FROM consent_event`
    await verifyLedger(database.owner, { progress })
    await verifyAuditLog(database.owner, [key], undefined, { progress })
    expect(reports).toEqual([
      `${answers} answers of the consent ledger`,
      `${answers} texts of the answers`,
      '2 patients and their consents',
      '30 entries of the audit log',
    ])
    const stop = new AbortController()
    const cancel = (): void => stop.abort(new Error('cancelled'))
    await expect(verifyLedger(database.owner, { signal: stop.signal, progress: cancel })).rejects.toThrow('cancelled')
    await expect(verifyAuditLog(database.owner, [key], undefined, { signal: stop.signal })).rejects.toThrow('cancelled')
  })

  test('names an answer in a later batch of subjects', async () => {
    const { subject } = patients.toSorted((a, b) => (a.subject < b.subject ? 1 : -1))[0]!
    await root`UPDATE consent_event SET year = 1999 WHERE subject = ${subject} AND seq = 1`
    expect(await verifyLedger(database.owner, {}, 1)).toBe(`consent ledger: answer ${subject} 1 does not match`)
    await root`UPDATE consent_event SET year = extract(year FROM at) WHERE subject = ${subject} AND seq = 1`
    expect(await verifyLedger(database.owner, {}, 1)).toBe(undefined)
  })
})
