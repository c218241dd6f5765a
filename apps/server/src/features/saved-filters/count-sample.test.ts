import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FilterDraft } from '@registry/api-contract/saved-filters'
import { makeCentre } from '@registry/db/testing/fixtures'
import { Condition } from '@registry/domain/filter/condition'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import type { Staff } from './testing/fixture.ts'

let server: TestServer
let country: Staff
let region: Staff
let naples: Staff

const patients = 45_000

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  for (const code of ['NA01', 'NA02', 'NA03', 'NA04']) await makeCentre(owner, code, 'ITF3')
  await makeCentre(owner, 'RM01', 'ITI4')
  // Equal distances between the pseudonyms make each sample an exact part. A tenth has not answered the registration. One
  // centre has so many that a sample would be large enough.
  await owner`
    INSERT INTO patient (centre_code, login_mode, c_db, consent_subject)
    SELECT CASE WHEN n % 10 = 5 THEN 'NA02' ELSE 'NA01' END, 'Email', CASE WHEN n % 10 < 9 THEN true END,
      (lpad(to_hex(n * (4294967296 / ${patients}::bigint + 1)), 8, '0') || '-0000-4000-8000-000000000000')::uuid
    FROM generate_series(0, ${patients}::bigint - 1) AS n`
  // Two patients of one centre are in every sample, those of two others in none.
  await owner`
    INSERT INTO patient (centre_code, login_mode, c_db, consent_subject)
    SELECT centre, 'Email', true, (first || '-0000-4000-8000-00000000000' || n)::uuid
    FROM (VALUES ('NA03', '00000000', 2), ('NA04', 'ffffffff', 8), ('RM01', 'fffffffe', 7)) AS made (centre, first, size), generate_series(1, size) AS n`
  await owner`ANALYZE patient`
  country = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  region = await server.staff([{ role: 'DataManager', areaid: 'ITI4' }], 'dmr@example.org')
  naples = await server.staff([{ role: 'CenterAdmin', center: 'NA01' }], 'ca@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

const inCentre = (value: string) => ({ field: 'center_code', operator: '=', value })
const countAs = (caller: Staff, asRole: FilterDraft['asRole'], predicates: readonly object[]) =>
  caller.api.savedFilters.count.query({ asRole, where: Condition.parse({ kind: 'predicates', predicates }) })

describe('counting in a large area while a filter is edited', () => {
  test('REQ-FIL-12: one patient in two of 45,000 is counted, and the numbers are multiples of ten', async () => {
    expect(await countAs(country, 'DataManager', [inCentre('NA01')])).toMatchObject({
      isRounded: true,
      sampleRate: 2,
      visible: 45_000,
      steps: [
        { consent: 'c_db', remaining: 40_500, removed: 4500, unknown: 4500 },
        { consent: null, remaining: 36_000, removed: 4500, unknown: null },
      ],
    })
  })

  test('REQ-FIL-12: the same condition has the same numbers each time', async () => {
    const first = await countAs(country, 'DataManager', [inCentre('NA02')])
    expect(await countAs(country, 'DataManager', [inCentre('NA02')])).toEqual(first)
  })

  test.each(['NA03', 'NA04'])('REQ-FIL-11: a group of which fewer than five patients are counted has no number (%s)', async (centre) => {
    const { steps } = await countAs(country, 'DataManager', [inCentre(centre)])
    expect(steps.at(-1)).toEqual({ consent: null, remaining: null, removed: null, unknown: null })
  })

  test('REQ-FIL-11: a condition that leaves out two patients changes no number', async () => {
    const { steps } = await countAs(country, 'DataManager', [{ field: 'center_code', operator: '<>', value: 'NA03' }])
    expect(steps.at(-1)).toMatchObject({ remaining: 40_500, removed: 0 })
  })

  test('REQ-FIL-12: a small area of a large registry is counted whole', async () => {
    expect(await countAs(region, 'DataManager', [inCentre('RM01')])).toMatchObject({
      sampleRate: 1,
      visible: 5,
      steps: [{}, { remaining: 5 }],
    })
  })

  test('REQ-FIL-11: a centre of any size sees the exact number of its own patients', async () => {
    const { isRounded, sampleRate, steps } = await countAs(naples, 'CenterAdmin', [])
    expect({ isRounded, sampleRate, remaining: steps.at(-1)?.remaining }).toEqual({ isRounded: false, sampleRate: 1, remaining: 36_000 })
  })

  test('REQ-ADM-01: the log counts the patients whose values were read', async () => {
    await countAs(country, 'DataManager', [inCentre('NA01')])
    expect((await server.readAuditLog()).at(-1)).toMatchObject({ action: 'COUNT', reads: { role: 'DataManager', count: 18_000 } })
  })
})
