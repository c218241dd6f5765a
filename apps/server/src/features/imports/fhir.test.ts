import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { checkCentres } from '../../jobs/record-checks.ts'
import { fhirErrors } from '../../http/legacy/openapi/fhir.ts'
import { validateFhir } from '../../testing/fhir-schema.ts'
import { centrePassword, createImportFixture, csv, type ImportFixture } from './testing/import-fixture.ts'

type Staff = Awaited<ReturnType<ImportFixture['server']['staff']>>
let fixture: ImportFixture
let rome: Staff

beforeAll(async () => {
  fixture = await createImportFixture({ env: { TRUST_PROXY: '127.0.0.1' } })
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const loinc = { FERRITIN: '2276-4', HB: '718-7', BILIRUBIN: '1975-2' } as const
type Result = {
  readonly analyte?: keyof typeof loinc
  readonly value: number
  readonly unit?: string
  readonly day?: string
  readonly sample?: string
  readonly more?: object
  readonly request?: object
}
const entry = (code: string, { analyte = 'FERRITIN', value, unit = 'ng/mL', day = '2025-01-10', sample, more, request }: Result) => ({
  request: { method: 'POST', url: 'Observation', ...request },
  resource: {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: loinc[analyte] }] },
    subject: { identifier: { value: code } },
    effectiveDateTime: day,
    valueQuantity: { value, unit, system: 'http://unitsofmeasure.org', code: unit },
    ...(sample !== undefined && { identifier: [{ system: 'http://hospital.example/samples', value: sample }] }),
    ...more,
  },
})
const bundle = (entries: readonly unknown[]) => ({
  resourceType: 'Bundle',
  type: 'transaction',
  ...(entries.length > 0 && { entry: entries }),
})
const basic = (centre: string, password = centrePassword(centre)): string =>
  `Basic ${Buffer.from(`${centre}:${password}`).toString('base64')}`

type Issue = {
  readonly severity: string
  readonly code: string
  readonly expression?: readonly string[]
  readonly details: { readonly text: string; readonly coding: readonly { readonly code: string; readonly system: string }[] }
}
type Answer = {
  readonly resourceType: string
  readonly issue?: readonly Issue[]
  readonly entry?: readonly { readonly response: { readonly status: string; readonly outcome?: { readonly issue: readonly Issue[] } } }[]
}
let addresses = 0
/** Sends a body from a new address, so that no limit is reached, and validates the answer by the schema of R4. */
const send = async (body: unknown, headers: Readonly<Record<string, string>> = {}, address: { method?: string; path?: string } = {}) => {
  addresses += 1
  const response = await fixture.server.visitor('staff').send({
    method: 'POST',
    path: '/api/fhir',
    ...address,
    headers: {
      authorization: basic('RM01'),
      'content-type': 'application/fhir+json',
      'x-forwarded-for': `10.7.${addresses >> 8}.${addresses & 255}`,
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  })
  expect(response.headers.get('content-type')).toBe('application/fhir+json; charset=utf-8')
  const answer = (await response.json()) as Answer
  expect(validateFhir(answer)).toEqual([])
  const issues = (answer.issue ?? []).map(({ details, expression = [] }) => [details.coding[0]?.code, expression[0]])
  for (const { severity, details } of answer.issue ?? []) if (severity === 'error') expect(fhirErrors).toContain(details.coding[0]?.code)
  const statuses = (answer.entry ?? []).map(({ response: { status } }) => status)
  return { response, status: response.status, answer, issues, statuses }
}
const sendResults = (code: string, ...results: readonly Result[]) => send(bundle(results.map((result) => entry(code, result))))
const read = async (code: string, analyte = 'ferritin') => {
  const row = await fixture.stored('patient_medical', code)
  return ['last', 'mean', 'median', 'max', 'min'].map((statistic) => row[`${analyte}_${statistic}`])
}
const listResults = async (code: string) => {
  const { observations } = await rome.api.observations.list.query({ code })
  return observations.map(({ value, ended, source }) => [value, ended?.as ?? null, source])
}
const lastImport = async () => (await rome.api.imports.list.query({})).files[0]!

const five: readonly Result[] = [
  { value: 1000, day: '2025-01-10', sample: 'A1' },
  { value: 800.5, unit: 'ug/L', day: '2025-02-10' },
  { value: 2247, unit: 'pmol/L', day: '2025-03-09T23:30:00Z', sample: 'A3' },
  { value: 700, day: '2025-04-10' },
  { value: 600, day: '2025-05-10' },
]
const rowsOf = (code: string): readonly string[] => [
  `${code},FERRITIN,1000,ng/mL,2025-01-10,,A1`,
  `${code},FERRITIN,800.5,ug/L,2025-02-10,,`,
  `${code},FERRITIN,2247,pmol/L,2025-03-10,,A3`,
  `${code},FERRITIN,700,ng/ml,2025-04-10,,`,
  `${code},FERRITIN,600,µg/L,2025-05-10,,`,
]
const header = 'CENTER_ID,ANALYTE,VALUE,UNIT,TAKEN_ON,COMPARATOR,SAMPLE_ID'

describe('REQ-OBS-10: a Bundle', () => {
  test('of R4 gives the exact statistics; the same again, or as a file, changes nothing', async () => {
    await fixture.patient('FIVE')
    const sent = bundle(five.map((result) => entry('FIVE', result)))
    expect(validateFhir(sent)).toEqual([])
    const { status, answer, statuses } = await send(sent)
    expect([status, answer.resourceType]).toEqual([200, 'Bundle'])
    expect(statuses).toEqual(Array.from({ length: 5 }, () => '201 Created'))
    expect(await read('FIVE')).toEqual([600, 820.1, 800.5, 1000, 600])
    const { version } = await fixture.stored('patient_medical', 'FIVE')
    expect(version).toBe(2)
    expect((await send(sent)).statuses).toEqual(Array.from({ length: 5 }, () => '200 OK'))
    expect(await fixture.send('/putObservations', csv(header, ...rowsOf('FIVE')))).toMatchObject({ ok: 5, ko: 0 })
    expect((await fixture.stored('patient_medical', 'FIVE'))['version']).toBe(version)
    expect(await listResults('FIVE')).toHaveLength(5)
  })

  test('with the results of a file changes nothing', async () => {
    await fixture.patient('FILE')
    await fixture.send('/putObservations', csv(header, ...rowsOf('FILE')))
    expect((await sendResults('FILE', ...five)).statuses).toEqual(Array.from({ length: 5 }, () => '200 OK'))
    expect(await listResults('FILE')).toHaveLength(5)
  })

  test('without entries, and as application/json, is accepted', async () => {
    expect(await send(bundle([]), { 'content-type': 'application/json; charset=utf-8' })).toMatchObject({ status: 200, statuses: [] })
  })

  test('sent twice at once adds its results once', async () => {
    await fixture.patient('TWICE')
    const both = await Promise.all([sendResults('TWICE', ...five), sendResults('TWICE', ...five)])
    expect(new Set(both.map(({ statuses }) => statuses[0]))).toEqual(new Set(['200 OK', '201 Created']))
    expect(await listResults('TWICE')).toHaveLength(5)
    expect((await fixture.stored('patient_medical', 'TWICE'))['version']).toBe(2)
  })

  test('says with an accepted entry why its value is unusual', async () => {
    await fixture.patient('HIGH')
    const { answer } = await sendResults('HIGH', { value: 40_000 })
    const [first] = answer.entry ?? []
    expect(first?.response).toMatchObject({ status: '201 Created', outcome: { issue: [{ severity: 'warning' }] } })
    expect(first?.response.outcome?.issue[0]?.details.coding[0]?.code).toBe('value_unusually_high')
  })

  test('with an unknown profile and other elements is accepted', async () => {
    await fixture.patient('PROFILE')
    const more = { meta: { profile: ['https://example.org/StructureDefinition/unknown'] }, note: [{ text: 'x' }], performer: [] }
    expect((await sendResults('PROFILE', { value: 700, more })).statuses).toEqual(['201 Created'])
  })

  test('opens the discrepancy of a report that is far from its results', async () => {
    await fixture.patient('FAR', { medical: { ferritin_last: 5000 } })
    await sendResults('FAR', { value: 700 })
    await checkCentres(fixture.server.deps)
    const { discrepancies } = await rome.api.discrepancies.list.query({ state: 'open' })
    expect(discrepancies.filter(({ code }) => code === 'FAR').map(({ checkKey }) => checkKey)).toEqual(['RULE-39.FERRITIN_LAST'])
  })
})

describe('REQ-OBS-10: a sample', () => {
  test('is created once by its identifier', async () => {
    await fixture.patient('ONCE')
    const request = { ifNoneExist: 'identifier=http://hospital.example/samples|S1' }
    expect((await sendResults('ONCE', { value: 700, sample: 'S1', request })).statuses).toEqual(['201 Created'])
    expect((await sendResults('ONCE', { value: 750, sample: 'S1', request })).statuses).toEqual(['200 OK'])
    expect(await listResults('ONCE')).toEqual([[700, null, 'fhir']])
  })

  test('keeps its value, unless the result is corrected or amended, by POST or PUT', async () => {
    await fixture.patient('AMEND')
    const sample = 'S1'
    await sendResults('AMEND', { value: 700, sample })
    const other = await sendResults('AMEND', { value: 750, sample })
    expect([other.status, other.issues]).toEqual([422, [['observation_sample_differs', 'Bundle.entry[0].resource.identifier']]])
    expect((await sendResults('AMEND', { value: 750, sample, more: { status: 'corrected' } })).statuses).toEqual(['200 OK'])
    const put = { method: 'PUT', url: 'Observation?identifier=http://hospital.example/samples|S1' }
    expect((await sendResults('AMEND', { value: 760, sample, more: { status: 'amended' }, request: put })).statuses).toEqual(['200 OK'])
    expect(await listResults('AMEND')).toEqual([
      [700, 'corrected', 'fhir'],
      [750, 'corrected', 'fhir'],
      [760, null, 'fhir'],
    ])
    expect(await read('AMEND')).toEqual([760, 760, 760, 760, 760])
    // The first value was corrected, so it does not come back.
    expect((await sendResults('AMEND', { value: 700, sample })).statuses).toEqual(['200 OK'])
    expect((await read('AMEND'))[0]).toBe(760)
  })

  test('THREAT-80: that a person has corrected is not changed back by the same Bundle', async () => {
    await fixture.patient('PERSON')
    const corrected: Result = { value: 750, sample: 'S1', more: { status: 'corrected' } }
    await sendResults('PERSON', { value: 700, sample: 'S1' })
    await sendResults('PERSON', corrected)
    const { observations } = await rome.api.observations.list.query({ code: 'PERSON' })
    const present = observations.find(({ ended }) => ended === null)!
    const typed = { value: '770', unit: 'ng/mL', comparator: '', takenOn: '2025-01-10', sample: 'S1' }
    await rome.api.observations.correct.mutate({ code: 'PERSON', id: present.id, ...typed, reason: 'errore' })
    expect((await sendResults('PERSON', corrected)).statuses).toEqual(['200 OK'])
    expect((await read('PERSON'))[0]).toBe(770)
  })
})

describe('REQ-OBS-06: the undo of a Bundle', () => {
  test('restores every value, and the results that it corrected', async () => {
    await fixture.patient('BACK', { medical: { weight: 60 } })
    await sendResults('BACK', { value: 700, sample: 'S1' }, { value: 650, day: '2024-12-01' })
    // The marks remember the previous computed value, which an old client may send back.
    const { version: _before, value_sources: _marksBefore, ...before } = await fixture.stored('patient_medical', 'BACK')
    await sendResults('BACK', { value: 900, sample: 'S1', more: { status: 'corrected' } }, { value: 800, day: '2025-01-11' })
    const { id, command, format, ok } = await lastImport()
    expect([command, format, ok]).toEqual(['putObservations', 'fhir', 2])
    expect((await read('BACK'))[3]).toBe(900)
    expect(await rome.api.imports.undo.mutate({ id, reason: 'Bundle sbagliato' })).toMatchObject({ patients: 1 })
    const { version: _after, value_sources: _marksAfter, ...after } = await fixture.stored('patient_medical', 'BACK')
    expect(after).toEqual(before)
    expect((await listResults('BACK')).filter(([, ended]) => ended === null)).toHaveLength(2)
  })

  test('lists the results that were corrected since', async () => {
    await fixture.patient('KEPT')
    await sendResults('KEPT', { value: 700, sample: 'S1' }, { value: 650, sample: 'S2', day: '2024-12-01' })
    const { id } = await lastImport()
    await sendResults('KEPT', { value: 750, sample: 'S1', more: { status: 'corrected' } })
    expect(await rome.api.imports.undo.mutate({ id, reason: 'Bundle sbagliato' })).toEqual({
      patients: 1,
      kept: { count: 1, first: [{ key: 'KEPT', analyte: 'FERRITIN', takenOn: '2025-01-10' }] },
    })
    expect((await listResults('KEPT')).filter(([, ended]) => ended === null)).toEqual([[750, null, 'fhir']])
  })
})

describe('REQ-OBS-10, THREAT-80: a Bundle with an error', () => {
  const good = entry('MIXED', { value: 700 })
  const wrong = async (change: Result | object, code = 'MIXED') =>
    send(bundle([good, good, good, 'request' in change && 'resource' in change ? change : entry(code, change as Result)]))

  beforeAll(async () => {
    const personal = { dob: '1980-01-02', sex: 'F' }
    await fixture.patient('MIXED', { personal, medical: { status: 'DEAD', dead_date: '2025-06-30' } })
    await fixture.patient('NOCONSENT', { consents: { C_DB_P: true } })
    await fixture.patient('MILAN', { centre: 'MI01' })
  })

  test.each([
    [
      'an unknown code',
      { value: 700, more: { code: { coding: [{ system: 'http://loinc.org', code: '2345-7' }] } } },
      'code',
      'fhir_code_unknown',
    ],
    ['a unit of another quantity', { analyte: 'BILIRUBIN', value: 1, unit: 'U/L' }, 'value.code', 'observation_unit_unknown'],
    [
      'another comparator',
      { value: 700, more: { valueQuantity: { value: 700, code: 'ng/mL', comparator: '<=' } } },
      'value.comparator',
      'observation_comparator_wrong',
    ],
    ['a value beyond the limit', { value: 1e7 }, 'value.value', 'value_too_high'],
    ['a negative value', { value: -5 }, 'value.value', 'value_too_low'],
    ['a value as a text', { value: 700, more: { valueQuantity: { value: '1.200', code: 'ng/mL' } } }, 'value.value', 'fhir_element_wrong'],
    ['a future day', { value: 700, day: '2999-01-01' }, 'effective', 'value_date_future'],
    ['a day before birth', { value: 700, day: '1980-01-01' }, 'effective', 'observation_before_birth'],
    ['a day after death', { value: 700, day: '2025-07-01' }, 'effective', 'observation_after_death'],
    ['a month', { value: 700, day: '2025-01' }, 'effective', 'fhir_day_wrong'],
    ['a preliminary result', { value: 700, more: { status: 'preliminary' } }, 'status', 'fhir_status_unknown'],
    ['a correction without a sample', { value: 700, more: { status: 'corrected' } }, 'identifier', 'fhir_identifier_required'],
    [
      'a modifier',
      { value: 700, more: { modifierExtension: [{ url: 'urn:not', valueBoolean: true }] } },
      'modifierExtension',
      'fhir_modifier_unknown',
    ],
    ['another resource', { value: 700, more: { resourceType: 'Patient' } }, 'resourceType', 'fhir_resource_unknown'],
  ] as const)('%s is refused with its element, and nothing is stored', async (_what, change, element, code) => {
    const before = await fixture.hashTables()
    const { status, issues } = await wrong(change)
    expect([status, issues]).toEqual([422, [[code, `Bundle.entry[3].resource.${element}`]]])
    expect(await fixture.hashTables()).toBe(before)
  })

  test.each([
    ['an unknown patient', 'NOBODY', 'import_patient_unknown', 'Il centro non ha un paziente con questo codice'],
    ['a patient of another centre', 'MILAN', 'import_patient_unknown', 'Il centro non ha un paziente con questo codice'],
    ['a patient without consent', 'NOCONSENT', 'consent_medical_missing', undefined],
  ] as const)('%s is refused with the words of files', async (_what, code, error, words) => {
    const before = await fixture.hashTables()
    const sent = bundle([good, entry(code, { value: 700 })])
    const { status, answer, issues } = await send(sent, { 'accept-language': 'it' })
    expect([status, issues]).toEqual([422, [[error, 'Bundle.entry[1].resource.subject.identifier']]])
    const file = await fixture.send('/putObservations', csv(header, `${code},FERRITIN,700,ng/mL,2025-01-10,,`), {
      more: { dry_run: 'true' },
    })
    const text = answer.issue?.[0]?.details.text
    expect(text).toBe(file.detail?.[0]?.message)
    if (words) expect(text).toBe(words)
    expect(await fixture.hashTables()).toBe(before)
  })

  test('names each wrong entry, and the same sample with two values', async () => {
    const { status, issues } = await send(
      bundle([
        entry('MIXED', { value: 700, sample: 'S9' }),
        entry('MIXED', { value: 800, sample: 'S9' }),
        entry('NOBODY', { value: 700 }),
        { resource: 1 },
      ]),
    )
    expect(status).toBe(422)
    expect(issues).toEqual([
      ['observation_sample_differs', 'Bundle.entry[1].resource.identifier'],
      ['import_patient_unknown', 'Bundle.entry[2].resource.subject.identifier'],
      ['value_required', 'Bundle.entry[3].request'],
    ])
  })

  test('has its text in the language of the caller, with the same code', async () => {
    const sent = bundle([entry('MIXED', { value: 700, unit: 'U/L' })])
    const [italian, english] = await Promise.all(['it-IT, en;q=0.5', 'en'].map((language) => send(sent, { 'accept-language': language })))
    expect(italian?.answer.issue?.[0]).toMatchObject({ severity: 'error', code: 'code-invalid' })
    expect(italian?.answer.issue?.[0]?.details.text).toContain('Unità non accettata')
    expect(english?.answer.issue?.[0]?.details.text).toContain('Unit not accepted')
    expect(english?.issues).toEqual(italian?.issues)
  })

  test.each([
    ['no JSON', '{"resourceType":"Bundle",', 'json_syntax'],
    ['an empty body', '', 'file_empty'],
    ['another resource', { resourceType: 'Observation' }, 'fhir_bundle_expected'],
    ['a batch', { resourceType: 'Bundle', type: 'batch', entry: [] }, 'fhir_bundle_expected'],
    ['a name twice', '{"resourceType":"Bundle","type":"transaction","type":"transaction"}', 'json_duplicate_key'],
    ['bytes that are no UTF-8', Buffer.from('{"resourceType":"B\u00ff"}', 'latin1'), 'file_encoding'],
  ])('%s is refused', async (_what, body, code) => {
    const { status, issues } = await send(body)
    expect([status, issues[0]?.[0]]).toEqual([422, code])
  })

  test('of another type, compressed, or too large is refused', async () => {
    expect(await send('<Bundle/>', { 'content-type': 'application/fhir+xml' })).toMatchObject({
      status: 415,
      issues: [['fhir_type_wrong', undefined]],
    })
    expect(await send(bundle([]), { 'content-encoding': 'gzip' })).toMatchObject({ status: 415, issues: [['body_compressed', undefined]] })
    const many = bundle(Array.from({ length: 50_001 }, () => entry('MIXED', { value: 700 })))
    expect(await send(many)).toMatchObject({ status: 413, issues: [['file_rows_too_many', undefined]] })
    const large = Buffer.alloc(51 * 1024 * 1024, ' ')
    expect(await send(large)).toMatchObject({ status: 413, issues: [['file_too_large', undefined]] })
    expect(await read('MIXED')).toEqual([null, null, null, null, null])
  })
})

describe('REQ-OBS-10: a call that is no Bundle', () => {
  test.each([
    ['another method', { method: 'GET' }, 405, 'method_wrong', 'not-supported'],
    ['a path below', { path: '/api/fhir/Observation' }, 404, 'path_unknown', 'not-found'],
    ['the capabilities', { method: 'GET', path: '/api/fhir/metadata?_format=json' }, 404, 'path_unknown', 'not-found'],
    ['a broken address', { path: '/api/fhir/%zz' }, 404, 'path_unknown', 'not-found'],
  ] as const)('%s has an OperationOutcome in the language of the header', async (_what, address, status, code, type) => {
    const body = 'method' in address ? undefined : bundle([])
    const [italian, english] = await Promise.all(['it', 'en'].map((language) => send(body, { 'accept-language': language }, address)))
    expect([english?.status, english?.issues, english?.answer.issue?.[0]?.code]).toEqual([status, [[code, undefined]], type])
    expect(english?.response.headers.get('allow')).toBe(status === 405 ? 'POST' : null)
    expect(italian?.answer.issue?.[0]?.details.text).not.toBe(english?.answer.issue?.[0]?.details.text)
  })

  test('of a page of another site is denied', async () => {
    expect(await send(bundle([]), { 'sec-fetch-site': 'cross-site' })).toMatchObject({
      status: 403,
      issues: [['origin_refused', undefined]],
    })
  })
})

describe('THREAT-22: the credentials of a Bundle', () => {
  test.each([
    ['none', { authorization: '' }],
    ['a wrong password', { authorization: basic('RM01', 'wrong') }],
    ['an unknown centre', { authorization: basic('XX99') }],
    ['a token', { authorization: 'Bearer abc' }],
    ['no colon', { authorization: `Basic ${Buffer.from('RM01').toString('base64')}` }],
  ])('%s are refused with a challenge', async (_what, headers) => {
    const { response, status, issues } = await send(bundle([]), headers)
    expect([status, issues]).toEqual([401, [['centre_refused', undefined]]])
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="registry", charset="UTF-8"')
  })

  test('are those of a program: a session is not enough, and both together are refused', async () => {
    const ask = (headers: Readonly<Record<string, string>>) =>
      rome.send({
        method: 'POST',
        path: '/api/fhir',
        headers: { 'content-type': 'application/fhir+json', 'sec-fetch-site': 'same-origin', ...headers },
        body: JSON.stringify(bundle([])),
      })
    expect((await ask({})).status).toBe(401)
    expect((await ask({ authorization: basic('RM01') })).status).toBe(400)
  })

  test('of a suspended centre are refused', async () => {
    const { owner } = fixture.server.database
    await owner`UPDATE centre SET disabled_at = now() WHERE code = 'MI01'`
    expect(await send(bundle([]), { authorization: basic('MI01') })).toMatchObject({
      status: 403,
      issues: [['centre_suspended', undefined]],
    })
    await owner`UPDATE centre SET disabled_at = NULL WHERE code = 'MI01'`
  })

  test('have the limit of attempts of the other paths', async () => {
    const headers = { authorization: basic('MI01', 'wrong'), 'x-forwarded-for': '10.9.9.9' }
    const statuses: number[] = []
    for (let attempt = 0; attempt < 11; attempt += 1) statuses.push((await send(bundle([]), headers)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    const { response } = await send(bundle([]), { ...headers, authorization: basic('MI01') })
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('and results reach no log; each call has an entry with whom it concerned', async () => {
    await fixture.patient('LOGGED')
    const { response } = await sendResults('LOGGED', { value: 4242.5, sample: 'SAMPLE-4242' })
    const id = response.headers.get('x-request-id')
    const entries = (await fixture.server.readAuditLog()).filter(({ request_id }) => request_id === id)
    expect(entries).toMatchObject([{ username: 'center RM01', command: 'fhir', outcome: 'done' }])
    const refused = await sendResults('NOBODY', { value: 4242.5 })
    const [entry] = (await fixture.server.readAuditLog()).filter(
      ({ request_id }) => request_id === refused.response.headers.get('x-request-id'),
    )
    expect(entry).toMatchObject({ command: 'fhir', detail: expect.stringContaining('rejected putObservations fhir, 0 ok, 1 ko') })
    await eventually(async () => expect(fixture.server.log()).toContain('/api/fhir'))
    expect(fixture.server.log()).not.toMatch(/4242\.5|SAMPLE-4242|the password of/)
  })
})
