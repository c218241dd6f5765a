import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { connect, type Database } from '@registry/db/connect'
import { allConsents, makeCentre, makePatients, makeStaff } from '@registry/db/testing/fixtures'
import { createHashing } from './auth/password-hashing.ts'
import { createClient, type Client } from './testing/client.ts'
import { postmasterOn, processesOn, startServerProcess, type ServerProcess } from './testing/process.ts'

const kills = 20
const rowsOfFile = 100
const rowsOfExport = 3000
const centrePassword = 'the password of the centre'

let dataDir: string
let server: ServerProcess
let owner: Database
let superuser: Database
let staff: Client
let filterId: unknown
let asked = 0

const signedIn = async (accountId: number): Promise<Client> => {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await owner`
    INSERT INTO session (token_hash, account_id, site, restricted, created_at, last_seen_at, authenticated_at, ends_at)
    VALUES (${hash}, ${accountId}, 'staff', false, now(), now(), now(), now() + interval '12 hours')`
  return createClient({ port: server.port, host: 'staff.localhost:0', cookies: new Map([['sid', token]]) })
}
const filterNamed = (name: string) => ({ action: 'ADD', name, description: name, field_list: { PATIENT: ['center_code', 'SEX'] } })

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'loss-'))
  server = await startServerProcess(dataDir)
  const at = { host: join(dataDir, 'database'), port: 5432, database: 'registry' }
  owner = connect({ ...at, username: 'registry_owner' }, { max: 2, applicationName: 'test' })
  superuser = connect({ ...at, username: 'postgres' }, { max: 1, applicationName: 'test' })
  // More patients than a centre may register in a day.
  await owner`UPDATE setting SET value = '1000000' WHERE key IN ('new_patients_per_centre_day', 'mail_per_centre_day', 'mail_per_day')`
  await makeCentre(owner, 'RM01')
  await owner`UPDATE centre SET password_hash = ${await createHashing().hashSecret(centrePassword)}`
  await makePatients(owner, { centre: 'RM01', count: rowsOfExport, consents: allConsents })
  const fixture = await makeStaff(owner, 'ca@example.org', [{ role: 'CenterAdmin', center: 'RM01' }])
  staff = await signedIn(fixture.accountId)
  filterId = (await staff.ask('/inthem_query', { json: filterNamed('export') }))['id']
}, 180_000)

afterAll(async () => {
  await owner.end({ timeout: 1 })
  await superuser.end({ timeout: 1 })
  server.child.kill('SIGTERM')
  await eventually(() => expect(processesOn(dataDir)).toEqual([]))
  rmSync(dataDir, { recursive: true })
}, 90_000)

/** What was acknowledged, and what was asked for and not acknowledged. */
type Kept = { readonly acknowledged: Set<string>; readonly asked: Set<string>; acknowledgements: number }
const kept = (): Kept => ({ acknowledged: new Set(), asked: new Set(), acknowledgements: 0 })

/** Sends one different request after another until it is stopped; answers without success and broken ones are retried later. */
const keepAsking = (imports: Kept, writes: Kept, exports: Kept) => {
  let stopped = false
  const repeat = async (into: Kept, ask: (mark: string) => Promise<boolean>): Promise<void> => {
    while (!stopped) {
      const mark = `M${(asked += 1)}`
      into.asked.add(mark)
      if (!(await ask(mark).catch(() => false))) continue
      into.acknowledged.add(mark)
      into.acknowledgements += 1
    }
  }
  const importFile = async (mark: string): Promise<boolean> => {
    const rows = Array.from({ length: rowsOfFile }, (_, row) => `${mark}-${row},ROSSI,ADA,Email,${mark}-${row}@example.org`)
    const content = `CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL\r\n${rows.join('\r\n')}\r\n`
    const fields = { centerCode: 'RM01', centerPwd: centrePassword, format: 'csv' }
    const program = createClient({ port: server.port, host: 'staff.localhost:0' })
    const answer = await program.ask('/createPatients', { multipart: fields, file: { name: 'file.csv', content } })
    return answer['ok'] === rowsOfFile
  }
  const write = async (mark: string): Promise<boolean> =>
    (await staff.ask('/inthem_query', { json: filterNamed(mark) }))['success'] === true
  const exportFile = async (): Promise<boolean> => {
    const answer = await staff.post('/inthem_query', { json: { action: 'RUN', id: filterId, format: 'csv', as_role: 'CenterAdmin' } })
    const id = answer.headers.get('x-export-id')
    if (id === null) return false
    const text = await answer.text()
    // A body that arrived to its end is whole.
    expect(text.trimEnd().split('\r\n')).toHaveLength(rowsOfExport + 1)
    exports.acknowledged.add(id)
    return true
  }
  const askers = [repeat(imports, importFile), repeat(imports, importFile), repeat(writes, write), repeat(kept(), exportFile)]
  return async (): Promise<void> => {
    stopped = true
    await Promise.all(askers)
  }
}

/** A connection of the server that is at work, one of an import before the others. */
const backendAtWork = (): Promise<number> =>
  eventually(async () => {
    const [row] = await superuser<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity WHERE application_name = 'registry server' AND xact_start IS NOT NULL
      ORDER BY query LIKE '%import_row%' DESC, query LIKE 'COPY%' DESC LIMIT 1`
    if (!row) throw new Error('nobody works')
    return row.pid
  })

const victims = {
  'a backend ended by the database': async () => {
    await superuser`SELECT pg_terminate_backend(${await backendAtWork()})`
  },
  'a backend killed': async () => {
    process.kill(await backendAtWork(), 'SIGKILL')
  },
  'the postmaster killed': async () => {
    await backendAtWork()
    process.kill(postmasterOn(dataDir), 'SIGKILL')
  },
}

const countOf = async (query: PromiseLike<readonly { mark: string; n: number }[]>): Promise<Map<string, number>> =>
  new Map((await query).map(({ mark, n }) => [mark, n]))

describe.each(Object.entries(victims))('FAULT-03: %s, time after time, while files come in, files go out and people write', (_, kill) => {
  test('loses nothing that was acknowledged, leaves nothing half, and the service comes back in the same process', async () => {
    const [imports, writes, exports] = [kept(), kept(), kept()]
    const stop = keepAsking(imports, writes, exports)
    for (let times = 0; times < kills; times += 1) {
      // A check that the database did not outlive holds its place for half a minute, which nobody waits for here.
      await owner`DELETE FROM rate_limit`
      await kill()
      const before = [imports.acknowledgements, writes.acknowledgements]
      await eventually(() => {
        expect(imports.acknowledgements).toBeGreaterThan(before[0]!)
        expect(writes.acknowledgements).toBeGreaterThan(before[1]!)
      })
    }
    await stop()
    expect(server.child.exitCode).toBeNull()

    const names = new Set((await owner<{ name: string }[]>`SELECT name FROM saved_filter`).map(({ name }) => name))
    for (const mark of writes.acknowledged) expect(names).toContain(mark)
    const patients = await countOf(owner`
      SELECT split_part(center_id, '-', 1) AS mark, count(*)::int AS n FROM patient_identity WHERE center_id LIKE 'M%-%' GROUP BY 1`)
    const messages = await countOf(owner`
      SELECT split_part(i.center_id, '-', 1) AS mark, count(*)::int AS n FROM notification JOIN patient_identity i USING (patient_id) GROUP BY 1`)
    for (const mark of imports.asked) {
      const stored = patients.get(mark) ?? 0
      expect([0, rowsOfFile]).toContain(stored)
      expect(messages.get(mark) ?? 0).toBe(stored)
      if (imports.acknowledged.has(mark)) expect(stored).toBe(rowsOfFile)
    }
    const runs = await owner<{ n: number }[]>`SELECT count(*)::int AS n FROM import_run WHERE ok = ${rowsOfFile}`
    const entries = await owner<
      { n: number }[]
    >`SELECT count(*)::int AS n FROM audit_log WHERE detail LIKE ${`%, ${rowsOfFile} ok, 0 ko,%`}`
    expect(entries).toEqual(runs)
    expect(runs).toEqual([{ n: patients.size }])
    for (const id of exports.acknowledged) {
      const outcome = () => owner`SELECT outcome FROM export_outcome WHERE manifest_id = ${id}`
      await eventually(async () => expect(await outcome()).toEqual([{ outcome: 'complete' }]))
    }
    expect(exports.acknowledged.size).toBeGreaterThan(0)
  }, 1_200_000)
})
