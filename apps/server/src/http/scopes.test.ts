import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canaryText, createCanaries, type Canaries } from '@registry/db/testing/canaries'
import { startTestServer, type TestServer } from '../testing/server.ts'
import type { Client } from '../testing/client.ts'

/** Rome and Milan each have patients. Each text of a patient names the centre. */
let server: TestServer
let canaries: Canaries
let filterId: number
const getPassword = (centre: string): string => `password of ${centre}`

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  canaries = await createCanaries(owner)
  for (const centre of ['RM01', 'MI01']) {
    await owner`UPDATE centre SET password_hash = ${await server.deps.hashing.hashSecret(getPassword(centre))} WHERE code = ${centre}`
  }
  const author = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
  const fields = { PATIENT: ['center_code', 'SEX'], MEDICAL_DATA: { Gene: ['GT_NOTE'], Laboratory: ['HB'] } }
  filterId = Number(
    (await author.call('/inthem_query', { json: { action: 'ADD', name: 'n', description: 'd', field_list: fields, filter_list: {} } }))[
      'id'
    ],
  )
})
afterAll(() => server[Symbol.asyncDispose]())

/** The unpacked content of a workbook, or the text of another response. */
const extractText = (bytes: Buffer): string => {
  const texts = [bytes.toString('utf8')]
  for (let at = bytes.indexOf('PK\u0003\u0004'); at >= 0; at = bytes.indexOf('PK\u0003\u0004', at + 4)) {
    const begin = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    if (bytes.readUInt16LE(at + 8) === 8) texts.push(inflateRawSync(bytes.subarray(begin), { finishFlush: 2 }).toString('utf8'))
  }
  return texts.join('\n')
}
const readText = async (response: Response): Promise<string> => extractText(Buffer.from(await response.arrayBuffer()))

const formats = ['video', 'json', 'csv', 'xml', 'xlsx'] as const
const file = (name: string) => ({ name: 'f.csv', content: `CENTER_ID,GT_NOTE\r\n${name},changed\r\n` })
const open = (centre: string): string => `${canaryText(centre)}-OPEN`

type ExportCall = (client: Client, format: string, credentials: Record<string, string>) => Promise<Response>
const exportCalls: Readonly<Record<string, ExportCall>> = {
  getConsents: (client, format, credentials) => client.post('/getConsents', { multipart: { format, ...credentials } }),
  RUN: (client, format) => client.post('/inthem_query', { json: { action: 'RUN', id: filterId, format } }),
}
const askProcedures = async (client: Client): Promise<string> =>
  JSON.stringify(
    await Promise.all([client.api.home.staff.query(), client.api.savedFilters.run.query({ id: filterId, asRole: 'CenterAdmin' })]),
  )

describe('THREAT-04: a centre', () => {
  test.each([
    ['RM01', 'MI01'],
    ['MI01', 'RM01'],
  ])('%s reads its own patients and no byte of those of %s, in any format, by screen or by program', async (own, other) => {
    const admin = await server.staff([{ role: 'CenterAdmin', center: own }])
    const program = { centerCode: own, centerPwd: getPassword(own) }
    for (const format of formats) {
      for (const answer of [
        await exportCalls['getConsents']!(admin, format, { centerCode: own }),
        await exportCalls['getConsents']!(server.visitor('staff'), format, program),
        await exportCalls['RUN']!(admin, format, {}),
      ]) {
        const text = await readText(answer)
        expect([format, text.includes(canaryText(own)), text.includes(canaryText(other)), text.includes(other)]).toEqual([
          format,
          true,
          false,
          false,
        ])
      }
    }
    const answered = await askProcedures(admin)
    expect([answered.includes(canaryText(own)), answered.includes(canaryText(other))]).toEqual([true, false])
  })

  test.each(['/getConsents', '/createPatients', '/putPersonalData', '/putMedicalData'])(
    'is denied at %s with the code of another centre, with every body',
    async (path) => {
      const admin = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
      const before = await server.database.owner`SELECT m::text FROM patient_medical m ORDER BY patient_id`
      const ask = (client: Client, fields: Record<string, string>) =>
        client.post(path, { multipart: { format: 'csv', ...fields }, ...(path !== '/getConsents' && { file: file(open('MI01')) }) })
      for (const [client, fields, code] of [
        [admin, { centerCode: 'MI01' }, 'permission_denied'],
        [admin, { centerCode: 'mi01' }, 'permission_denied'],
        [admin, { centerCode: 'RM01,MI01' }, 'permission_denied'],
        [server.visitor('staff'), { centerCode: 'MI01', centerPwd: getPassword('RM01') }, 'centre_refused'],
        [admin, { centerCode: 'MI01', centerPwd: getPassword('MI01') }, 'centre_ambiguous'],
      ] as const) {
        const text = await readText(await ask(client, fields))
        expect(JSON.parse(text)).toMatchObject({ success: false, code })
        expect(text).not.toContain(canaryText('MI01'))
      }
      expect(await server.database.owner`SELECT m::text FROM patient_medical m ORDER BY patient_id`).toEqual(before)
    },
  )

  test('cannot change patients of another centre by its own file, and learns nothing about them', async () => {
    const fields = { centerCode: 'RM01', centerPwd: getPassword('RM01'), format: 'csv' }
    const report = await (await server.visitor('staff').post('/putMedicalData', { multipart: fields, file: file(open('MI01')) })).json()
    const unknown = await (await server.visitor('staff').post('/putMedicalData', { multipart: fields, file: file('NOBODY') })).json()
    expect(JSON.parse(JSON.stringify(report).replaceAll(open('MI01'), 'NOBODY'))).toEqual(unknown)
    const [stored] = await server.database.owner`SELECT gt_note FROM patient_medical WHERE patient_id = ${canaries.ofMilan.id}`
    expect(stored).toEqual({ gt_note: open('MI01') })
  })
})

describe('THREAT-04: an area', () => {
  test('shows the centres of its subtree only, and a role that the user lacks shows none (THREAT-05)', async () => {
    const lazio = await server.staff([{ role: 'DataManager', areaid: 'ITI4' }])
    const italy = await server.staff([{ role: 'DataManager', areaid: 'IT' }])
    for (const format of formats) {
      const [regional, national] = [
        await readText(await exportCalls['RUN']!(lazio, format, {})),
        await readText(await exportCalls['RUN']!(italy, format, {})),
      ]
      expect([format, regional.includes('CANARY-RM01'), regional.includes('CANARY-MI01')]).toEqual([format, true, false])
      expect([format, national.includes('CANARY-RM01'), national.includes('CANARY-MI01')]).toEqual([format, true, true])
    }
    expect((await lazio.api.home.staff.query()).patients).toMatchObject({ registered: 2 })
    for (const as_role of ['CenterAdmin', 'GlobalAdmin', 'UserAdmin', 'patient', '']) {
      const answer = await lazio.call('/inthem_query', { json: { action: 'RUN', id: filterId, format: 'video', as_role } })
      expect([as_role, answer['success'], answer['code']]).toEqual([as_role, false, 'permission_denied'])
    }
  })

  test('of a user manager shows no patient, also not together with a centre (REQ-GEO-02)', async () => {
    const both = await server.staff([
      { role: 'UserAdmin', areaid: 'W' },
      { role: 'CenterAdmin', center: 'RM01' },
    ])
    expect(await askProcedures(both)).not.toContain('CANARY-MI01')
  })
})
