import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chainAuditLog } from '@registry/db/audit-chain'
import { listWaiting } from '@registry/db/testing/database'
import { connect, type Database } from '@registry/db/connect'
import { createDatabase, dropDatabase } from '@registry/db/databases'
import { superuser } from '@registry/db/embedded/data-directory'
import { ownerRole } from '@registry/db/roles'
import { giveConsents as giveConsentsAsOwner, makeCentre, makeGuardianship, type PatientFixture } from '@registry/db/testing/fixtures'
import { checkKeys } from '../auth/key-fingerprints.ts'
import { drafts } from '../features/communications/testing/communications-fixture.ts'
import { giveConsents, yes } from '../features/receipts/testing/receipts-fixture.ts'
import { chooseAuditChainKey } from '../jobs/audit-chain.ts'
import type { Client } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { repeatAfterRestore } from './after-restore.ts'
import { CommandProblem } from './command.ts'
import { addressVariables, runCommand } from './testing/run-command.ts'

const keys = { SECRET_KEY: '1'.repeat(64), RECEIPT_KEY: '2'.repeat(64) }
const consents = { ...yes, C_EXTRAEU: true, C_P_DB: true }
const codes = ['V1', 'V3', 'REFUSED', 'INVITED', 'LEFT', 'UNDONE'] as const

let lost: TestServer
let moment: string
let list: string
let copies = 0
/** The database at the moment. Each test restores it anew. */
let base: string
let copy: { readonly name: string; readonly owner: Database }

const addressOf = (database: string) => ({ ...lost.database.addresses.owner, database })
const asSuperuser = () => ({ ...addressOf('postgres'), username: superuser })
const lostName = () => lost.database.addresses.owner.database
const execute = async (statement: string): Promise<void> => {
  const admin = connect(asSuperuser(), { max: 1 })
  try {
    await admin.unsafe(statement)
  } finally {
    await admin.end()
  }
}
const registry = (database: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  runCommand(addressOf(database), args, { ...keys, ...more })
const since = '2000-01-01T00:00:00Z'

type Admin = Awaited<ReturnType<TestServer['staff']>>
const upload = (admin: Admin, content: string) =>
  admin.call('/createPatients', { multipart: { format: 'csv', lang: 'it' }, file: { name: 'file.csv', content } })

/** A study that has invited two patients, of whom one takes part. */
const openStudy = async (centre: Admin, patients: readonly PatientFixture[]): Promise<void> => {
  const admin = await lost.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
  const { id: filterId } = await admin.api.savedFilters.save.mutate({
    name: 'All',
    description: 'All',
    fields: { PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: ['HB'] } },
    where: { kind: 'predicates', predicates: [{ field: 'HB', operator: 'is not null' }] },
  })
  const study = { id: 'S', title: 'S', description: 'S', mainCentre: 'RM01', type: 'EA', filterId, sf36Version: 1, videoUrl: null } as const
  await admin.api.studies.create.mutate(study)
  await centre.api.studies.decideEthics.mutate({ id: 'S', approved: true, committee: 'C', decidedOn: '2026-01-01' })
  await admin.api.studies.setEndDate.mutate({ id: 'S', endDate: '2126-04-01' })
  const { owner } = lost.database
  for (const { id } of patients) await owner`INSERT INTO study_patient (study_id, patient_id, centre_code) VALUES ('S', ${id}, 'RM01')`
  await owner`UPDATE study_patient SET approved = true, status = 'AttesaConsenso', invited_at = now()`
}

type Parent = { readonly client: Client }
const addParent = async (child: PatientFixture, name: string): Promise<Parent> => {
  const contact = `${name}${child.id}@example.org`
  const { accountId } = await lost.database.owner.begin((sql) =>
    makeGuardianship(sql, { patientId: child.id, centre: 'RM01', contact, kind: 'PARENT', birthDate: '2020-02-29', accepted: true }),
  )
  return { client: await lost.signIn(accountId, 'myconsent') }
}
const findRecord = async ({ client }: Parent): Promise<string> => (await client.api.guardian.children.query())[0]!.patient
const askToErase = async (parent: Parent) => parent.client.api.guardian.stop.mutate({ patient: await findRecord(parent), choice: 'v3' })
const takeBack = async (parent: Parent) => parent.client.api.guardian.takeBack.mutate({ patient: await findRecord(parent) })

/** A newsletter that is due. The lost server sent it after the moment. */
const scheduleNewsletter = async (): Promise<void> => {
  const { api } = await lost.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
  const { id, version } = await api.communications.create.mutate(drafts.newsletter)
  await api.communications.schedule.mutate({ id, version, at: null })
}

beforeAll(async () => {
  lost = await startTestServer({ env: keys })
  base = `${lostName()}_base`
  list = join(lost.deps.env.DATA_DIR, 'decisions.jsonl')
  const { owner } = lost.database
  await makeCentre(owner, 'RM01')
  await checkKeys(lost.database.server, lost.deps)
  const centre = await lost.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  const registered = (code: (typeof codes)[number]) =>
    lost.patient({ centre: 'RM01', centrePatientCode: code, consents, medical: { hb: 9 } })
  const [v1, v3, refused, invited, left] = await Promise.all((['V1', 'V3', 'REFUSED', 'INVITED', 'LEFT'] as const).map(registered))
  if (!v1 || !v3 || !refused || !invited || !left) throw new Error('no patients')
  expect(await upload(centre, 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,C_DB\nUNDONE,ROSSI,ADA,Email,undone@example.org,\n')).toMatchObject({
    ok: 1,
  })
  await openStudy(centre, [invited.fixture, left.fixture])
  await left.api.studies.answer.mutate({ id: 'S', answer: 'ConsensoSI' })

  const children = ['asked', 'confirmed', 'takenBack', 'askedAndTakenBack', 'newGuardian'] as const
  const [asked, confirmed, takenBack, askedAndTakenBack, newGuardian] = await Promise.all(
    children.map(async (name) => {
      const { fixture } = await lost.patient({ centre: 'RM01', centrePatientCode: `CHILD-${name}`, consents, medical: { hb: 9 } })
      return { fixture, anna: await addParent(fixture, 'anna'), ugo: await addParent(fixture, 'ugo') }
    }),
  )
  if (!asked || !confirmed || !takenBack || !askedAndTakenBack || !newGuardian) throw new Error('no children')
  await askToErase(confirmed.anna)
  await askToErase(takenBack.anna)

  await scheduleNewsletter()
  const [now] = await owner<{ text: string }[]>`SELECT clock_timestamp()::text AS text`
  moment = now?.text ?? ''
  await execute(`SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity WHERE datname = '${lostName()}'`)
  await createDatabase(asSuperuser(), { name: base, owner: ownerRole, template: lostName() })

  await lost.withdraw(v1, 'v1')
  await lost.withdraw(v3, 'v3')
  await giveConsents(refused, { ...consents, C_F: false })
  await invited.api.studies.answer.mutate({ id: 'S', answer: 'ConsensoNO' })
  await left.api.studies.answer.mutate({ id: 'S', answer: 'ConsensoNO' })
  for (const parent of [asked.anna, asked.ugo, confirmed.ugo, askedAndTakenBack.anna]) await askToErase(parent)
  for (const parent of [takenBack.anna, askedAndTakenBack.anna]) await takeBack(parent)
  await askToErase(await addParent(newGuardian.fixture, 'new'))
  const { files } = await centre.api.imports.list.query({})
  await centre.api.imports.undo.mutate({ id: files[0]!.id })
  await chainAuditLog(lost.database.server, (sql) => chooseAuditChainKey(sql, lost.deps.secretKey))
  const written = await registry(lostName(), ['decisions', '--since', since, '--output', list])
  expect([written.status, written.stderr]).toEqual([0, ''])
})
afterAll(async () => {
  await dropDatabase(asSuperuser(), base)
  await lost[Symbol.asyncDispose]()
})

beforeEach(async () => {
  const name = `${lostName()}_${(copies += 1)}`
  await createDatabase(asSuperuser(), { name, owner: ownerRole, template: base })
  await execute(`ALTER DATABASE ${name} SET registry.restored = '${moment}'`)
  copy = { name, owner: connect(addressOf(name), { max: 2 }) }
})
afterEach(async () => {
  await copy.owner.end({ timeout: 5 })
  await dropDatabase(asSuperuser(), copy.name)
})

const readStates = () => copy.owner`
  SELECT i.centre_patient_code AS code, p.c_db_no_notification AS withdrawn, p.c_f, s.status, s.left_at IS NOT NULL AS left
  FROM patient AS p JOIN patient_identity AS i ON i.patient_id = p.id LEFT JOIN study_patient AS s ON s.patient_id = p.id
  WHERE i.centre_patient_code NOT LIKE 'CHILD-%' ORDER BY 1`
const before = [
  { code: 'INVITED', withdrawn: null, c_f: true, status: 'AttesaConsenso', left: false },
  { code: 'LEFT', withdrawn: null, c_f: true, status: 'ConsensoSI', left: false },
  { code: 'REFUSED', withdrawn: null, c_f: true, status: null, left: false },
  { code: 'UNDONE', withdrawn: null, c_f: null, status: null, left: false },
  { code: 'V1', withdrawn: null, c_f: true, status: null, left: false },
  { code: 'V3', withdrawn: null, c_f: true, status: null, left: false },
]
const after = [
  { code: 'INVITED', withdrawn: null, c_f: true, status: 'ConsensoNO', left: false },
  { code: 'LEFT', withdrawn: null, c_f: true, status: 'ConsensoNO', left: true },
  { code: 'REFUSED', withdrawn: null, c_f: false, status: null, left: false },
  { code: 'V1', withdrawn: 'v1', c_f: true, status: null, left: false },
]
const repeatedLine =
  'decisions: 2 withdrawals, 22 refused or lapsed consents, 4 requests of guardians, 2 refused studies, 0 newsletters and 1 undone files repeated; 0 of these patients registered after the moment; guardians added after the moment must ask again to anonymise or erase: tell RM01'

const readChildren = () => copy.owner`
  SELECT split_part(i.centre_patient_code, '-', 2) AS child, p.c_db, p.c_db_m, request.missing, ARRAY(
    SELECT regexp_replace(guardian.contact, '[0-9].*', '') FROM withdrawal_request AS r JOIN guardian ON guardian.id = r.guardian_id
    WHERE r.patient_id = p.id ORDER BY 1) AS asking
  FROM patient AS p JOIN patient_identity AS i ON i.patient_id = p.id LEFT JOIN LATERAL find_withdrawal_request(p.id) AS request ON true
  WHERE i.centre_patient_code LIKE 'CHILD-%' ORDER BY 1`
const inUse = { c_db: true, c_db_m: true, missing: null, asking: [] }
const stopped = { c_db: null, c_db_m: false, missing: null, asking: [] }
const waiting = { ...stopped, missing: [expect.any(Number)], asking: ['anna'] }
const complete = { ...stopped, missing: [], asking: ['anna', 'ugo'] }

test('THREAT-48: after-restore repeats each kind of decision once, and a second run changes nothing', async () => {
  expect(await readStates()).toEqual(before)
  const first = await registry(copy.name, ['after-restore', '--decisions', list, '--send'])
  expect([first.status, first.stdout.split('\n')[1]]).toEqual([0, repeatedLine])
  expect(await readStates()).toEqual(after)
  expect(await copy.owner`SELECT FROM withdrawn_fingerprint`).not.toEqual([])
  expect(await copy.owner`SELECT state FROM communication`, 'nobody gets a newsletter twice').toEqual([{ state: 'cancelled' }])
  const entries = () => copy.owner<{ detail: string }[]>`SELECT detail FROM audit_log WHERE username = 'operator'`
  expect(await entries()).toEqual([{ detail: expect.stringContaining(`restored to ${moment}, decisions until`) }])

  expect(await registry(copy.name, ['after-restore', '--decisions', list])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^completed before, at /),
  })
  expect(await readStates()).toEqual(after)
  expect(await entries()).toHaveLength(1)
})

test('REQ-GRD-12, THREAT-48: open requests of guardians are open again, and those taken back are not', async () => {
  expect(await readChildren()).toEqual([
    { child: 'asked', ...inUse },
    { child: 'askedAndTakenBack', ...inUse },
    { child: 'confirmed', ...waiting },
    { child: 'newGuardian', ...inUse },
    { child: 'takenBack', ...waiting },
  ])
  const after = [
    { child: 'asked', ...complete },
    { child: 'askedAndTakenBack', ...stopped },
    { child: 'confirmed', ...complete },
    { child: 'newGuardian', ...stopped },
    { child: 'takenBack', ...stopped },
  ]
  expect(await registry(copy.name, ['after-restore', '--decisions', list])).toMatchObject({ status: 0, stderr: '' })
  expect(await readChildren()).toEqual(after)

  // Later actions of guardians win over a second list of the lost database.
  await copy.owner`DELETE FROM withdrawal_request WHERE patient_id IN (SELECT patient_id FROM patient_identity WHERE centre_patient_code = 'CHILD-asked')`
  await copy.owner`UPDATE completed_restore SET lost_head = ''`
  const second = await registry(copy.name, ['after-restore', '--decisions', list])
  expect([second.status, second.stdout.split('\n')[2]]).toEqual([0, expect.stringContaining('0 refused or lapsed consents, 0 requests')])
  expect(await readChildren()).toEqual([{ child: 'asked', ...stopped }, ...after.slice(1)])
})

test('THREAT-48: the list has neither name, contact nor code of a patient, and no time of v3', () => {
  const text = readFileSync(list, 'utf8')
  for (const word of ['BIANCHI', 'LUCA', '@example.org', ...codes.map((code) => `"${code}"`)]) expect(text).not.toContain(word)
  const lines = text
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
  expect(lines.filter(({ choice }) => choice === 'v3')).toMatchObject([{ at: null, fingerprints: [] }])
  expect(lines.filter(({ kind }) => kind === 'fingerprints').map((line) => Object.keys(line))).toEqual([['kind', 'person', 'hashes']])
})

test('FAULT-25: a command that is killed in the middle has done nothing, and runs again', async () => {
  const { url, variables } = addressVariables(addressOf(copy.name))
  const locked = Promise.withResolvers<void>()
  // The command waits for this lock when it writes its audit entry, after the decisions.
  const lock = copy.owner.begin(async (sql) => {
    await sql`LOCK TABLE audit_log IN SHARE MODE`
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), 'after-restore', '--decisions', list], {
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', DATABASE_OWNER_URL: url, ...variables, ...keys },
    })
    const exit = once(child, 'exit')
    await expect.poll(() => listWaiting(copy.owner, 'audit_log')).toHaveLength(1)
    child.kill('SIGKILL')
    await exit
    locked.resolve()
  })
  await lock
  await locked.promise
  await expect.poll(readStates).toEqual(before)
  expect(await copy.owner`SELECT FROM completed_restore`).toEqual([])
  const again = await registry(copy.name, ['after-restore', '--decisions', list])
  expect([again.status, again.stdout.split('\n')[1]]).toEqual([0, repeatedLine])
  expect(await readStates()).toEqual(after)
})

/** Changes the list, and returns the options that name the changed one. */
const change = (edit: (lines: readonly string[]) => readonly string[]): readonly string[] => {
  const path = `${list}.changed`
  writeFileSync(path, `${edit(readFileSync(list, 'utf8').trimEnd().split('\n')).join('\n')}\n`)
  return ['--decisions', path]
}
type Refusal = {
  readonly what: string
  readonly args: () => readonly string[]
  readonly status: number
  readonly text: RegExp
  readonly keys?: Readonly<Record<string, string>>
}
const changed = { status: 1, text: /its signature does not match/ }
const refusals: readonly Refusal[] = [
  { what: 'no list', args: () => [], status: 2, text: /^--decisions: required: the newest list/ },
  { what: 'a file that is not there', args: () => ['--decisions', `${list}.none`], status: 2, text: /^--decisions: .* cannot be read/ },
  { what: 'a file that is no list', args: () => ['--decisions', join(import.meta.dirname, 'main.ts')], status: 1, text: /is no list/ },
  { what: 'a changed line', args: () => change((lines) => lines.map((line) => line.replace('"v3"', '"v2"'))), ...changed },
  { what: 'a missing line', args: () => change((lines) => lines.filter((_, index) => index !== 2)), ...changed },
  { what: 'a missing end', args: () => change((lines) => lines.slice(0, -1)), ...changed },
  {
    what: 'a list of another registry',
    args: () => change(([first = '', ...lines]) => [first.replace(/"registry":"\w{8}/, '"registry":"00000000'), ...lines]),
    status: 1,
    text: /is a list of the registry with the key 00000000…, not /,
  },
  {
    what: 'another key',
    args: () => ['--decisions', list],
    status: 2,
    text: /^SECRET_KEY: this database belongs to the key/,
    keys: { SECRET_KEY: '3'.repeat(64) },
  },
  { what: '--send with --discard', args: () => ['--decisions', list, '--send', '--discard'], status: 2, text: /^--send: not together/ },
]
/** The result of the command, without a process of its own. */
const refuse = (args: readonly string[], given: Readonly<Record<string, string>> = {}) => {
  const { url, variables } = addressVariables(addressOf(copy.name))
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  return repeatAfterRestore({ NODE_ENV: 'production', DATABASE_OWNER_URL: url, ...keys, ...given }, args)
    .then(
      () => undefined,
      (error: unknown) => ({ status: error instanceof CommandProblem ? 1 : 2, text: error instanceof Error ? error.message : '' }),
    )
    .finally(() => vi.unstubAllEnvs())
}
test.each(refusals)('after-restore refuses $what, and changes nothing', async ({ args, status, text, keys: given }) => {
  expect(await refuse(args(), given)).toEqual({ status, text: expect.stringMatching(text) })
  expect(await readStates()).toEqual(before)
})

test('after-restore refuses a list that lacks decisions since the moment, and a database that was not restored', async () => {
  const restoreTo = (value: string) => execute(`ALTER DATABASE ${copy.name} SET registry.restored = '${value}'`)
  await restoreTo('2126-01-01 00:00:00+00')
  expect(await refuse(['--decisions', list])).toEqual({
    status: 1,
    text: expect.stringMatching(/is of \S+Z, before the moment 2126-01-01/),
  })
  await restoreTo('1999-01-01 00:00:00+00')
  expect(await refuse(['--decisions', list])).toEqual({
    status: 1,
    text: expect.stringMatching(/begins at 2000-01-01T00:00:00Z, after the moment 1999-01-01/),
  })
  await restoreTo('yesterday evening')
  expect(await refuse(['--decisions', list])).toEqual({ status: 1, text: expect.stringMatching(/is no moment/) })
  await execute(`ALTER DATABASE ${copy.name} RESET registry.restored`)
  expect(await refuse(['--decisions', list])).toEqual({
    status: 1,
    text: expect.stringMatching(/^this database was not restored to a moment/),
  })
  expect(await readStates()).toEqual(before)

  await restoreTo('2126-01-01 00:00:00+00')
  expect(await registry(copy.name, ['after-restore', '--without-decisions'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('decisions: none repeated'),
  })
})

test('a second list of the lost database is repeated too, without the answers that changed since', async () => {
  const earlier = `${list}.earlier`
  expect((await registry(base, ['decisions', '--since', since, '--output', earlier])).status).toBe(0)
  await execute(`ALTER DATABASE ${copy.name} SET registry.restored = '1999-12-31 00:00:00+00'`)
  expect(await registry(copy.name, ['after-restore', '--decisions', earlier])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/begins at/),
  })
  await execute(`ALTER DATABASE ${copy.name} SET registry.restored = '2000-01-02 00:00:00+00'`)
  expect((await registry(copy.name, ['after-restore', '--decisions', earlier])).status).toBe(0)
  expect(await readStates()).toEqual(before)
  const [refused] = await copy.owner<{ subject: string }[]>`
    SELECT p.consent_subject AS subject FROM patient AS p JOIN patient_identity AS i ON i.patient_id = p.id WHERE i.centre_patient_code = 'REFUSED'`
  await giveConsentsAsOwner(copy.owner, refused!.subject, { C_F: true })

  const second = await registry(copy.name, ['after-restore', '--decisions', list])
  expect([second.status, second.stdout.split('\n')[2]]).toEqual([0, repeatedLine.replace('22 refused', '21 refused')])
  expect(await readStates()).toEqual(after.map((state) => (state.code === 'REFUSED' ? { ...state, c_f: true } : state)))
  expect((await registry(copy.name, ['after-restore', '--decisions', list])).stdout).toMatch(/^completed before, at \S+\nmessages: /)
})

test('decisions keeps the list of a database that was lost, until the restore of the copy is completed', async () => {
  const path = `${list}.kept`
  writeFileSync(path, readFileSync(list))
  const write = () => registry(copy.name, ['decisions', '--since', since, '--output', path])
  expect(await write()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^this database was restored to .* after-restore/) })
  await execute(`ALTER DATABASE ${copy.name} RESET registry.restored`)
  expect(await write(), 'a restore without the setting').toMatchObject({
    status: 1,
    stderr: expect.stringContaining('which this database does not have'),
  })
  await execute(`ALTER DATABASE ${copy.name} SET registry.restored = '${moment}'`)
  expect(readFileSync(path, 'utf8')).toBe(readFileSync(list, 'utf8'))
  expect((await registry(copy.name, ['after-restore', '--decisions', path])).status).toBe(0)
  expect(await write()).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+ decisions since 2000/) })
  expect(await registry(copy.name, ['decisions', '--since', 'yesterday'])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^--since: required/),
  })
})
