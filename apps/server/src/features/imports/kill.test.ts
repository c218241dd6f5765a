import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { connect, type Database } from '@registry/db/connect'
import { createClient } from '../../testing/client.ts'
import { csv, imported, importFixture, passwordOf, type ImportFixture } from './testing/import-fixture.ts'
import { countTraces, tracesOfAll } from './testing/traces.ts'

let kit: ImportFixture
/** Sees what the server's connections do; the owner of the tables is shown their names alone. */
let superuser: Database
beforeAll(async () => {
  kit = await importFixture()
  superuser = connect({ ...kit.server.database.addresses.owner, username: 'postgres' }, { max: 1 })
})
afterAll(async () => {
  await superuser.end()
  await kit[Symbol.asyncDispose]()
})

const rows = 300
const newcomers = (mark: string): string =>
  csv(
    'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,C_DB',
    ...Array.from({ length: rows }, (_, row) => `${mark}-${row},ROSSI,ADA,Email,${mark}-${row}@example.org,${row % 2 === 0}`),
  )

const startProcess = async (): Promise<{ child: ChildProcess; port: number }> => {
  const child = fork(new URL('./testing/server-process.ts', import.meta.url), {
    env: { ...process.env, TEST_DATABASE: JSON.stringify(kit.server.database.addresses.server) },
    execArgv: [],
  })
  const [port] = (await once(child, 'message')) as [number]
  return { child, port }
}

const traces = (mark: string) => countTraces(kit.server.database.owner, mark)
const all = tracesOfAll(rows)
const none = Object.fromEntries(Object.keys(all).map((name) => [name, 0]))
const kept = async () => {
  const { owner } = kit.server.database
  return [await owner`SELECT id FROM import_run`, await owner`SELECT id FROM audit_log WHERE detail LIKE ${`%, ${rows} ok, 0 ko,%`}`]
}

/** The connections of the server that is killed. */
const connections = () => superuser`SELECT pid FROM pg_stat_activity WHERE application_name = 'server to kill'`

/** Tables in the order in which an import writes them: a lock on one makes the import wait in the middle of its transaction. */
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
  test.each(tables)(
    'leaves nothing when it was about to write %s, and the file can be sent again',
    async (table) => {
      const { owner } = kit.server.database
      const before = await kept()
      const mark = `KILL${tables.indexOf(table)}`
      const { child, port } = await startProcess()
      const program = createClient({ port, host: 'staff.localhost:8080' })
      const fields = { centerCode: 'RM01', centerPwd: passwordOf('RM01'), format: 'csv' }
      let answered = false
      let sent: Promise<void> | undefined
      await owner.begin(async (sql) => {
        await sql`LOCK TABLE ${sql(table)} IN SHARE MODE`
        sent = program.ask('/createPatients', { multipart: fields, file: { name: 'file.csv', content: newcomers(mark) } }).then(
          () => {
            answered = true
          },
          () => {},
        )
        // The import waits for this table inside its transaction, in which it has written already.
        const waiting = () => superuser<{ wrote: boolean }[]>`
          SELECT a.backend_xid IS NOT NULL AS wrote FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
          WHERE l.relation = ${table}::regclass AND NOT l.granted AND a.application_name = 'server to kill' AND a.xact_start IS NOT NULL`
        await eventually(async () => expect(await waiting()).toEqual([{ wrote: true }]))
        const exit = once(child, 'exit')
        child.kill('SIGKILL')
        await exit
      })
      await sent
      expect(answered).toBe(false)
      await eventually(async () => expect(await connections()).toEqual([]))
      expect(await traces(mark)).toEqual(none)
      expect(await kept()).toEqual(before)
      expect(await kit.send('/createPatients', newcomers(mark))).toEqual(imported(rows))
      expect(await traces(mark)).toEqual(all)
    },
    120_000,
  )
})
