import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCentre, makePatient } from '@registry/db/testing/fixtures'
import { connect, type Database } from '@registry/db/connect'
import { listAffectedPatients } from '@registry/db/affected-patients'
import { withTransaction } from '@registry/db/transaction'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { printAffected } from './affected.ts'

let server: TestServer
let database: Database
beforeAll(async () => {
  server = await startTestServer()
  database = connect(server.database.addresses.owner, { max: 1 })
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(async () => {
  await database.end()
  await server[Symbol.asyncDispose]()
})

const today = { from: '2000-01-01', to: '2999-12-31' }

test('THREAT-50: the patients whom a user read, exported or changed are listed, each once, and nobody else', async () => {
  const { owner } = server.database
  const user = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
  const add = (centrePatientCode: string) => makePatient(owner, { centre: 'RM01', centrePatientCode, consents: { C_DB_M: true } })
  const [read, changed] = [await add('READ'), await add('CHANGED'), await add('UNTOUCHED')]
  for (const code of ['READ', 'CHANGED']) await user.api.ecrf.read.query({ code })
  await withTransaction(
    owner,
    { actor: 'ca@example.org', source: 'form', scope: { kind: 'centre', centre: 'RM01' } },
    ({ sql }) => sql`UPDATE patient_medical SET hb = 9.5 WHERE patient_id = ${changed.id}`,
  )

  const found = await listAffectedPatients(database, { actor: 'ca@example.org', ...today })
  expect(found.map(({ centre, patient, code, uses }) => ({ centre, patient, code, uses }))).toEqual([
    { centre: 'RM01', patient: read.id, code: 'READ', uses: 'read' },
    { centre: 'RM01', patient: changed.id, code: 'CHANGED', uses: 'change read' },
  ])
  expect(await listAffectedPatients(database, { actor: 'ca@example.org', from: '2000-01-01', to: '2000-12-31' })).toEqual([])
  expect(await listAffectedPatients(database, { actor: 'center RM01', ...today })).toEqual([])
})

test.each([
  [[], '--user: required'],
  [['--user', 'ca@example.org', '--from', '2026-02-30', '--to', '2026-03-31'], '--from: required: the first day'],
  [['--user', 'ca@example.org', '--from', '2026-03-31', '--to', '2026-03-01'], '--to: must not be before --from'],
])('with %j it names the wrong option', async (args, message) => {
  await expect(printAffected({}, args)).rejects.toThrow(message)
})
