import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeExport } from '@registry/db/testing/exports'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../testing/server.ts'

type Patient = Awaited<ReturnType<TestServer['patient']>>
let server: TestServer
let manager: Awaited<ReturnType<TestServer['staff']>>
let filterId: number

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01', 'ITI4')
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  const filter = {
    name: 'Emoglobina bassa',
    description: 'x',
    field_list: { PATIENT: [], MEDICAL_DATA: { Laboratory: ['HB'] } },
    filter_list: { PATIENT: [], MEDICAL_DATA: [['HB', '<', 10]] },
  }
  filterId = Number((await manager.call('/inthem_query', { json: { action: 'ADD', ...filter } }))['id'])
})
afterAll(() => server[Symbol.asyncDispose]())

/** Adds answers of an earlier day, which the triggers prevent because the document was not published then. */
const answerAt = (who: Patient, day: string, answer: boolean) =>
  server.database.owner.begin(async (sql) => {
    await sql`ALTER TABLE consent_event DISABLE TRIGGER USER`
    await sql`
      INSERT INTO consent_event
      SELECT (jsonb_populate_record(e, jsonb_build_object('at', ${day}::text, 'answer', ${String(answer)}::text::jsonb,
        'seq', e.seq + (SELECT max(seq) FROM consent_event WHERE subject = e.subject)))).*
      FROM consent_event AS e JOIN patient AS p ON p.consent_subject = e.subject
      WHERE p.id = ${who.fixture.id} AND e.field IN ('C_DB_P', 'C_DB_M') AND e.at > '2019-01-01'`
    await sql`ALTER TABLE consent_event ENABLE TRIGGER USER`
  })

const addExport = (who: Patient, at: string, columns: readonly string[], filter = filterId) =>
  makeExport(server.database.owner, { at, columns, filterId: filter, patients: [who.fixture.id] })

describe('REQ-PAT-18: the kinds of data are those that the reader received', () => {
  const addFilter = async (condition: object) => {
    const filter = {
      name: 'Donne',
      description: 'x',
      field_list: { PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: ['HB'] } },
      filter_list: condition,
    }
    return Number((await manager.call('/inthem_query', { json: { action: 'ADD', ...filter } }))['id'])
  }
  const everyone = { PATIENT: [['center_code', '=', 'RM01']], MEDICAL_DATA: [] }

  test.each([
    ['both consents', { C_DB_P: true, C_DB_M: true }, ['registration', 'personal', 'medical']],
    ['no consent to clinical data', { C_DB_P: true, C_DB_M: false }, ['registration', 'personal']],
    ['no consent to personal data', { C_DB_P: false, C_DB_M: true }, ['registration', 'medical']],
    ['neither', { C_DB_P: false, C_DB_M: false }, ['registration']],
  ])('on screen and in a file, with %s', async (_name, answers, kinds) => {
    const who = await server.patient({ centre: 'RM01', centrePatientCode: `K1${kinds.join('')}`, consents: { ...allConsents, ...answers } })
    const id = await addFilter(everyone)
    await manager.api.savedFilters.run.query({ id, asRole: 'DataManager' })
    const file = await manager.post('/inthem_query', { json: { action: 'RUN', id, format: 'csv', as_role: 'DataManager' } })
    await file.arrayBuffer()
    const { uses } = await who.api.home.dataUses.query({})
    expect(uses.map((use) => [use.source, use.kinds])).toEqual([
      ['export', kinds],
      ['screen', kinds],
    ])
  })

  test('follow the consents of that time, not of today', async () => {
    const who = await server.patient({ centre: 'RM01', centrePatientCode: 'K2', consents: { ...allConsents, C_DB_M: false } })
    await answerAt(who, '2018-02-01', true)
    await answerAt(who, '2018-03-01', false)
    for (const day of ['2018-01-15', '2018-02-15', '2018-03-15']) await addExport(who, day, ['HB'])
    const { uses } = await who.api.home.dataUses.query({})
    expect(uses.map(({ day, kinds }) => [day, kinds])).toEqual([
      ['2018-03-15', []],
      ['2018-02-15', ['medical']],
      ['2018-01-15', []],
    ])
  })

  test('contain the data of the condition, even without their column', async () => {
    const who = await server.patient({ centre: 'RM01', centrePatientCode: 'K3', consents: allConsents })
    await answerAt(who, '2018-01-01', true)
    await addExport(who, '2018-02-01', ['SEX'])
    const free = { name: 'Libera', description: 'x', fields: { PATIENT: ['SEX' as const], MEDICAL_DATA: {} } }
    const { id } = await manager.api.savedFilters.save.mutate({ ...free, where: { kind: 'sql', text: 'HB < 10' } })
    await addExport(who, '2018-02-02', ['CENTER_ID'], id)
    expect((await who.api.home.dataUses.query({})).uses).toMatchObject([
      { purpose: 'Libera', kinds: ['registration', 'medical'] },
      { kinds: ['personal', 'medical'] },
    ])
  })

  test('a row without any value is listed, and does not count as a use', async () => {
    const who = await server.patient({ centre: 'RM01', centrePatientCode: 'K4', consents: { ...allConsents, C_DB_M: false } })
    await makeExport(server.database.owner, { filterId, patients: [who.fixture.id] })
    const home = await who.api.home.patient.query()
    expect(home.usesThisYear).toBe(0)
    expect(home.uses).toMatchObject([{ source: 'export', kinds: [] }])
  })
})

describe('REQ-PAT-18: all uses', () => {
  let reader: Patient
  beforeAll(async () => {
    reader = await server.patient({ centre: 'RM01', centrePatientCode: 'R9', consents: allConsents })
    const noon = Date.parse('2019-01-01T12:00Z')
    for (let day = 1; day <= 120; day += 1) {
      const at = new Date(noon - day * 86_400_000).toISOString()
      for (const _ of [1, 2]) await addExport(reader, at, day % 2 === 0 ? ['HB'] : ['SEX', 'HB'])
    }
    await answerAt(reader, '2018-01-01', true)
  })

  test('have pages of whole days, each day once, with the number of equal uses', async () => {
    const days: string[] = []
    let cursor: string | undefined
    do {
      const page = await reader.api.home.dataUses.query({ cursor })
      expect(page.uses.map(({ times }) => times)).toEqual(page.uses.map(() => 2))
      days.push(...page.uses.map(({ day }) => day))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(days).toHaveLength(120)
    expect(days).toEqual([...new Set(days)].toSorted().toReversed())
    expect(days[0]).toBe('2018-12-31')
  })

  test('are selected by kind of data and by period', async () => {
    const personal = await reader.api.home.dataUses.query({ kind: 'personal', cursor: '2018-10-01' })
    expect(personal.uses.length).toBeGreaterThan(10)
    expect(personal.uses.every(({ kinds }) => kinds.join() === 'personal,medical')).toBe(true)
    expect(await reader.api.home.dataUses.query({ kind: 'consents' })).toEqual({ uses: [], next: null })
    expect(await reader.api.home.dataUses.query({ days: 30 })).toEqual({ uses: [], next: null })
  })

  test('of earlier years are on the home page if there are none of this year', async () => {
    const home = await reader.api.home.patient.query()
    expect(home.usesThisYear).toBe(0)
    expect(home.uses.map(({ day }) => day)).toEqual(['2018-12-31', '2018-12-30', '2018-12-29', '2018-12-28', '2018-12-27'])
  })

  test.each([{ kind: 'everything' }, { days: 0 }, { cursor: '2018-13-01' }, { cursor: '0000-01-01' }, { patient: 1 }])(
    'reject %j',
    async (selection) => {
      await expect(reader.api.home.dataUses.query(selection as object)).rejects.toThrow()
    },
  )

  test('never name a person', async () => {
    expect(JSON.stringify(await reader.api.home.dataUses.query({}))).not.toContain('example.org')
  })
})
