import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFilter, createFilterFixture, filterContent, type FilterFixture } from './testing/fixture.ts'

let fixture: FilterFixture
beforeAll(async () => {
  fixture = await createFilterFixture()
})
afterAll(() => fixture.server[Symbol.asyncDispose]())

describe('REQ-FIL-19: the history of a filter', () => {
  test('has each version with its author, the newest first', async () => {
    const id = await addFilter(fixture.manager)
    const changed = { ...filterContent, name: 'Ferritina più alta', filter_list: undefined, sql_condition: 'FERRITIN_LAST > 2500' }
    await fixture.global.call('/inthem_query', { json: { action: 'MODIFY', id, ...changed } })
    const { versions, studies } = await fixture.rome.api.savedFilters.history.query(id)
    expect(versions.map(({ version, name, changedBy }) => [version, name, changedBy])).toEqual([
      [2, 'Ferritina più alta', 'ga@example.org'],
      [1, 'Ferritina alta', 'dm@example.org'],
    ])
    expect(versions[0]?.where).toMatchObject({ kind: 'sql', text: 'FERRITIN_LAST > 2500', tree: { op: '>' } })
    expect(versions[1]?.where).toMatchObject({ kind: 'predicates', predicates: [{ field: 'FERRITIN_LAST', value: 1000 }] })
    expect(studies).toEqual([])
  })

  test('names the studies that use the filter', async () => {
    const id = await addFilter(fixture.manager)
    await fixture.server.database.owner`
      INSERT INTO clinical_study (id, title, description, main_centre, type, filter_id, sf36_version)
      SELECT 'IRON', 'Ferro e cuore', 'x', 'RM01', 'EA', ${id}, max(version) FROM sf36_version`
    expect((await fixture.rome.api.savedFilters.history.query(id)).studies).toEqual([{ id: 'IRON', title: 'Ferro e cuore' }])
  })

  test('shows a version that cannot be read any more as broken', async () => {
    const id = await addFilter(fixture.manager)
    const { owner } = fixture.server.database
    await owner.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'ga@example.org', true)`
      await sql`UPDATE saved_filter SET condition = '{"kind":"nothing"}' WHERE id = ${id}`
    })
    expect((await fixture.manager.api.savedFilters.history.query(id)).versions[0]).toMatchObject({ version: 2, where: null })
  })

  test('of an unknown filter is an error', async () => {
    const unknown = fixture.manager.api.savedFilters.history.query(999_999)
    await expect(unknown).rejects.toMatchObject({ data: { detail: { code: 'filter_not_found' } } })
  })
})
