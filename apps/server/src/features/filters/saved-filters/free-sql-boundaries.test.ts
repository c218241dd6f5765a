import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFilter, createFilterFixture, filterContent, runFilter, type FilterFixture, type Staff } from './testing/fixture.ts'
import { hostileSql, unlistedSql } from './testing/hostile-sql.ts'

let fixture: FilterFixture
let manager: Staff
let rome: Staff
let filterId: number

beforeAll(async () => {
  fixture = await createFilterFixture()
  ;({ manager, rome } = fixture)
  filterId = await addFilter(manager)
})
afterAll(() => fixture.server[Symbol.asyncDispose]())

const hostile = Object.values(hostileSql).flat()
const fields = { PATIENT: ['SEX' as const], MEDICAL_DATA: {} }
const save = (text: string) =>
  manager.api.savedFilters.save.mutate({ name: 'n', description: 'd', fields, where: { kind: 'sql', text } }).then(
    () => 'saved',
    () => 'refused',
  )

/** Stores a text without the server, like a script with the database password. */
const store = (where: object) =>
  fixture.server.database.owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'migration', true)`
    await sql`UPDATE saved_filter SET condition = ${JSON.stringify(where)}::text::jsonb WHERE id = ${filterId}`
  })

const forEachInParallel = async (texts: readonly string[], check: (text: string) => Promise<void>): Promise<void> => {
  for (let start = 0; start < texts.length; start += 10) await Promise.all(texts.slice(start, start + 10).map(check))
}

const countFilters = async (): Promise<number> => {
  const [row] = await fixture.server.database.owner<{ count: number }[]>`SELECT count(*)::int FROM saved_filter`
  return row?.count ?? 0
}

describe('THREAT-01: no hostile text is saved, counted or run', () => {
  test('the form cannot save or count any of them', async () => {
    const before = await countFilters()
    await forEachInParallel([...hostile, ...unlistedSql], async (text) => expect(await save(text), text.slice(0, 80)).toBe('refused'))
    // A count ends the earlier count of the same person, so counts come one after the other.
    for (const text of hostile.filter((_, index) => index % 5 === 0)) {
      const where = { kind: 'sql' as const, text }
      await expect(manager.api.savedFilters.count.query({ asRole: 'DataManager', where }), text.slice(0, 80)).rejects.toThrow()
    }
    expect(await countFilters()).toBe(before)
    expect(await manager.api.savedFilters.get.query(filterId)).toMatchObject({ version: 1 })
  })

  test('old programs cannot save any of them, and RUN accepts none', async () => {
    const before = await countFilters()
    const actions = [
      { action: 'ADD' },
      { action: 'MODIFY', id: filterId },
      { action: 'RUN', id: filterId, format: 'video', as_role: 'DataManager' },
    ]
    const texts = hostile.filter((each) => each.trim() !== '')
    await forEachInParallel(texts, async (text) => {
      for (const more of actions) {
        const body = { ...filterContent, filter_list: undefined, ...more, sql_condition: text }
        expect(await manager.call('/inthem_query', { json: body }), `${more.action} ${text.slice(0, 80)}`).toMatchObject({ success: false })
      }
    })
    expect(await countFilters()).toBe(before)
  })

  test('a row with one of them is shown as broken and never runs', async () => {
    for (const text of hostile.filter((each) => each.isWellFormed() && !each.includes('\0'))) {
      await store({ kind: 'sql', text })
      const run = manager.api.savedFilters.run.query({ id: filterId, asRole: 'DataManager' })
      await expect(run, text.slice(0, 80)).rejects.toThrow('non può più essere eseguito')
    }
    expect(await manager.api.savedFilters.get.query(filterId)).toMatchObject({ where: null })
    for (const format of ['csv', 'video'])
      expect(await (await runFilter(manager, filterId, format, 'DataManager')).json()).toMatchObject({ code: 'filter_broken' })
  })

  test('a row cannot contain a tree in addition to a good text', async () => {
    const tree = { op: 'is null', of: { field: 'HB' } }
    for (const where of [
      { kind: 'sql', text: 'HB > 9', tree },
      { kind: 'sql', tree },
      { kind: 'sql', text: ['HB > 9'] },
    ]) {
      await store(where)
      expect(await (await runFilter(manager, filterId, 'video', 'DataManager')).json()).toMatchObject({ code: 'filter_broken' })
    }
  })
})

describe('REQ-FIL-04: free SQL keeps the boundaries', () => {
  const run = async (caller: Staff, role: string, text: string) => {
    await store({ kind: 'sql', text })
    return (await (await runFilter(caller, filterId, 'video', role)).json()) as { rows?: Record<string, unknown>[]; total?: number }
  }

  test('it finds the patients of the role, and none by a value without consent', async () => {
    const all = 'FERRITIN_LAST IS NULL OR FERRITIN_LAST IS NOT NULL'
    expect(await run(rome, 'CenterAdmin', all)).toMatchObject({ total: 1 })
    expect(await run(manager, 'DataManager', all)).toMatchObject({ total: 2 })
    expect(await run(manager, 'DataManager', 'FERRITIN_LAST > 2500')).toMatchObject({ total: 0 })
    expect(await run(manager, 'DataManager', 'NOT (FERRITIN_LAST > 2500)')).toMatchObject({ total: 2 })
    expect(await run(manager, 'DataManager', 'coalesce(FERRITIN_LAST, 0) = 0')).toMatchObject({ total: 0 })
    expect(await run(manager, 'DataManager', "SEX IN ('F', 'M')")).toMatchObject({ total: 3 })
    expect(await run(rome, 'CenterAdmin', "center_code = 'MI01'")).toMatchObject({ total: 0 })
  })

  test('a calculation beyond the largest number is an error that explains what to do', async () => {
    for (const text of ['power(FERRITIN_LAST, 900) > 1', 'FERRITIN_LAST * 1e308 > 1'])
      expect(await run(manager, 'DataManager', text)).toMatchObject({ success: false, code: 'filter_number_too_large' })
    const answer = await runFilter(manager, filterId, 'csv', 'DataManager')
    expect(await answer.json()).toMatchObject({ success: false, code: 'filter_number_too_large' })
  })
})

describe('checking a text while it is written', () => {
  test('answers the tree', async () => {
    expect(await manager.api.savedFilters.checkSql.query('hb > 9')).toEqual({
      tree: { op: '>', left: { field: 'HB' }, right: { value: 9 } },
      problem: null,
    })
  })

  test('REQ-FIL-13: returns the problem and its location', async () => {
    expect(await manager.api.savedFilters.checkSql.query("HB > 9 AND\nSEX = 'Q'")).toEqual({
      tree: null,
      problem: { message: expect.stringContaining("'Q' non è un valore del campo SEX"), offset: 17, length: 3, line: 2 },
    })
  })

  test('rejects a text of 4001 characters', async () => {
    await expect(manager.api.savedFilters.checkSql.query(`HB > 9${' '.repeat(3995)}`)).rejects.toThrow()
  })
})
