import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '@registry/db/connect'
import { eventually } from '@registry/db/testing/eventually'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { writeDirectory } from './testing/import-directory.ts'
import { runCommand, startCommand } from './testing/run-command.ts'

let server: TestServer
/** A superuser, who sees the statements of the command's connection. */
let superuser: Database
let keys: Readonly<Record<string, string>>
beforeAll(async () => {
  server = await startTestServer()
  superuser = connect({ ...server.database.addresses.owner, username: 'postgres' }, { max: 1 })
  // The keys exist after their first use.
  await Promise.all([server.deps.keyedHash('imported file', ''), server.deps.receiptKey.readPublicKey()])
  const [secret = '', receipt = ''] = await Promise.all(
    ['secret.key', 'receipt.key'].map((name) => readFile(join(server.deps.env.DATA_DIR, name), 'utf8')),
  )
  keys = { SECRET_KEY: secret.trim(), RECEIPT_KEY: receipt.trim() }
})
afterAll(async () => {
  await superuser.end()
  await server[Symbol.asyncDispose]()
})

const patients = 30
const write = (prefix: string): Promise<string> =>
  writeDirectory({
    'centres.csv': ['CODE,NAME,AREA', `${prefix}1,Centro uno,ITI4`, `${prefix}2,Centro due,ITC4`],
    'users.csv': ['EMAIL,NAME,SURNAME,ROLE,CENTER_CODE', `${prefix}@example.org,Ada,Neri,CenterAdmin,${prefix}2`],
    'patients.csv': [
      'CENTER_CODE,CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,C_DB',
      ...[1, 2].flatMap((centre) =>
        Array.from(
          { length: patients },
          (_, row) => `${prefix}${centre},P${row},ROSSI,ADA,Email,${prefix}${centre}.${row}@example.org,true`,
        ),
      ),
    ],
  })

const countStored = async (prefix: string) => {
  const { owner } = server.database
  const [counted] = await owner<Record<string, number>[]>`
    SELECT (SELECT count(*)::int FROM centre WHERE code LIKE ${`${prefix}_`}) AS centres, (SELECT count(*)::int FROM patient WHERE centre_code LIKE ${`${prefix}_`}) AS patients,
      (SELECT count(*)::int FROM staff_role WHERE center LIKE ${`${prefix}_`}) AS roles, (SELECT count(*)::int FROM import_run WHERE centre_code LIKE ${`${prefix}_`}) AS files`
  return counted
}

/** The import waits for a lock, inside a transaction that wrote rows or before its first row. */
const isWaiting = async (wrote: boolean) =>
  (
    await superuser`SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'registry import' AND wait_event_type = 'Lock' AND (backend_xid IS NOT NULL) = ${wrote}`
  ).length

const nothing = { centres: 0, patients: 0, roles: 0, files: 0 }
const first = { centres: 1, patients, roles: 0, files: 1 }
const all = { centres: 2, patients: patients * 2, roles: 1, files: 2 }

const killWhile = async (prefix: string, wrote: boolean, lock: (owner: Database) => Promise<unknown>): Promise<void> => {
  const directory = await write(prefix)
  const blocker = connect(server.database.addresses.owner, { max: 1 })
  try {
    await blocker`BEGIN`
    await lock(blocker)
    const { child } = startCommand(server.database.addresses.owner, ['import', directory, '--apply'], keys)
    await eventually(async () => expect(await isWaiting(wrote)).toBe(1))
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  } finally {
    await blocker.end()
  }
  await eventually(async () =>
    expect(
      await superuser`SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'registry import'`,
    ).toEqual([]),
  )
  expect(await countStored(prefix)).toEqual(wrote ? nothing : first)
  const again = await runCommand(server.database.addresses.owner, ['import', directory, '--apply'], keys)
  expect(again).toMatchObject({ status: 0, stdout: expect.stringMatching(wrote ? /^stored: 124 changes$/m : /^stored: 63 changes$/m) })
  expect(await countStored(prefix)).toEqual(all)
}

test('FAULT-01: an import killed inside the transaction of a centre stores nothing of it, and goes on when it is run again', () =>
  killWhile('I', true, (owner) => owner`LOCK TABLE import_run IN SHARE MODE`))

test('FAULT-01: an import killed between two centres keeps the first one, and stores the second one when it is run again', () =>
  killWhile('W', false, (owner) => owner`SELECT pg_advisory_xact_lock(hashtext('import'), hashtext('W2'))`))
