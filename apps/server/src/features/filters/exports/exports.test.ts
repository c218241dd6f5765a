import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFilter, createExportFixture, exportFile, type ExportFixture } from './testing/export-fixture.ts'

let fixture: ExportFixture
/** The exports of the manager, in their order: CSV and JSON of the first filter, CSV of the second. */
const exported: string[] = []
let rome = ''
let first = 0
let second = 0

beforeAll(async () => {
  fixture = await createExportFixture()
  const { manager, centre } = fixture
  first = await addFilter(manager, 'Ferritina')
  second = await addFilter(manager, 'Emoglobina')
  for (const [id, format] of [
    [first, 'csv'],
    [first, 'json'],
    [second, 'csv'],
  ] as const)
    exported.push((await exportFile(fixture, manager, { id, format, role: 'DataManager' })).id)
  rome = (await exportFile(fixture, centre, { id: first, format: 'csv', role: 'CenterAdmin' })).id
})
afterAll(() => fixture.server[Symbol.asyncDispose]())

const ids = (page: { readonly manifests: readonly { readonly id: string }[] }) => page.manifests.map(({ id }) => id)

describe('REQ-EXP-10: the list of exports', () => {
  test('has the caller’s exports, newest first, and for a GlobalAdmin those of all', async () => {
    const { manager, centre, global } = fixture
    expect(ids(await manager.api.exports.search.query({}))).toEqual(exported.toReversed())
    expect(ids(await centre.api.exports.search.query({}))).toEqual([rome])
    expect(ids(await global.api.exports.search.query({}))).toEqual([rome, ...exported.toReversed()])
  })

  test('shows who exported what and when, and the outcome', async () => {
    const { manifests } = await fixture.centre.api.exports.search.query({})
    expect(manifests).toEqual([
      {
        id: rome,
        at: expect.stringMatching(/Z$/),
        actor: 'ca@example.org',
        asRole: 'CenterAdmin',
        filter: { id: first, version: 1, name: 'Ferritina' },
        study: null,
        format: 'csv',
        outcome: 'complete',
        rows: 1,
      },
    ])
  })

  test.each([
    ['a person', () => ({ person: 'ca@example.org' }), () => [rome]],
    ['a filter', () => ({ filterId: second }), () => [exported[2]]],
    ['a format', () => ({ format: 'json' as const }), () => [exported[1]]],
    ['a person and a filter', () => ({ person: 'dm@example.org', filterId: first }), () => [exported[1], exported[0]]],
    ['today', () => ({ from: fixture.today, to: fixture.today }), () => [rome, ...exported.toReversed()]],
    ['later days', () => ({ from: '2999-01-01' }), () => []],
    ['earlier days', () => ({ to: '2001-01-01' }), () => []],
  ])('is searched by %s', async (_name, search, expected) => {
    expect(ids(await fixture.global.api.exports.search.query(search()))).toEqual(expected())
  })

  test('REQ-FIL-30: the list of filters has the last export of each that the reader may see', async () => {
    const { manager, centre, global } = fixture
    const unused = await addFilter(manager, 'Mai esportato')
    const read = async ({ api }: typeof manager) =>
      new Map((await api.savedFilters.list.query()).map(({ id, lastExportAt }) => [id, lastExportAt]))
    const findMoment = async (id: string) => (await global.api.exports.get.query({ id })).at
    const [json, csv, ofRome] = await Promise.all([exported[1]!, exported[2]!, rome].map(findMoment))
    const none = [unused, null] as const
    expect(await read(manager)).toEqual(new Map([[first, json], [second, csv], none]))
    expect(await read(centre)).toEqual(new Map([[first, ofRome], [second, null], none]))
    expect(await read(global)).toEqual(new Map([[first, ofRome], [second, csv], none]))
    expect((await global.api.savedFilters.get.query(first)).lastExportAt).toBe(ofRome)
  })

  test('shows nobody the exports of others, even when they are named', async () => {
    const { centre } = fixture
    expect(ids(await centre.api.exports.search.query({ person: 'dm@example.org' }))).toEqual([rome])
    await expect(centre.api.exports.get.query({ id: exported[0]! })).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } })
  })

  test('offers the people and filters with exports that the reader may see', async () => {
    expect(await fixture.global.api.exports.choices.query()).toEqual({
      people: ['ca@example.org', 'dm@example.org'],
      filters: [
        { id: second, name: 'Emoglobina' },
        { id: first, name: 'Ferritina' },
      ],
    })
    expect(await fixture.centre.api.exports.choices.query()).toEqual({
      people: ['ca@example.org'],
      filters: [{ id: first, name: 'Ferritina' }],
    })
  })

  test('has pages, even after a manifest of the same moment', async () => {
    const { server, manager } = fixture
    // More manifests than a page holds, all of one moment.
    await server.database.owner`
      INSERT INTO export_manifest (at, actor, as_role, filter_id, filter_version, format, columns, excluded_no_consent, set_hash)
      SELECT '2020-01-01', 'dm@example.org', 'DataManager', ${second}, 1, 'xml', '{SEX}', 0, '' FROM generate_series(1, 60)`
    const search = { format: 'xml' as const }
    const page = await manager.api.exports.search.query(search)
    expect(page.manifests).toHaveLength(50)
    const rest = await manager.api.exports.search.query({ ...search, cursor: page.next ?? undefined })
    expect(rest.next).toBeNull()
    expect(new Set([...ids(page), ...ids(rest)]).size).toBe(60)
  })

  test.each([
    ['export_manifest_at', 'true'],
    ['export_manifest_actor', `actor = 'dm@example.org'`],
    ['export_manifest_filter_at', 'filter_id = 1'],
    ['export_manifest_format', `format = 'csv'`],
  ])('reads the newest from the index %s', async (index, condition) => {
    const plan = await fixture.server.database.owner.begin(async (sql) => {
      await sql`SELECT set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`
      return sql.unsafe(`EXPLAIN SELECT * FROM export_manifest WHERE ${condition} ORDER BY at DESC, id DESC LIMIT 51`)
    })
    expect(JSON.stringify(plan)).toContain(`Index Scan Backward using ${index} `)
  })
})

describe('REQ-EXP-10: one manifest', () => {
  test('has columns, exclusions, small groups and the hash of the file, and no patient', async () => {
    const { centre } = fixture
    const manifest = await centre.api.exports.get.query({ id: rome })
    expect(manifest).toMatchObject({
      columns: ['SEX', 'FERRITIN_LAST'],
      patients: 1,
      excluded: { noConsent: 0, noAnswer: 0, noValue: 0 },
      uniqueRows: 1,
      rowsInSmallGroups: 1,
      generalised: false,
      labels: false,
      delimiter: 'comma',
      reason: null,
      ended: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(Object.keys(manifest).filter((name) => /patient_?ids|set_?hash/i.test(name))).toEqual([])
  })

  test('is found by a GlobalAdmin, who exported nothing', async () => {
    expect(await fixture.global.api.exports.get.query({ id: rome })).toMatchObject({ actor: 'ca@example.org' })
  })

  test('writes an audit entry that names it', async () => {
    await fixture.centre.api.exports.get.query({ id: rome })
    const entries = await fixture.server.readAuditLog()
    expect(
      entries.filter(({ command, action }) => command === 'export_manifests' && action === 'GET').map(({ detail }) => detail),
    ).toContain(`export ${rome}`)
  })
})
