import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { mayUse } from '@registry/domain/access/permissions'
import { fields } from '@registry/domain/fields/dictionary'
import { legacyRoutes } from '../../app/legacy-routes.ts'
import type { Client } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let clients: readonly (readonly ['visitor' | 'UserAdmin' | 'CenterAdmin' | 'GlobalAdmin' | 'patient', Client])[]

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } })
  await makeCentre(server.database.owner, 'RM01')
  clients = [
    ['CenterAdmin', await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')],
    ['GlobalAdmin', await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')],
    ['UserAdmin', await server.staff([{ role: 'UserAdmin', areaid: 'W' }], 'ua@example.org')],
    ['patient', await server.patient({ centre: 'RM01', centrePatientCode: 'P1', consents: allConsents })],
    ['visitor', server.visitor('myconsent')],
  ]
})
afterAll(() => server[Symbol.asyncDispose]())

let addresses = 0
/** Each request comes from another address, so that it reaches no rate limit. */
const from = (): Record<string, string> => {
  addresses += 1
  return { 'x-forwarded-for': `10.8.${addresses >> 8}.${addresses & 255}`, 'sec-fetch-site': 'same-origin' }
}

type Envelope = { success: boolean; error?: string; code?: string; fields?: Record<string, string> }

const operations = legacyRoutes.filter(({ method }) => method === 'POST')

/** Values that few fields accept. */
const odd = ['', ' ', 'x'.repeat(300), '\u0000', 12.5, true, ['a', 'b'], { deep: [{}] }, '[', '{"PATIENT":[["SEX","=","NONE"]]}']
const oddList = { PATIENT: [['SEX', '=', 'NONE']], MEDICAL_DATA: [['HB', '<', 'x'], ['HB', 'is', 1], 7] }

describe('a legacy operation reports failing fields under the names of the request, with the message of the field (REQ-API-02)', () => {
  test.each(operations.map((route) => ({ route, path: route.path, action: route.action })))(
    '$path $action',
    async ({ route, path, action }) => {
      const client = clients.find(([principal]) => mayUse([principal], route.meta.permission))?.[1]
      if (!client) throw new Error(`no client of this test may use ${path}`)
      const fieldNames = Object.keys(route.request.shape)
      const names = [...fieldNames, 'action', 'lang', 'password', ...(route.upload ? [route.upload] : [])]
      // The values of a record are fields inside the sections of the request, and have errors under their own names.
      const inside: readonly string[] = path === '/e_crf' ? fields.map(({ name }) => name) : []
      const patterns = Object.values(route.patterns).map(({ names: pattern }) => new RegExp(pattern))
      const { fields: example } = route.example
      const { centerCode: _code, centerPwd: _password, ...asSession } = example
      const bodies: Record<string, unknown>[] = [
        ...new Set([...fieldNames, ...Object.keys(route.patterns), ...Object.keys(asSession)]),
      ].flatMap((name) => [...odd, oddList, undefined].map((value) => ({ ...asSession, action, lang: 'it', [name]: value })))
      let rejected = 0
      for (const body of bodies) {
        const response = await client.post(path, { json: body }, from())
        if (!response.headers.get('content-type')?.startsWith('application/json')) continue
        const answer = (await response.json()) as Envelope
        const what = JSON.stringify(body)
        if (answer.fields === undefined) continue
        rejected += 1
        const strange = Object.keys(answer.fields).filter(
          (name) => ![...names, ...inside].includes(name) && !patterns.some((one) => one.test(name)),
        )
        expect(strange, what).toEqual([])
        expect(answer.error, what).toBe([...new Set(Object.values(answer.fields))].join('\n'))
      }
      if ([...fieldNames, ...Object.keys(route.patterns)].some((name) => name !== 'lang' && name !== 'id'))
        expect(rejected).toBeGreaterThan(0)
    },
  )
})
