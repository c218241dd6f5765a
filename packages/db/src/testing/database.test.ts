import { expect, inject, test } from 'vitest'
import { connect } from '../connect.ts'
import { superuser } from '../embedded/data-directory.ts'
import { ownerRole, serverRole } from '../roles.ts'
import { withTransaction } from '../transaction.ts'
import { template } from './cluster.ts'
import { testDatabase } from './database.ts'
import { allConsents, makeCentre, makePatient, makeStaff } from './fixtures.ts'

test('a cloned database has reference data and accepts fixtures', async () => {
  await using database = await testDatabase()
  const { owner, server } = database
  await makeCentre(owner, 'RM01')
  await makeStaff(owner, 'ga@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
  const patient = await makePatient(owner, {
    centre: 'RM01',
    centrePatientCode: 'P1',
    consents: allConsents,
    medical: { hb: 9.5, splenectomy: true },
  })
  const rows = await withTransaction(
    server,
    { actor: 'ca', source: 'form', scope: { kind: 'centre', centre: 'RM01' } },
    ({ sql }) => sql`SELECT hb, complications_num, version FROM patient_medical`,
  )
  expect(rows).toEqual([{ hb: 9.5, complications_num: 1, version: 2 }])
  expect(await owner`SELECT field, old, new, actor FROM field_history WHERE patient_id = ${patient.id} AND field = 'HB'`).toEqual([
    { field: 'HB', old: null, new: '9.5', actor: 'fixture' },
  ])
})

test.each([superuser, serverRole])('a database is dropped despite an open connection of %s', async (username) => {
  const database = await testDatabase()
  const other = connect({ ...database.addresses.owner, username }, { max: 1 })
  try {
    await other`SELECT 1`
    await database.dispose()
    await expect(other`SELECT 1`).rejects.toThrow()
  } finally {
    await other.end({ timeout: 0 })
  }
})

test('the template rejects all connections, so a clone never waits', async () => {
  for (const username of [ownerRole, serverRole, superuser]) {
    const database = connect({ ...inject('cluster'), database: template, username }, { max: 1 })
    await expect(database`SELECT 1`).rejects.toThrow('not currently accepting connections')
    await database.end({ timeout: 0 })
  }
})
