import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chainAuditLog } from '@registry/db/audit-chain'
import { connect, type Database } from '@registry/db/connect'
import { superuser } from '@registry/db/embedded/data-directory'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { allConsents, makeCentre, makePatient, makeStaff } from '@registry/db/testing/fixtures'
import { readEnv } from '../app/env.ts'
import { start, type Running } from '../app/start.ts'
import { createSecretKey } from '../auth/secret-key.ts'
import { createHashing } from '../auth/password-hashing.ts'
import { formatEncryptionContext } from '../features/sign-in/second-factor/totp.ts'
import { giveConsents } from '../features/receipts/testing/receipts-fixture.ts'
import { recordPaperConsent } from '../features/consents/paper/testing/record-paper-consent.ts'
import { png } from '../features/consents/paper/testing/scans.ts'
import { createSession, upload, visit, withdraw } from '../testing/restore-scenario.ts'
import { rotateSecretKey } from './rotate-key.ts'
import { addressVariables, runCommand } from './testing/run-command.ts'

const keys = { old: '1'.repeat(64), new: '2'.repeat(64), other: '3'.repeat(64) }
const RECEIPT_KEY = '4'.repeat(64)
const both = { SECRET_KEY: keys.new, SECRET_KEY_PREVIOUS: keys.old }

let database: TestDatabase
let owner: Database
let directory: string
let centreAdmin: number
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rotate-'))
  database = await testDatabase()
  owner = database.owner
  await makeCentre(owner, 'RM01')
  centreAdmin = (await makeStaff(owner, 'centre@example.org', [{ role: 'CenterAdmin', center: 'RM01' }])).accountId
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await database.dispose()
  rmSync(directory, { recursive: true })
})

const serve = (given: Readonly<Record<string, string>>): Promise<Running> => {
  const { url, variables } = addressVariables(database.addresses.server)
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const origins = { STAFF_ORIGIN: 'http://staff.localhost:8080', MYCONSENT_ORIGIN: 'http://myconsent.localhost:8080' }
  const settings = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: directory, DATABASE_URL: url, RECEIPT_KEY }
  return start(readEnv({ ...settings, ...origins, ...given }))
}
const rotate = (given: Readonly<Record<string, string>> = both): Promise<string> => {
  const { url, variables } = addressVariables(database.addresses.owner)
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  return rotateSecretKey({ NODE_ENV: 'test', DATABASE_OWNER_URL: url, ...given }, [])
}
const verify = (given: Readonly<Record<string, string>> = both) =>
  runCommand(database.addresses.owner, ['verify'], { RECEIPT_KEY, ...given })

const password = 'Sette-mele-sul-ponte-9'
/** Registers a patient who gives all consents and withdraws with v3 on the server. The same file is refused afterwards. */
const erase = async (server: Running, code: string): Promise<void> => {
  const passwordHash = await createHashing().hashSecret(password)
  const patient = await makePatient(owner, { centre: 'RM01', centrePatientCode: code, passwordHash, consents: allConsents })
  await withdraw(visit(server, 'myconsent', await createSession(owner, patient.accountId, 'myconsent')), 'v3')
}

const registerAgain = async (server: Running, code: string): Promise<unknown> => {
  const centre = visit(server, 'staff', await createSession(owner, centreAdmin, 'staff'))
  const rows = ['CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,C_DB', `${code},NEW,NAME,Email,${code.toLowerCase()}@example.org,true`]
  return (await upload(centre, '/createPatients', rows))['detail']
}
const refused = [expect.objectContaining({ code: 'consent_withdrawn' })]

const secret = 'JBSWY3DPEHPK3PXP'
const enrol = async ({ deps }: Running, email: string): Promise<number> => {
  const { accountId } = await makeStaff(owner, email, [])
  const encrypted = await deps.encryption.encrypt(secret, formatEncryptionContext(accountId))
  await owner`INSERT INTO second_factor (account_id, encrypted_secret, last_step) VALUES (${accountId}, ${encrypted}, 1)`
  return accountId
}
const readSecret = async ({ deps }: Running, account: number): Promise<string> => {
  const [row] = await owner<{ secret: Uint8Array }[]>`SELECT encrypted_secret AS secret FROM second_factor WHERE account_id = ${account}`
  return deps.encryption.decrypt(row?.secret ?? new Uint8Array(), formatEncryptionContext(account))
}

const issueReceipt = async (server: Running, code: string): Promise<string> => {
  const patient = await makePatient(owner, { centre: 'RM01', centrePatientCode: code })
  await giveConsents(visit(server, 'myconsent', await createSession(owner, patient.accountId, 'myconsent')))
  const [receipt] = await owner<{ code: string }[]>`
    SELECT code FROM consent_receipt AS r JOIN patient AS p ON p.consent_subject = r.subject WHERE p.id = ${patient.id}`
  return receipt?.code ?? ''
}
/** Records a signed form of a new patient. Returns the id of its scan. */
const storeScan = async (server: Running, code: string): Promise<string> => {
  await makePatient(owner, { centre: 'RM01', centrePatientCode: code })
  return recordPaperConsent(visit(server, 'staff', await createSession(owner, centreAdmin, 'staff')), code)
}
const readScan = async (server: Running, id: string): Promise<string> => {
  const { api } = visit(server, 'staff', await createSession(owner, centreAdmin, 'staff'))
  return (await api.paperConsents.scan.query({ id })).content
}
const checkReceipt = (server: Running, code: string) => visit(server, 'myconsent').api.receipts.checkCode.mutate({ code })

/** A wrong password. @returns the stored counters, which do not name the person */
const failToSignIn = async (server: Running): Promise<readonly number[]> => {
  await visit(server, 'staff').call('/login', { json: { username: 'centre@example.org', password: 'wrong', lang: 'it' } })
  const counters = await owner<{ failures: number }[]>`SELECT failures FROM sign_in_attempt ORDER BY failures`
  await owner`UPDATE sign_in_attempt SET next_attempt_at = now() - interval '1 day'`
  return counters.map(({ failures }) => failures)
}

type Stored = Readonly<Record<'erased' | 'receipts' | 'scans', readonly string[]>> & { readonly accounts: readonly number[] }

const checkEach = async (server: Running, { erased, accounts, receipts, scans }: Stored) => {
  for (const code of erased) expect(await registerAgain(server, code), code).toEqual(refused)
  for (const account of accounts) expect(await readSecret(server, account)).toBe(secret)
  for (const code of receipts) expect(await checkReceipt(server, code)).toMatchObject({ valid: true })
  for (const id of scans) expect(await readScan(server, id)).toBe(png.toString('base64'))
}

test('REQ-OPS-11: each purpose of the key works before, during and after a rotation, with a server on each key', async () => {
  const first = await serve({ SECRET_KEY: keys.old })
  const erased = ['BEFORE']
  await erase(first, 'BEFORE')
  const accounts = [await enrol(first, 'before@example.org')]
  const receipts = [await issueReceipt(first, 'RECEIPT-1')]
  const scans = [await storeScan(first, 'SCAN-1')]
  expect(await failToSignIn(first)).toEqual([1])
  await expect(serve(both)).rejects.toThrow(
    /^SECRET_KEY: this database does not know the key \w{8}…: run `pnpm registry rotate-key` first$/,
  )

  expect(await rotate()).toMatch(/^noted: .* still writes.*\nnext: restart the servers one by one/)
  const second = await serve(both)
  await erase(second, 'DURING')
  erased.push('DURING')
  accounts.push(await enrol(second, 'during@example.org'))
  receipts.push(await issueReceipt(second, 'RECEIPT-2'))
  scans.push(await storeScan(second, 'SCAN-2'))
  expect(await failToSignIn(second)).toEqual([2])
  for (const server of [first, second]) await checkEach(server, { erased, accounts, receipts, scans })

  await first.stop()
  expect(await rotate()).toMatch(
    /^rotated: the key \w{8}… writes\nauthenticator apps: 2 secrets encrypted again\nsigned forms: 2 scans encrypted again\nrows that need an earlier key: \d+ fingerprints of people who withdrew, 0 codes of deletion requests, 2 receipts, \d+ links of the audit log\nnext: keep SECRET_KEY_PREVIOUS/,
  )
  const [writing] = await owner<{ fingerprint: string }[]>`
    SELECT fingerprint FROM key_fingerprint WHERE name = 'SECRET_KEY' ORDER BY writes_since DESC LIMIT 1`
  const readWriting = async () => Buffer.from(await second.deps.secretKey.derive('fingerprint')).toString('hex')
  await expect.poll(readWriting).toBe(writing?.fingerprint)
  await erase(second, 'AFTER')
  erased.push('AFTER')
  accounts.push(await enrol(second, 'after@example.org'))
  receipts.push(await issueReceipt(second, 'RECEIPT-3'))
  scans.push(await storeScan(second, 'SCAN-3'))
  // The names of counters are hashed under the new key, so the failures are counted from zero once.
  expect(await failToSignIn(second)).toEqual([1, 2])
  const third = await serve(both)
  for (const server of [second, third]) await checkEach(server, { erased, accounts, receipts, scans })
  await Promise.all([second.stop(), third.stop()])

  expect(await verify()).toMatchObject({ status: 0, stdout: expect.stringContaining('consent receipts: 3 receipts match') })
  await expect(serve({ SECRET_KEY: keys.old })).rejects.toThrow(/^SECRET_KEY: this database belongs to the key \w{8}…, not/)
  await expect(serve({ SECRET_KEY: keys.new })).rejects.toThrow(/^SECRET_KEY_PREVIOUS: the key \w{8}… is missing/)
  expect(await verify({ SECRET_KEY: keys.new })).toMatchObject({ status: 2, stderr: expect.stringMatching(/^SECRET_KEY_PREVIOUS: /) })
})

test('THREAT-47: after the joint link an entry under the earlier key does not match', async () => {
  const chainWith = async (key: string): Promise<void> => {
    const secretKey = createSecretKey({ SECRET_KEY: key, DATA_DIR: directory })
    await owner`INSERT INTO audit_log (username, command, duration_milli, outcome) VALUES ('x', 'x', 0, 'done')`
    await chainAuditLog(database.server, () => secretKey.derive('audit chain'))
  }
  await chainWith(keys.new)
  expect(await verify()).toMatchObject({ status: 0 })
  await chainWith(keys.old)
  expect(await verify()).toMatchObject({ status: 1, stderr: expect.stringMatching(/audit log: entry \d+ does not match/) })
  await owner`ALTER TABLE audit_chain_link DISABLE TRIGGER prevent_change`
  await owner`DELETE FROM audit_chain_link WHERE position = (SELECT max(position) FROM audit_chain_link)`
  await owner`ALTER TABLE audit_chain_link ENABLE TRIGGER prevent_change`
  await owner`INSERT INTO audit_chain_pending SELECT max(id) FROM audit_log`
  await chainWith(keys.new)
  expect(await verify()).toMatchObject({ status: 0 })
})

test.each([
  ['no key', {}, /^SECRET_KEY: required/],
  ['no earlier key', { SECRET_KEY: keys.new }, /^SECRET_KEY_PREVIOUS: required/],
  [
    'a key one digit short',
    { SECRET_KEY: keys.other.slice(1), SECRET_KEY_PREVIOUS: keys.new },
    /^SECRET_KEY: must be 64 hexadecimal digits/,
  ],
  [
    'an earlier key one digit short',
    { SECRET_KEY: keys.other, SECRET_KEY_PREVIOUS: keys.new.slice(1) },
    /^SECRET_KEY_PREVIOUS: must be 64/,
  ],
  ['the same key twice', { SECRET_KEY: keys.new, SECRET_KEY_PREVIOUS: keys.new }, /^SECRET_KEY_PREVIOUS: is the same key/],
  ['the keys swapped after a rotation', { SECRET_KEY: keys.old, SECRET_KEY_PREVIOUS: keys.new }, /^SECRET_KEY: .* swap/],
  ['the keys swapped before one', { SECRET_KEY: keys.new, SECRET_KEY_PREVIOUS: `${keys.other},${keys.old}` }, /^SECRET_KEY: .* swap/],
  ['a missing earlier key', { SECRET_KEY: keys.other, SECRET_KEY_PREVIOUS: keys.new }, /^SECRET_KEY_PREVIOUS: the key \w{8}… is missing/],
  [
    'keys of another installation',
    { SECRET_KEY: '5'.repeat(64), SECRET_KEY_PREVIOUS: '6'.repeat(64) },
    /^SECRET_KEY_PREVIOUS: this database belongs/,
  ],
])('rotate-key with %s says what is wrong, and notes nothing', async (_name, given, problem) => {
  const list = () => owner`SELECT fingerprint, writes_since FROM key_fingerprint ORDER BY 1`
  const before = await list()
  await expect(rotate(given)).rejects.toThrow(problem)
  expect(await list()).toEqual(before)
})

test('a rotation that is killed at its switch and in each batch is complete after the next one', async () => {
  const third = { SECRET_KEY: keys.other, SECRET_KEY_PREVIOUS: `${keys.new},${keys.old}` }
  const passing = await serve(both)
  const accounts: number[] = []
  for (let index = 0; index < 205; index++) accounts.push(await enrol(passing, `staff${index}@example.org`))
  await passing.stop()
  const admin = connect({ ...database.addresses.owner, username: superuser }, { max: 1 })
  // A sequence counts also the statements of a transaction that is rolled back.
  await admin.unsafe(`
    CREATE SCHEMA kill;
    CREATE SEQUENCE kill.step;
    CREATE TABLE kill.at (step bigint NOT NULL);
    INSERT INTO kill.at VALUES (0);
    CREATE FUNCTION kill.backend() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      IF nextval('kill.step') = (SELECT step FROM kill.at) THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER kill AFTER INSERT OR UPDATE ON key_fingerprint FOR EACH ROW EXECUTE FUNCTION kill.backend();
    CREATE TRIGGER kill AFTER INSERT ON audit_chain_link FOR EACH ROW EXECUTE FUNCTION kill.backend();
    CREATE TRIGGER kill AFTER UPDATE ON second_factor FOR EACH ROW EXECUTE FUNCTION kill.backend();
    CREATE TRIGGER kill AFTER UPDATE ON paper_consent FOR EACH ROW EXECUTE FUNCTION kill.backend()`)
  // The note of the key, the switch and the joint link; then the second update of each batch of 100.
  for (const step of [1, 2, 3, 4, 102, 102, 7]) {
    await admin`UPDATE kill.at SET step = ${step}`
    await admin`SELECT setval('kill.step', 1, false)`
    await expect(rotate(third), String(step)).rejects.toThrow(/terminating connection|CONNECTION_/)
  }
  await admin.unsafe('DROP SCHEMA kill CASCADE')
  await admin.end({ timeout: 5 })
  expect(await rotate(third)).toMatch(/^rotated: /)
  expect(await rotate(third)).toContain('authenticator apps: 0 secrets encrypted again\nsigned forms: 0 scans encrypted again')
  expect(await verify(third)).toMatchObject({ status: 0 })
  const after = await serve(third)
  await checkEach(after, { erased: ['BEFORE', 'DURING', 'AFTER'], accounts, receipts: [], scans: [] })
  await after.stop()
})
