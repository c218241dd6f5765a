import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import type { Client } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { readStoredText } from './testing/stored-text.ts'

let server: TestServer
let manager: Client
let patient: Client
let filterId: number

const filter = {
  name: 'Nome',
  description: 'Testo',
  field_list: { PATIENT: ['SEX'], MEDICAL_DATA: {} },
  filter_list: { PATIENT: [], MEDICAL_DATA: [] },
}

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }])
  patient = await server.patient({ centre: 'RM01', centrePatientCode: 'P1', consents: allConsents, medical: { hb: 9 } })
  filterId = Number((await manager.call('/inthem_query', { json: { action: 'ADD', ...filter } }))['id'])
})
afterAll(() => server[Symbol.asyncDispose]())

const everything = (): Promise<string> => readStoredText(server.database.owner)

const words = ['id', 'trans_it', 'center_code', 'SEX', 'csv', 'RUN', 'svc_sex', '1']
const endings = [
  "'",
  '"',
  '`',
  ';',
  '--',
  '/*',
  ')',
  "' OR '1'='1",
  '" OR 1=1 --',
  '; DROP TABLE patient',
  "'||pg_sleep(9)||'",
  ' DESC',
  ', surname',
  '::regclass',
  '\\',
  '\u2019',
  '\uff07',
  '\u0000',
  '%27',
  '$1',
  '${id}',
  '{{id}}',
  '../../etc/passwd',
]
const odd: readonly unknown[] = [
  'x'.repeat(100_000),
  '__proto__',
  'constructor',
  'toString',
  ['id'],
  { id: 1 },
  ['id', 'id'],
  true,
  -1,
  1e308,
  '\ud800',
  '',
]
const payloads: readonly unknown[] = [...words.flatMap((word) => endings.map((ending) => word + ending)), ...odd]

/** Every part of a request that names a table, a column, an order, a format, a role or an action. */
const slots: readonly [string, string, string, (payload: unknown) => Record<string, unknown>][] = [
  ['table_name', '/admin/GetConfTable', 'table_name', (table_name) => ({ table_name, format: 'json' })],
  ['orderby', '/admin/GetConfTable', 'orderby', (orderby) => ({ table_name: 'svc_sex', format: 'json', orderby })],
  ['the format of a table', '/admin/GetConfTable', 'format', (format) => ({ table_name: 'svc_sex', format })],
  ['campo', '/query_field_info', 'campo', (campo) => ({ campo })],
  ['action', '/inthem_query', 'action', (action) => ({ ...filter, action })],
  ['as_role', '/inthem_query', 'as_role', (as_role) => ({ action: 'RUN', id: filterId, format: 'video', as_role })],
  ['the format of a filter', '/inthem_query', 'format', (format) => ({ action: 'RUN', id: filterId, format, as_role: 'DataManager' })],
  ['the id of a filter', '/inthem_query', 'id', (id) => ({ action: 'RUN', id, format: 'video', as_role: 'DataManager' })],
  ['a selected personal field', '/inthem_query', 'field_list', (name) => ({ ...filter, action: 'ADD', field_list: { PATIENT: [name] } })],
  [
    'a selected category',
    '/inthem_query',
    'field_list',
    (name) => ({ ...filter, action: 'ADD', field_list: { MEDICAL_DATA: { [String(name)]: 'ALL' } } }),
  ],
  [
    'a selected medical field',
    '/inthem_query',
    'field_list',
    (name) => ({ ...filter, action: 'ADD', field_list: { MEDICAL_DATA: { Misc: [name] } } }),
  ],
  [
    'a tested field',
    '/inthem_query',
    'filter_list',
    (name) => ({ ...filter, action: 'ADD', filter_list: { PATIENT: [[name, '=', 'F']] } }),
  ],
  [
    'an operator',
    '/inthem_query',
    'filter_list',
    (operator) => ({ ...filter, action: 'ADD', filter_list: { PATIENT: [['SEX', operator, 'F']] } }),
  ],
]
/** An empty order or format means none. */
const harmless = (slot: string, payload: unknown): boolean => payload === '' && ['orderby', 'the format of a table'].includes(slot)

describe('THREAT-03: names of tables, columns, orders, formats, roles and actions', () => {
  test.each(slots)(
    '%s is a known name or rejected, with the same response for every hostile text',
    async (slot, path, _field, buildBody) => {
      const before = await everything()
      for (const payload of payloads) {
        if (harmless(slot, payload)) continue
        const answer = await manager.post(path, { json: buildBody(payload) })
        const text = await answer.text()
        expect([answer.status, text.slice(0, 16)], `${slot}: ${JSON.stringify(payload).slice(0, 60)}`).toEqual([200, '{"success":false'])
        expect(text.length).toBeLessThan(1000)
        expect(text).not.toMatch(/unexpected|syntax|relation|column "|select /i)
      }
      expect(await everything()).toBe(before)
    },
  )

  test('none of these calls is logged as an unexpected error', () => {
    expect(server.log()).not.toContain('unexpected error')
  })
})

/** Columns that a caller may try to add, and `__proto__` and similar keys. */
const added = [
  'id',
  'version',
  'author_id',
  'changed_at',
  'center_code',
  'c_db',
  'c_db_m',
  'consent_subject',
  'roles',
  'status',
  'restricted',
  'password_hash',
  'disabled_at',
  'constructor',
  'prototype',
]

describe('THREAT-07: unexpected keys', () => {
  const everybody = { kind: 'predicates', predicates: [] }
  const fields = { PATIENT: ['SEX'], MEDICAL_DATA: {} }
  const inputs: readonly [string, () => Client, Record<string, unknown>][] = [
    ['savedFilters.save', () => manager, { name: 'a', description: 'b', fields, where: everybody }],
    ['savedFilters.change', () => manager, { id: 1, version: 1, name: 'a', description: 'b', fields, where: everybody }],
    ['savedFilters.run', () => manager, { id: 1, asRole: 'DataManager' }],
    ['referenceTables.rows', () => manager, { table: 'svc_sex' }],
    ['signIn.staff', () => server.visitor('staff'), { username: 'a@example.org', password: 'b' }],
    ['signIn.changePassword', () => manager, { newpassword: 'c', oldpassword: 'd' }],
    ['consents.withdraw', () => patient, { choice: 'v3', shown: { version: 1, hash: '' } }],
    [
      'consents.give',
      () => patient,
      {
        information: { version: 1, hash: '' },
        preliminary: { version: 1, hash: '', answers: {} },
        consents: { version: 1, hash: '', answers: {} },
      },
    ],
  ]
  const ask = async (client: Client, name: string, body: string) => {
    const headers = { 'content-type': 'application/json', 'x-requested-by': 'app', 'sec-fetch-site': 'same-origin' }
    const response = await client.send({ method: 'POST', path: `/api/trpc/${name}`, headers, body })
    return (await response.json()) as { error?: { data: { detail: { code: string; fields: Record<string, string> } } } }
  }

  test.each(inputs)('%s rejects every unknown key and changes nothing', async (name, getClient, input) => {
    const before = await everything()
    const client = getClient()
    const keys = [...added.filter((key) => !Object.hasOwn(input, key)), '__proto__']
    for (const key of keys) {
      const body = `${JSON.stringify(input).slice(0, -1)},${JSON.stringify(key)}:${key === 'c_db' ? 'true' : '{"isAdmin":true}'}}`
      expect((await ask(client, name, body)).error?.data.detail, key).toMatchObject({
        code: expect.stringMatching(/validation_failed|body_unreadable/),
      })
    }
    expect(await everything()).toBe(before)
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  })

  test('a legacy path ignores unknown fields, so an author, a version or a flag cannot be set (REQ-API-06)', async () => {
    const extra = {
      author_id: 1,
      authorId: 1,
      version: 99,
      changed_at: '2000-01-01',
      geotree: 'X',
      mayChange: true,
      roles: ['GlobalAdmin'],
    }
    const { id } = await manager.call('/inthem_query', { json: { action: 'ADD', ...filter, ...extra } })
    const [stored] = await server.database
      .owner`SELECT f.version, f.changed_at > '2020-01-01' AS now, u.email FROM saved_filter f JOIN staff_user u ON u.id = f.author_id WHERE f.id = ${Number(id)}`
    expect(stored).toEqual({ version: 1, now: true, email: 'staff1@example.org' })
    const before = await everything()
    await patient.call('/patient/UpdateConsents', {
      json: { c_db: true, c_db_m: true, C_DB: true, id: 1, center_code: 'MI01', C_DB_NO_NOTIFICATION: '' },
    })
    expect(await everything()).toBe(before)
  })
})
