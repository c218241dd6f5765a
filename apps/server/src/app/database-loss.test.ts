import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { connect, type Database } from '@registry/db/connect'
import { startEmbedded, type Embedded } from '@registry/db/embedded'
import { allConsents, makeCentre, makePatients, makeStaff } from '@registry/db/testing/fixtures'
import { createHashing } from '../auth/password-hashing.ts'
import { prepareDatabase } from './prepare-database.ts'
import { createClient, type Client } from '../testing/client.ts'
import { findPostmaster, listProcessesOn, startServerProcess, type ServerProcess } from '../testing/process.ts'

const killCount = 20
const rowsPerFile = 100
const rowsPerExport = 3000
const centrePassword = 'the password of the centre'

let dataDir: string
let embedded: Embedded
let server: ServerProcess
let owner: Database
let superuser: Database
let staff: Client
let filterId: unknown
let requestCount = 0

/** The server's database, like a container that restarts it. */
const startDatabase = (): Promise<Embedded> => startEmbedded({ dataDir: join(dataDir, 'database') })

const signedIn = async (accountId: number): Promise<Client> => {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await owner`
    INSERT INTO session (token_hash, account_id, site, restricted, created_at, last_seen_at, authenticated_at, ends_at)
    VALUES (${hash}, ${accountId}, 'staff', false, now(), now(), now(), now() + interval '12 hours')`
  return createClient({ port: server.port, host: 'staff.localhost:0', cookies: new Map([['sid', token]]) })
}
const buildFilter = (name: string) => ({ action: 'ADD', name, description: name, field_list: { PATIENT: ['center_code', 'SEX'] } })

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'loss-'))
  embedded = await startDatabase()
  await prepareDatabase(embedded.owner, { STAFF_TOTP_REQUIRED: false })
  const { host, port, username, database } = embedded.server
  const keys = { SECRET_KEY: '1'.repeat(64), RECEIPT_KEY: '2'.repeat(64) }
  const variables = { ...keys, PGHOST: host, PGPORT: String(port), PGUSER: username, DATABASE_URL: `postgres:///${database}` }
  server = await startServerProcess(dataDir, { variables })
  owner = connect(embedded.owner, { max: 2, applicationName: 'test' })
  superuser = connect(embedded.superuser, { max: 1, applicationName: 'test' })
  // More patients than a centre may register in a day.
  await owner`UPDATE setting SET value = '1000000' WHERE key IN ('new_patients_per_centre_day', 'mail_per_centre_day', 'mail_per_day')`
  await makeCentre(owner, 'RM01')
  await owner`UPDATE centre SET password_hash = ${await createHashing().hashSecret(centrePassword)}`
  await makePatients(owner, { centre: 'RM01', count: rowsPerExport, consents: allConsents })
  const fixture = await makeStaff(owner, 'ca@example.org', [{ role: 'CenterAdmin', center: 'RM01' }])
  staff = await signedIn(fixture.accountId)
  filterId = (await staff.call('/inthem_query', { json: buildFilter('export') }))['id']
})

afterAll(async () => {
  await owner.end({ timeout: 1 })
  await superuser.end({ timeout: 1 })
  server.child.kill('SIGTERM')
  await embedded.stop()
  await eventually(() => expect(listProcessesOn(dataDir)).toEqual([]))
  rmSync(dataDir, { recursive: true })
})

/** The sent requests, and those with an acknowledgement. */
type RequestLog = { readonly acknowledged: Set<string>; readonly sent: Set<string>; acknowledgements: number }
const createRequestLog = (): RequestLog => ({ acknowledged: new Set(), sent: new Set(), acknowledgements: 0 })

/** Sends different requests until it is stopped. A failed or broken request is not acknowledged. */
const keepSending = (imports: RequestLog, writes: RequestLog, exports: RequestLog) => {
  let stopped = false
  const repeat = async (log: RequestLog, send: (mark: string) => Promise<boolean>): Promise<void> => {
    while (!stopped) {
      const mark = `M${(requestCount += 1)}`
      log.sent.add(mark)
      if (!(await send(mark).catch(() => false))) continue
      log.acknowledged.add(mark)
      log.acknowledgements += 1
    }
  }
  const importFile = async (mark: string): Promise<boolean> => {
    const rows = Array.from({ length: rowsPerFile }, (_, row) => `${mark}-${row},ROSSI,ADA,Email,${mark}-${row}@example.org`)
    const content = `CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL\r\n${rows.join('\r\n')}\r\n`
    const fields = { centerCode: 'RM01', centerPwd: centrePassword, format: 'csv' }
    const program = createClient({ port: server.port, host: 'staff.localhost:0' })
    const answer = await program.call('/createPatients', { multipart: fields, file: { name: 'file.csv', content } })
    return answer['ok'] === rowsPerFile
  }
  const write = async (mark: string): Promise<boolean> =>
    (await staff.call('/inthem_query', { json: buildFilter(mark) }))['success'] === true
  const exportFile = async (): Promise<boolean> => {
    const answer = await staff.post('/inthem_query', { json: { action: 'RUN', id: filterId, format: 'csv', as_role: 'CenterAdmin' } })
    const id = answer.headers.get('x-export-id')
    if (id === null) return false
    const text = await answer.text()
    // A complete body contains all rows.
    expect(text.trimEnd().split('\r\n')).toHaveLength(rowsPerExport + 1)
    exports.acknowledged.add(id)
    return true
  }
  const senders = [repeat(imports, importFile), repeat(imports, importFile), repeat(writes, write), repeat(createRequestLog(), exportFile)]
  return async (): Promise<void> => {
    stopped = true
    await Promise.all(senders)
  }
}

/** Finds a connection of the server with an open transaction, preferably of an import. */
const findBusyBackend = (): Promise<number> =>
  eventually(async () => {
    const [row] = await superuser<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'registry server%' AND xact_start IS NOT NULL
      ORDER BY query LIKE '%import_row%' DESC, query LIKE 'COPY%' DESC LIMIT 1`
    if (!row) throw new Error('no transaction is open')
    return row.pid
  })

const kills = {
  'a backend terminated by the database': async () => {
    await superuser`SELECT pg_terminate_backend(${await findBusyBackend()})`
  },
  'a backend killed': async () => {
    process.kill(await findBusyBackend(), 'SIGKILL')
  },
  'the postmaster killed': async () => {
    await findBusyBackend()
    process.kill(findPostmaster(dataDir), 'SIGKILL')
    await embedded.ended
    // Postgres starts when its last backend has noticed the loss.
    embedded = await eventually(startDatabase)
  },
}

const readCounts = async (query: PromiseLike<readonly { mark: string; n: number }[]>): Promise<Map<string, number>> =>
  new Map((await query).map(({ mark, n }) => [mark, n]))

describe.each(Object.entries(kills))('FAULT-03: %s, repeatedly during imports, exports and changes', (_, kill) => {
  test('loses no acknowledged change, stores no partial import, and the same process recovers', async () => {
    const [imports, writes, exports] = [createRequestLog(), createRequestLog(), createRequestLog()]
    const stop = keepSending(imports, writes, exports)
    for (let times = 0; times < killCount; times += 1) {
      // An interrupted password check keeps its slot in the limit for 30 seconds. The responses of the previous round can be older than the
      // end of the killed database. This connection can then still meet its recovery.
      await eventually(() => owner`DELETE FROM rate_limit`)
      await kill()
      const before = [imports.acknowledgements, writes.acknowledgements]
      await eventually(() => {
        expect(imports.acknowledgements).toBeGreaterThan(before[0]!)
        expect(writes.acknowledgements).toBeGreaterThan(before[1]!)
      })
    }
    // A busy machine may finish no export between two kills.
    await eventually(() => expect(exports.acknowledged.size).toBeGreaterThan(0))
    await stop()
    expect(server.child.exitCode).toBeNull()

    const names = new Set((await owner<{ name: string }[]>`SELECT name FROM saved_filter`).map(({ name }) => name))
    for (const mark of writes.acknowledged) expect(names).toContain(mark)
    const patients = await readCounts(owner`
      SELECT split_part(centre_patient_code, '-', 1) AS mark, count(*)::int AS n FROM patient_identity WHERE centre_patient_code LIKE 'M%-%' GROUP BY 1`)
    const messages = await readCounts(owner`
      SELECT split_part(i.centre_patient_code, '-', 1) AS mark, count(*)::int AS n FROM notification JOIN patient_identity i USING (patient_id) GROUP BY 1`)
    for (const mark of imports.sent) {
      const stored = patients.get(mark) ?? 0
      expect([0, rowsPerFile]).toContain(stored)
      expect(messages.get(mark) ?? 0).toBe(stored)
      if (imports.acknowledged.has(mark)) expect(stored).toBe(rowsPerFile)
    }
    const runs = await owner<{ n: number }[]>`SELECT count(*)::int AS n FROM import_run WHERE ok = ${rowsPerFile}`
    const entries = await owner<
      { n: number }[]
    >`SELECT count(*)::int AS n FROM audit_log WHERE detail LIKE ${`%, ${rowsPerFile} ok, 0 ko,%`}`
    expect(entries).toEqual(runs)
    expect(runs).toEqual([{ n: patients.size }])
    for (const id of exports.acknowledged) {
      const outcome = () => owner`SELECT outcome FROM export_outcome WHERE manifest_id = ${id}`
      await eventually(async () => expect(await outcome()).toEqual([{ outcome: 'complete' }]))
    }
  }, 1_200_000)
})
