import { expect, test } from 'vitest'
import { inContext } from '../transaction.ts'
import { testDatabase } from './database.ts'
import { allConsents, makeCentre, makePatient, makeStaff } from './fixtures.ts'

test('a cloned database has reference data and room for fixtures', async () => {
  await using database = await testDatabase()
  const { owner, server } = database
  await makeCentre(owner, 'RM01')
  await makeStaff(owner, 'ga@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
  const patient = await makePatient(owner, {
    centre: 'RM01',
    centerId: 'P1',
    consents: allConsents,
    medical: { hb: 9.5, splenectomy: true },
  })
  const seen = await inContext(
    server,
    { actor: 'ca', via: 'form', scope: { kind: 'centre', centre: 'RM01' } },
    ({ sql }) => sql`SELECT hb, complications_num, version FROM patient_medical`,
  )
  expect(seen).toEqual([{ hb: 9.5, complications_num: 1, version: 2 }])
  expect(await owner`SELECT field, old, new, actor FROM field_history WHERE patient_id = ${patient.id} AND field = 'HB'`).toEqual([
    { field: 'HB', old: null, new: '9.5', actor: 'fixture' },
  ])
})
