import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { centrePassword, createImportFixture, type ImportFixture } from '../features/imports/testing/import-fixture.ts'

let fixture: ImportFixture
let before: string
beforeAll(async () => {
  fixture = await createImportFixture()
  await fixture.patient('P1', { medical: { hb: 9 } })
  before = await fixture.hashTables()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const boundary = '----centre-program'
const part = (disposition: string, content: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const field = (name: string, value: string): string => part(`name="${name}"`, value)
const file = (name = 'MedicalDataFile'): string => part(`name="${name}"; filename="a.csv"`, 'CENTER_ID,HB\r\nP1,8.8\r\n')
const credentials = field('centerCode', 'RM01') + field('centerPwd', centrePassword('RM01'))
const format = field('format', 'csv')
const end = `--${boundary}--\r\n`
const multipart = `multipart/form-data; boundary=${boundary}`

type Sending = { readonly body: string | Buffer; readonly headers?: Readonly<Record<string, string>>; readonly language?: string }

const send = async ({ body, headers = {}, language = 'it' }: Sending) => {
  const response = await fixture.server.visitor('staff').send({
    method: 'POST',
    path: '/api/putMedicalData',
    headers: { 'content-type': multipart, 'accept-language': language, ...headers },
    body,
  })
  return { status: response.status, ...((await response.json()) as { success: boolean; code?: string; error?: string }) }
}

test.each([
  ['dryRun', 'dry_run', 'true'],
  ['DRY_RUN', 'dry_run', 'true'],
  ['dry-run', 'dry_run', 'true'],
  ['refusedRows', 'refused_rows', 'true'],
  ['Format', 'format', 'csv'],
  ['formta', 'format', 'csv'],
  ['Lang', 'lang', 'it'],
])('REQ-IMP-06: the field %s is rejected and %s is named, so that no file is stored by mistake', async (sent, name, value) => {
  const body = credentials + format + field(sent, value) + file() + end
  expect(await send({ body })).toMatchObject({
    success: false,
    code: 'field_name_wrong',
    error: `Il campo «${sent}» non esiste: scrivi «${name}»`,
  })
  expect(await send({ body, language: 'en' })).toMatchObject({ error: `The field “${sent}” does not exist: write “${name}”` })
  expect(await fixture.hashTables()).toBe(before)
})

test.each(['centercode', 'center_code', 'CenterCode', 'centrCode'])(
  'REQ-IMP-09: the field %s is rejected before the missing caller',
  async (sent) => {
    const body = field(sent, 'RM01') + field('centerPwd', centrePassword('RM01')) + format + file() + end
    expect(await send({ body })).toMatchObject({ code: 'field_name_wrong', error: `Il campo «${sent}» non esiste: scrivi «centerCode»` })
    const list = await fixture.server
      .visitor('staff')
      .call('/getConsents', { form: { [sent]: 'RM01', centerPwd: centrePassword('RM01'), format: 'json' } })
    expect(list).toMatchObject({ success: false, code: 'field_name_wrong' })
  },
)

test('REQ-API-05: a field of another name is ignored, as before', async () => {
  const body = credentials + format + field('program', 'hospital 7') + field('dry_run', 'true') + file() + end
  expect(await send({ body })).toMatchObject({ success: true, ok: 1 })
})

test.each([
  ['two files', { body: credentials + format + file() + file('Second') + end }, 400, 'upload_two_files', 'più di un file'],
  [
    'a part without a file name',
    { body: credentials + format + field('MedicalDataFile', 'CENTER_ID,HB\r\nP1,8.8\r\n') + end },
    200,
    'upload_name_missing',
    'filename',
  ],
  [
    'a part without a file name that is longer than a field',
    { body: credentials + format + field('MedicalDataFile', `CENTER_ID,HB\r\n${'P1,8.8\r\n'.repeat(20_000)}`) + end },
    200,
    'upload_name_missing',
    'filename',
  ],
  [
    'a compressed body',
    { body: gzipSync(credentials + format + file() + end), headers: { 'content-encoding': 'gzip' } },
    415,
    'body_compressed',
    'senza compressione',
  ],
  [
    'another boundary',
    { body: credentials + format + file() + end, headers: { 'content-type': 'multipart/form-data; boundary=other' } },
    400,
    'boundary_unmatched',
    'boundary',
  ],
  ['a file as the whole body', { body: 'CENTER_ID,HB\r\n', headers: { 'content-type': 'text/csv' } }, 415, 'body_type_wrong', 'multipart'],
  [
    'basic authentication',
    {
      body: format + file() + end,
      headers: { authorization: `Basic ${Buffer.from(`RM01:${centrePassword('RM01')}`).toString('base64')}` },
    },
    200,
    'basic_authentication_unused',
    'centerCode',
  ],
] as const)('REQ-IMP-11: %s gets its own sentence', async (_case, sending, status, code, words) => {
  expect(await send(sending)).toEqual({ status, success: false, code, error: expect.stringContaining(words), ...fieldsOf(code) })
  const english = await send({ ...sending, language: 'en' })
  expect(english).toMatchObject({ status, code, error: expect.stringMatching(/\S/) })
  expect(english.error).not.toBe((await send(sending)).error)
  expect(await fixture.hashTables()).toBe(before)
})

const fieldsOf = (code: string) => (code === 'upload_name_missing' ? { fields: { MedicalDataFile: expect.any(String) } } : {})

test('REQ-IMP-11: a correct call with Basic authentication of a proxy is accepted', async () => {
  const headers = { authorization: 'Basic cHJveHk6c2VjcmV0' }
  const body = credentials + format + field('dry_run', 'true') + file() + end
  expect(await send({ body, headers })).toMatchObject({ success: true, ok: 1 })
})

test('REQ-IMP-11: a form without a file with another boundary reports it too', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=other' }
  const response = await fixture.server
    .visitor('staff')
    .send({ method: 'POST', path: '/api/getConsents', headers, body: credentials + format + end })
  expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 'boundary_unmatched' })])
})

test('REQ-IMP-07: getStudies needs no format', async () => {
  const form = { centerCode: 'RM01', centerPwd: centrePassword('RM01') }
  expect(await fixture.server.visitor('staff').call('/getStudies', { form })).toEqual({ success: true, rows: [] })
})
