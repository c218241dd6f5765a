import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { connect, type Database } from '@registry/db/connect'
import { createClient } from '../../testing/client.ts'
import { csv, imported, createImportFixture, centrePassword, type ImportFixture } from './testing/import-fixture.ts'
import { countImportedRows, expectedRows } from './testing/imported-rows.ts'

let fixture: ImportFixture
/** A superuser, who sees the statements of the server's connections. */
let superuser: Database
beforeAll(async () => {
  fixture = await createImportFixture()
  superuser = connect({ ...fixture.server.database.addresses.owner, username: 'postgres' }, { max: 1 })
})
afterAll(async () => {
  await superuser.end()
  await fixture[Symbol.asyncDispose]()
})

const rows = 300
const newcomers = (prefix: string): string =>
  csv(
    'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,C_DB',
    ...Array.from({ length: rows }, (_, row) => `${prefix}-${row},ROSSI,ADA,Email,${prefix}-${row}@example.org,${row % 2 === 0}`),
  )

const startProcess = async (): Promise<{ child: ChildProcess; port: number }> => {
  const child = fork(new URL('./testing/server-process.ts', import.meta.url), {
    env: { ...process.env, TEST_DATABASE: JSON.stringify(fixture.server.database.addresses.server) },
    execArgv: [],
  })
  const [port] = (await once(child, 'message')) as [number]
  return { child, port }
}

const traces = (prefix: string) => countImportedRows(fixture.server.database.owner, prefix)
const all = expectedRows(rows)
const none = Object.fromEntries(Object.keys(all).map((name) => [name, 0]))
const listStoredRuns = async () => {
  const { owner } = fixture.server.database
  return [await owner`SELECT id FROM import_run`, await owner`SELECT id FROM audit_log WHERE detail LIKE ${`%, ${rows} ok, 0 ko,%`}`]
}

const connections = () =>
  superuser`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'server to kill'`

/** The tables in the order in which an import writes them. A lock on one stops the import in the middle of its transaction. */
const tables = [
  'patient',
  'patient_medical',
  'patient_identity',
  'consent_event',
  'account',
  'notification',
  'import_run',
  'audit_log',
] as const

describe('FAULT-01: a server killed inside the transaction of an import', () => {
  test.each(tables)('before it writes %s stores nothing, and the file can be sent again', async (table) => {
    const { owner } = fixture.server.database
    const before = await listStoredRuns()
    const prefix = `KILL${tables.indexOf(table)}`
    const { child, port } = await startProcess()
    const program = createClient({ port, host: 'staff.localhost:8080' })
    const fields = { centerCode: 'RM01', centerPwd: centrePassword('RM01'), format: 'csv' }
    let answered = false
    let sent: Promise<void> | undefined
    await owner.begin(async (sql) => {
      await sql`LOCK TABLE ${sql(table)} IN SHARE MODE`
      sent = program.call('/createPatients', { multipart: fields, file: { name: 'file.csv', content: newcomers(prefix) } }).then(
        () => {
          answered = true
        },
        () => {},
      )
      // The import waits for this table inside a transaction that already wrote rows.
      const waiting = () => superuser<{ wrote: boolean }[]>`
          SELECT a.backend_xid IS NOT NULL AS wrote FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
          WHERE l.relation = ${table}::regclass AND NOT l.granted AND a.datname = current_database() AND a.application_name = 'server to kill' AND a.xact_start IS NOT NULL`
      await eventually(async () => expect(await waiting()).toEqual([{ wrote: true }]))
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    })
    await sent
    expect(answered).toBe(false)
    await eventually(async () => expect(await connections()).toEqual([]))
    expect(await traces(prefix)).toEqual(none)
    expect(await listStoredRuns()).toEqual(before)
    // Without this the next import waits for the rest of the half minute that the turn of a killed server lasts.
    await owner`UPDATE work_turn SET lease_until = now() - interval '1 s'`
    expect(await fixture.send('/createPatients', newcomers(prefix))).toEqual(imported(rows))
    expect(await traces(prefix)).toEqual(all)
  })
})
