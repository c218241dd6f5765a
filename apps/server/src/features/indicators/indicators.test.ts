import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents, makeCentre, makePatient } from '@registry/db/testing/fixtures'
import { checkCentres } from '../../jobs/record-checks.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

type Staff = Awaited<ReturnType<TestServer['staff']>>
let server: TestServer
let rome: Staff
let now = new Date()

const centres = ['RM01', 'MI01', 'TO01', 'CA01', 'PA01'] as const
const add = (centre: string, number: number, medical: Record<string, unknown>) =>
  makePatient(server.database.owner, {
    centre,
    centrePatientCode: `${centre}-${number}`,
    consents: allConsents,
    personal: { dob: '1980-01-01' },
    medical,
  })
const check = () => {
  now = new Date(now.getTime() + 86_400_000)
  return checkCentres({ ...server.deps, clock: () => now })
}
const read = () => rome.api.indicators.read.query({})

beforeAll(async () => {
  server = await startTestServer()
  for (const centre of centres) await makeCentre(server.database.owner, centre)
  rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
  // In the n-th centre, n of five patients have a haemoglobin value.
  for (const [index, centre] of centres.entries())
    for (let number = 1; number <= 5; number += 1)
      await add(centre, number, number <= index + 1 ? { hb_last: 9, ferritin_last: 900 } : { weight: 50 })
})
afterAll(() => server[Symbol.asyncDispose]())

describe('REQ-CRF-12: the indicators of a centre', () => {
  test('are empty before the first check', async () => {
    expect(await read()).toMatchObject({ checkedOn: null, discrepancies: { counted: 0, total: 0, network: null }, uploads: [] })
  })

  test('count filled, overdue and consented values of the centre, with the median of the network', async () => {
    await check()
    const { completeness, overdue, consents } = await read()
    const find = (section: string) => completeness.find((one) => one.section === section)?.share
    // One of five patients has two of the three laboratory values; the median is the third of five centres.
    expect(find('Laboratory')).toEqual({ counted: 2, total: 15, network: 40 })
    expect(find('Personal Data')).toEqual({ counted: 5, total: 10, network: 50 })
    expect(overdue).toContainEqual({ field: 'FERRITIN_LAST', months: 3, share: { counted: 4, total: 5, network: 40 } })
    expect(overdue).toContainEqual({ field: 'LIC_LAST', months: 24, share: { counted: 5, total: 5, network: 100 } })
    expect(consents).toContainEqual({ step: 'medical', share: { counted: 5, total: 5, network: 100 } })
  })

  test('a value becomes overdue after the interval of the setting', async () => {
    const { owner } = server.database
    const overdueFerritin = async () => (await read()).overdue.find(({ field }) => field === 'FERRITIN_LAST')
    now = new Date(now.getTime() + 120 * 86_400_000)
    await check()
    expect(await overdueFerritin()).toMatchObject({ share: { counted: 5 } })
    await owner`UPDATE setting SET value = '6' WHERE key = 'overdue_months_ferritin'`
    await check()
    expect(await overdueFerritin()).toMatchObject({ months: 6, share: { counted: 4 } })
  })

  test('count records with open discrepancies', async () => {
    await add('RM01', 6, { ferritin_last: 20_000, splenomegaly: true, splenectomy: true })
    await check()
    expect((await read()).discrepancies).toMatchObject({ counted: 1, total: 6 })
  })

  test('show no median of fewer than five centres, nor of centres with fewer than five patients', async () => {
    const { owner } = server.database
    await owner`UPDATE centre SET disabled_at = now() WHERE code = 'PA01'`
    expect((await read()).discrepancies.network).toBeNull()
    await makeCentre(owner, 'FE01')
    for (let number = 1; number <= 4; number += 1) await add('FE01', number, { weight: 50 })
    await check()
    expect((await read()).discrepancies.network).toBeNull()
    await add('FE01', 5, { weight: 50 })
    await check()
    expect((await read()).discrepancies.network).toBe(0)
  })

  test('count no field that does not apply (REQ-CRF-18)', async () => {
    const transfusion = async () => (await read()).completeness.find(({ section }) => section === 'Transfusion')?.share
    const before = await transfusion()
    await add('RM01', 7, { tt: 'NEVER' })
    await check()
    expect(await transfusion()).toMatchObject({ counted: 1, total: (before?.total ?? 0) + 1 })
  })

  test('are those of the caller’s centre only', async () => {
    await expect(rome.api.indicators.read.query({ centre: 'MI01' })).rejects.toMatchObject({
      data: { detail: { code: 'permission_denied' } },
    })
  })
})
