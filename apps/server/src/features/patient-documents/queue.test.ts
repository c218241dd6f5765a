import { afterAll, beforeAll, expect, test } from 'vitest'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(() => server[Symbol.asyncDispose]())

test('REQ-PAT-12: a person has two documents in the queue of the printer, so that others can print', async () => {
  const one = await server.patient({ centre: 'RM01', centrePatientCode: 'P1', consents: allConsents })
  const other = await server.patient({ centre: 'RM01', centrePatientCode: 'P2', consents: allConsents })
  const print = async (patient: typeof one) => {
    const response = await patient.send({ path: '/api/stampa_paziente?document=scheda_paziente&lang=it' })
    const bytes = Buffer.from(await response.arrayBuffer())
    return bytes.subarray(0, 4).toString() === '%PDF' ? 'printed' : (JSON.parse(bytes.toString()) as { code: string }).code
  }
  const [ofOther, ...ofOne] = await Promise.all([print(other), ...Array.from({ length: 25 }, () => print(one))])
  expect(ofOther).toBe('printed')
  expect(new Set(ofOne)).toEqual(new Set(['printed', 'busy']))
  expect(ofOne.filter((answer) => answer === 'busy').length).toBeGreaterThan(5)
  expect(await print(one)).toBe('printed')
})
