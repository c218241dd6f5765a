import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DiscrepancySearch } from '@registry/api-contract/discrepancies'
import { eventually } from '@registry/db/testing/eventually'
import { allConsents, giveConsents } from '@registry/db/testing/fixtures'
import { formatMissingCell } from '@registry/domain/fields/missing'
import { checkCentres } from '../../jobs/record-checks.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

type Staff = Awaited<ReturnType<TestServer['staff']>>
let server: TestServer
let rome: Staff
let milan: Staff
let manager: Staff
let now = new Date()

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await owner`INSERT INTO centre (code, name, geotreeid, city) VALUES ('RM01', 'Centro RM01', 'ITI4', 'Roma'), ('MI01', 'Centro MI01', 'ITC4', 'Milano')`
  rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
  milan = await server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
  manager = await server.staff([{ role: 'DataManager', areaid: 'ITI4' }], 'manager@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

const add = (code: string, medical: Record<string, unknown>, more: object = {}) =>
  server.patient({
    centre: 'RM01',
    centrePatientCode: code,
    consents: allConsents,
    personal: { dob: '1980-01-01', sex: 'F' },
    medical,
    ...more,
  })
const checkAgain = () => checkCentres({ ...server.deps, clock: () => now })
/** The nightly check of the next day. */
const check = () => {
  now = new Date(now.getTime() + 86_400_000)
  return checkAgain()
}
const find = async (code: string, state: DiscrepancySearch['state'] = 'open', staff = rome) =>
  (await staff.api.discrepancies.list.query({ state })).discrepancies.filter((discrepancy) => discrepancy.code === code)
const save = (code: string, changes: object) => rome.api.ecrf.save.mutate({ code, changes: { ...changes } })
const rejected = (code: string) => ({ data: { detail: { code } } })

describe('REQ-CRF-10: the nightly check of stored records', () => {
  test('finds broken rules and unusual values, with rule, fields and message', async () => {
    await add('N1', { ferritin_last: 20_000, splenomegaly: true, splenectomy: true })
    await add('N2', { hb_last: 10 })
    await check()
    expect((await find('N1')).map(({ rule, checkKey, fields, severity }) => ({ rule, checkKey, fields, severity }))).toEqual(
      expect.arrayContaining([
        { rule: 'RULE-06', checkKey: 'RULE-06', fields: ['SPLENOMEGALY', 'SPLENECTOMY'], severity: 'warning' },
        { rule: null, checkKey: 'LIMIT.FERRITIN_LAST.high', fields: ['FERRITIN_LAST'], severity: 'warning' },
      ]),
    )
    expect((await find('N1')).map(({ message }) => message)).toContain('Splenomegalia e splenectomia sono entrambe indicate')
    expect(await find('N2')).toEqual([])
    expect(await find('N1', 'open', milan)).toEqual([])
  })

  test('shows the failing values as text until they are corrected, and records a trace of them', async () => {
    await add('N9', { splenomegaly: true, splenectomy: true, ferritin_last: 20_000 })
    await check()
    const values = async (state: DiscrepancySearch['state'], staff = rome) =>
      Object.fromEntries((await find('N9', state, staff)).map((discrepancy) => [discrepancy.checkKey, discrepancy.values]))
    expect(await values('open')).toMatchObject({
      'RULE-06': [
        { field: 'SPLENOMEGALY', text: 'Sì', previous: null },
        { field: 'SPLENECTOMY', text: 'Sì', previous: null },
      ],
      'LIMIT.FERRITIN_LAST.high': [{ field: 'FERRITIN_LAST', text: '20.000 ng/mL', previous: null }],
    })
    const [entry] = (await server.readAuditLog())
      .filter(({ command, action }) => command === 'discrepancies' && action === 'LIST')
      .slice(-1)
    expect(entry).toMatchObject({ reads: { columns: expect.arrayContaining(['SPLENOMEGALY', 'FERRITIN_LAST']) } })
    await save('N9', { FERRITIN_LAST: formatMissingCell('unknown'), FERRITIN_MIN: 300 })
    expect((await values('open'))['RULE-25.FERRITIN_LAST']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'FERRITIN_LAST', text: 'Non noto' }),
        expect.objectContaining({ field: 'FERRITIN_MIN', text: '300 ng/mL' }),
        expect.objectContaining({ field: 'FERRITIN_MAX', text: '–' }),
      ]),
    )
    expect(await values('corrected')).toEqual({ 'LIMIT.FERRITIN_LAST.high': [] })
  })

  test('ends early when the server stops, and checks the centre after the next start', async () => {
    await add('N20', { ferritin_last: 20_000 })
    now = new Date(now.getTime() + 86_400_000)
    await checkCentres({ ...server.deps, clock: () => now }, AbortSignal.abort())
    expect(await find('N20')).toEqual([])
    await checkAgain()
    expect(await find('N20')).toHaveLength(1)
  })

  test('FAULT-14: goes on at once when another transaction changed a discrepancy meanwhile', async () => {
    const { fixture } = await add('N21', { splenomegaly: true, splenectomy: true })
    await check()
    const other = await server.database.owner.reserve()
    try {
      await other`BEGIN`
      await other`UPDATE record_discrepancy SET fingerprint = 'other' WHERE patient_id = ${fixture.id}`
      await add('N22', { splenomegaly: true, splenectomy: true })
      const checked = check()
      await eventually(async () =>
        expect(await other`SELECT FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid`).toHaveLength(1),
      )
      await other`COMMIT`
      await checked
    } finally {
      await other`ROLLBACK`
      other.release()
    }
    expect(await find('N22')).toHaveLength(1)
    expect(server.log()).not.toContain('could not be checked')
  })

  test('keeps each discrepancy once, however often it runs', async () => {
    await add('N3', { splenomegaly: true, splenectomy: true })
    await check()
    const [first] = await find('N3')
    await check()
    expect(await find('N3')).toEqual([first])
  })

  test('runs once a day, and again after an import', async () => {
    await add('N4', { splenomegaly: true, splenectomy: true })
    const { owner } = server.database
    await check()
    await add('N5', { splenomegaly: true, splenectomy: true })
    await checkAgain()
    expect(await find('N5')).toEqual([])
    await owner`INSERT INTO import_run (actor, centre_code, command, format, file_hash, ok, ko) VALUES ('x', 'RM01', 'putMedicalData', 'csv', 'x', 1, 0)`
    await checkAgain()
    expect(await find('N5')).toHaveLength(1)
  })

  test('skips hidden sections and withdrawn patients', async () => {
    const hidden = await add('N6', { splenomegaly: true, splenectomy: true })
    await add('N7', { splenomegaly: true, splenectomy: true }, { consents: { C_DB_P: true, C_DB_M: false } })
    const left = await add('N8', { splenomegaly: true, splenectomy: true })
    await check()
    expect(await find('N6')).toHaveLength(1)
    expect(await find('N7')).toEqual([])
    await giveConsents(server.database.owner, hidden.fixture.subject, { C_DB_M: false })
    expect(await find('N6')).toEqual([])
    await server.withdraw(left, 'v1')
    expect(await server.database.owner`SELECT FROM record_discrepancy WHERE patient_id = ${left.fixture.id}`).toEqual([])
    await check()
    expect(await server.database.owner`SELECT FROM record_discrepancy WHERE patient_id = ${left.fixture.id}`).toEqual([])
    await giveConsents(server.database.owner, hidden.fixture.subject, { C_DB_M: true })
    expect(await find('N6')).toHaveLength(1)
  })
})

describe('REQ-CRF-10: a discrepancy', () => {
  test('opens with the save that causes it, and is offered for closing by the save that corrects it', async () => {
    await add('F1', { hb: 9 })
    await save('F1', { SPLENOMEGALY: true, SPLENECTOMY: true })
    const [{ id } = { id: 0 }] = await find('F1')
    await save('F1', { HB: 9.5 })
    expect(await find('F1')).toMatchObject([{ id, state: 'open' }])
    await save('F1', { SPLENOMEGALY: false })
    expect(await find('F1')).toEqual([])
    expect(await find('F1', 'corrected')).toMatchObject([{ id, correctedAt: expect.any(String) }])
    expect(await rome.api.discrepancies.close.mutate({ ids: [id] })).toEqual({ closed: 1 })
    expect(await find('F1', 'closed')).toMatchObject([{ id, closed: { by: 'rome@example.org' } }])
    expect(await rome.api.discrepancies.close.mutate({ ids: [id] })).toEqual({ closed: 0 })
    await save('F1', { SPLENOMEGALY: true })
    expect(await find('F1')).toMatchObject([{ id, closed: null, answer: null }])
  })

  test('stays answered while its values are the same', async () => {
    await add('F2', { ferritin_last: 20_000 })
    await check()
    const [{ id } = { id: 0 }] = await find('F2')
    await expect(rome.api.discrepancies.answer.mutate({ ids: [id], reason: '   ' })).rejects.toMatchObject({ data: { httpStatus: 400 } })
    await expect(milan.api.discrepancies.answer.mutate({ ids: [id], reason: 'Ripetuto' })).rejects.toMatchObject(
      rejected('discrepancy_changed'),
    )
    await rome.api.discrepancies.answer.mutate({ ids: [id], reason: 'Ripetuto in un altro laboratorio' })
    await expect(rome.api.discrepancies.answer.mutate({ ids: [id], reason: 'Di nuovo' })).rejects.toMatchObject(
      rejected('discrepancy_changed'),
    )
    await check()
    expect(await find('F2', 'answered')).toMatchObject([
      { id, answer: { text: 'Ripetuto in un altro laboratorio', by: 'rome@example.org', at: expect.any(String) } },
    ])
    await save('F2', { FERRITIN_LAST: 21_000 })
    expect(await find('F2')).toMatchObject([{ id, answer: null }])
  })

  test('is answered together with others: all or none', async () => {
    await add('F4', { ferritin_last: 20_000, splenomegaly: true, splenectomy: true })
    await add('F5', { ferritin_last: 20_000 })
    await check()
    const some = [...(await find('F4')), ...(await find('F5'))].map(({ id }) => id)
    const [first = 0, ...others] = some
    expect(some).toHaveLength(3)
    await rome.api.discrepancies.answer.mutate({ ids: [first], reason: 'Prima' })
    await expect(rome.api.discrepancies.answer.mutate({ ids: some, reason: 'Insieme' })).rejects.toMatchObject(
      rejected('discrepancy_changed'),
    )
    expect([...(await find('F4')), ...(await find('F5'))].map(({ id }) => id)).toEqual(others)
    await rome.api.discrepancies.answer.mutate({ ids: others, reason: 'Insieme' })
    expect([...(await find('F4', 'answered')), ...(await find('F5', 'answered'))].map(({ answer }) => answer?.text)).toEqual(
      expect.arrayContaining(['Prima', 'Insieme', 'Insieme']),
    )
  })

  test('shows the last different value of its fields, and is found by a field', async () => {
    await add('F6', { ferritin_last: 900 })
    await save('F6', { FERRITIN_LAST: 20_000, SPLENOMEGALY: true, SPLENECTOMY: true })
    const values = (await find('F6')).flatMap((discrepancy) => discrepancy.values)
    expect(values.find(({ field }) => field === 'FERRITIN_LAST')?.previous).toEqual({ text: '900 ng/mL', at: expect.any(String) })
    expect(values.find(({ field }) => field === 'SPLENOMEGALY')?.previous).toBeNull()
    const page = await rome.api.discrepancies.list.query({ field: 'SPLENECTOMY' })
    expect(new Set(page.discrepancies.map(({ checkKey }) => checkKey))).toEqual(new Set(['RULE-06']))
    expect(page.checks.map(({ checkKey }) => checkKey)).toContain('LIMIT.FERRITIN_LAST.high')
  })

  test('that is open is not closed without a correction', async () => {
    await add('F3', { ferritin_last: 20_000 })
    await check()
    const [{ id } = { id: 0 }] = await find('F3')
    expect(await rome.api.discrepancies.close.mutate({ ids: [id] })).toEqual({ closed: 0 })
    expect(await find('F3')).toHaveLength(1)
  })
})

describe('REQ-CRF-11: a DataManager', () => {
  test('sees counts of the centres of the area, and no patient', async () => {
    await server.patient({ centre: 'MI01', centrePatientCode: 'M1', consents: allConsents, medical: { ferritin_last: 20_000 } })
    await add('D1', { ferritin_last: 22_000 })
    await check()
    const { centres, counts } = await manager.api.discrepancies.overview.query()
    expect(centres).toEqual([{ code: 'RM01', name: 'Centro RM01' }])
    expect(counts.map(({ centre }) => centre.code)).not.toContain('MI01')
    expect(counts).toContainEqual(expect.objectContaining({ checkKey: 'LIMIT.FERRITIN_LAST.high', open: expect.any(Number) }))
    expect(JSON.stringify(counts)).not.toContain('D1')
    await expect(manager.api.discrepancies.list.query({})).rejects.toMatchObject(rejected('permission_denied'))
  })

  test('asks a centre of the area, which replies; then the query is closed', async () => {
    const checkKey = 'LIMIT.FERRITIN_LAST.high'
    await expect(manager.api.discrepancies.ask.mutate({ centreCode: 'MI01', question: 'Perché?' })).rejects.toMatchObject(
      rejected('not_found'),
    )
    await manager.api.discrepancies.ask.mutate({ centreCode: 'RM01', checkKey, question: 'Tutti nello stesso laboratorio?' })
    expect(await milan.api.discrepancies.queries.query({ of: 'centre' })).toEqual([])
    const [{ id } = { id: 0 }] = await rome.api.discrepancies.queries.query({ of: 'centre' })
    await expect(milan.api.discrepancies.reply.mutate({ of: 'centre', id, reply: 'Sì' })).rejects.toMatchObject(
      rejected('centre_query_changed'),
    )
    await rome.api.discrepancies.reply.mutate({ of: 'centre', id, reply: 'Sì, il nostro' })
    await expect(rome.api.discrepancies.reply.mutate({ of: 'centre', id, reply: 'No' })).rejects.toMatchObject(
      rejected('centre_query_changed'),
    )
    await expect(rome.api.discrepancies.closeQuery.mutate({ of: 'centre', id })).rejects.toMatchObject(rejected('centre_query_changed'))
    await manager.api.discrepancies.closeQuery.mutate({ of: 'area', id })
    expect(await manager.api.discrepancies.queries.query({ of: 'area' })).toMatchObject([
      {
        id,
        state: 'closed',
        check: { checkKey, fields: ['FERRITIN_LAST'] },
        question: { text: 'Tutti nello stesso laboratorio?', by: 'manager@example.org' },
        reply: { text: 'Sì, il nostro', by: 'rome@example.org' },
        closed: { by: 'manager@example.org' },
      },
    ])
    await expect(manager.api.discrepancies.closeQuery.mutate({ of: 'area', id })).rejects.toMatchObject(rejected('centre_query_changed'))
  })
})

test('REQ-CRF-23: a centre asks the DataManagers about a field, who reply without the patient, and closes its question', async () => {
  const { fixture: asked } = await add('Q1', { hb: 9 })
  const { record } = await rome.api.ecrf.read.query({ code: 'Q1' })
  const ask = (staff: Staff, question: string) => staff.api.discrepancies.askManagers.mutate({ record, field: 'HB', question })
  await expect(ask(milan, 'Nostro?')).rejects.toMatchObject(rejected('record_not_found'))
  await expect(ask(manager, 'Nostro?')).rejects.toMatchObject(rejected('permission_denied'))
  await ask(rome, 'Vale il valore prima o dopo la trasfusione?')
  const ofRecord = () => rome.api.discrepancies.queries.query({ of: 'centre', record })
  const [{ id } = { id: 0 }] = await ofRecord()
  await expect(rome.api.discrepancies.reply.mutate({ of: 'centre', id, reply: 'Prima' })).rejects.toMatchObject(
    rejected('centre_query_changed'),
  )
  const find = async () => (await manager.api.discrepancies.queries.query({ of: 'area' })).find((query) => query.id === id)
  expect(await find()).toMatchObject({ centre: { code: 'RM01' }, field: 'HB', patient: null, check: null, state: 'open' })
  await manager.api.discrepancies.reply.mutate({ of: 'area', id, reply: 'Prima della trasfusione' })
  expect(await ofRecord()).toMatchObject([
    {
      field: 'HB',
      patient: { record, code: 'Q1' },
      state: 'answered',
      question: { by: 'rome@example.org' },
      reply: { text: 'Prima della trasfusione', by: 'manager@example.org' },
    },
  ])
  await expect(manager.api.discrepancies.closeQuery.mutate({ of: 'area', id })).rejects.toMatchObject(rejected('centre_query_changed'))
  await giveConsents(server.database.owner, asked.subject, { C_DB_M: false })
  expect([await ofRecord(), await find()]).toEqual([[], undefined])
  await giveConsents(server.database.owner, asked.subject, { C_DB_M: true })
  await rome.api.discrepancies.closeQuery.mutate({ of: 'centre', id })
  expect(await find()).toMatchObject({ state: 'closed', closed: { by: 'rome@example.org' } })
})

test('REQ-CRF-23: a withdrawal deletes the questions about the patient', async () => {
  const left = await add('Q2', { hb: 9 })
  const { record } = await rome.api.ecrf.read.query({ code: 'Q2' })
  await rome.api.discrepancies.askManagers.mutate({ record, field: 'HB', question: 'Quale valore?' })
  await server.withdraw(left, 'v1')
  expect(await server.database.owner`SELECT FROM centre_query WHERE patient_id = ${left.fixture.id}`).toEqual([])
})
