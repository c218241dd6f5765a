import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await makeCentre(owner, 'RM01')
  await owner`UPDATE centre SET password_hash = ${await server.deps.hashing.hashSecret('secret')} WHERE code = 'RM01'`
})
afterAll(() => server[Symbol.asyncDispose]())

const answers = [undefined, true, false] as const
const states = answers.flatMap((personal) =>
  answers.flatMap((medical) => [undefined, 'v1', 'v2', 'v3'].map((withdrawal) => ({ personal, medical, withdrawal }))),
)
const withdraw = (id: number, choice: string) =>
  server.database.owner.begin(async (sql) => {
    await sql`SELECT set_config('app.patient', ${String(id)}, true), set_config('app.actor', 'patient', true)`
    await sql`SELECT withdraw_patient(${id}, ${choice})`
  })
const ask = (path: string, fields: Record<string, string>, content?: string) =>
  server.visitor('staff').call(path, {
    multipart: { centerCode: 'RM01', centerPwd: 'secret', ...fields },
    ...(content !== undefined && { file: { name: 'rows.csv', content } }),
  })
type Listed = { CENTER_ID: string; C_DB_M: boolean | null; C_DB_P: boolean | null }
type Report = { readonly detail: readonly { readonly key: string }[] }

test('getConsents returns true exactly for the patients whose rows an import accepts', async () => {
  for (const [place, { personal, medical, withdrawal }] of states.entries()) {
    const consents = { ...(personal !== undefined && { C_DB_P: personal }), ...(medical !== undefined && { C_DB_M: medical }) }
    const { id } = await server.patient({ centre: 'RM01', centrePatientCode: `S${place}`, consents }).then(({ fixture }) => fixture)
    if (withdrawal) await withdraw(id, withdrawal)
  }
  const { rows } = (await ask('/getConsents', { format: 'json' })) as { rows: Listed[] }
  const listAccepted = async (path: string, column: string, value: string): Promise<string[]> => {
    const lines = [`CENTER_ID,${column}`, ...rows.map(({ CENTER_ID: code }) => `${code},${value}`)].join('\n')
    const { detail } = (await ask(path, { format: 'csv', dry_run: 'true' }, lines)) as Report
    const rejected = new Set(detail.map(({ key }) => key))
    return rows.map(({ CENTER_ID: code }) => code).filter((code) => !rejected.has(code))
  }
  const listCodes = (flag: 'C_DB_M' | 'C_DB_P') => rows.filter((row) => row[flag] === true).map(({ CENTER_ID: code }) => code)
  expect(listCodes('C_DB_P').length).toBeGreaterThan(0)
  expect(listCodes('C_DB_M').length).toBeGreaterThan(0)
  expect(listCodes('C_DB_P')).toEqual(await listAccepted('/putPersonalData', 'DOB', '1980-01-01'))
  expect(listCodes('C_DB_M')).toEqual(await listAccepted('/putMedicalData', 'HB', '9'))
  const stopped = rows.find(
    ({ CENTER_ID: code }) => code === `S${states.findIndex((s) => s.personal && s.medical && s.withdrawal === 'v1')}`,
  )
  expect(stopped).toMatchObject({ C_DB_M: false, C_DB_P: false })
})
