import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addFilter, createFilterFixture, filterContent, runFilter, type FilterFixture } from './testing/fixture.ts'

let fixture: FilterFixture
beforeAll(async () => {
  fixture = await createFilterFixture()
})
afterAll(() => fixture.server[Symbol.asyncDispose]())

const isError = (code: string) => ({ data: { detail: { code } } })

const addStudy = async (id: string, filterId: number): Promise<void> => {
  await fixture.server.database.owner`
    INSERT INTO clinical_study (id, title, description, main_centre, type, filter_id, sf36_version)
    SELECT ${id}, 'Ferro e cuore', 'x', 'RM01', 'EA', ${filterId}, max(version) FROM sf36_version`
}

const Listed = z.object({ rows: z.object({ id: z.number() }).array() })
const listIds = async (): Promise<number[]> => {
  const { rows } = Listed.parse(await fixture.rome.call('/inthem_query', { json: { action: 'LIST' } }))
  return rows.map(({ id }) => id)
}

describe('REQ-FIL-20: a disabled filter', () => {
  test('neither runs nor exports for anybody, and runs again when it is enabled', async () => {
    const { manager, rome } = fixture
    const id = await addFilter(manager)
    const disabled = await manager.api.savedFilters.disable.mutate({ id, version: 1 })
    expect(disabled).toMatchObject({ isDisabled: true, version: 2 })
    const run = { id, asRole: 'DataManager' as const }
    await expect(manager.api.savedFilters.run.query(run)).rejects.toMatchObject(isError('filter_disabled'))
    await expect(manager.api.savedFilters.exportRisk.query(run)).rejects.toMatchObject(isError('filter_disabled'))
    for (const format of ['video', 'csv'])
      expect(await (await runFilter(rome, id, format, 'CenterAdmin')).json()).toMatchObject({ success: false, code: 'filter_disabled' })
    const [{ manifests } = { manifests: -1 }] = await fixture.server.database.owner<
      { manifests: number }[]
    >`SELECT count(*)::int AS manifests FROM export_manifest WHERE filter_id = ${id}`
    expect(manifests).toBe(0)
    expect(await listIds()).toContain(id)
    await manager.api.savedFilters.enable.mutate({ id, version: 2 })
    expect(await (await runFilter(rome, id, 'video', 'CenterAdmin')).json()).toMatchObject({ success: true, total: 1 })
  })

  test('shows in its history who disabled it', async () => {
    const id = await addFilter(fixture.manager)
    await fixture.global.api.savedFilters.disable.mutate({ id, version: 1 })
    const { versions } = await fixture.rome.api.savedFilters.history.query(id)
    expect(versions.map(({ isDisabled, changedBy }) => [isDisabled, changedBy])).toEqual([
      [true, 'ga@example.org'],
      [false, 'dm@example.org'],
    ])
    const log = await fixture.server.readAuditLog()
    expect(log.find(({ action, detail }) => action === 'DISABLE' && detail === `filter ${id}`)).toMatchObject({
      username: 'ga@example.org',
    })
  })

  test('is no choice for a study', async () => {
    const id = await addFilter(fixture.manager)
    await fixture.manager.api.savedFilters.disable.mutate({ id, version: 1 })
    const { filters } = await fixture.global.api.studies.options.query()
    expect(filters.map((filter) => filter.id)).not.toContain(id)
    await expect(addStudy('DISABLED', id)).rejects.toMatchObject({ constraint_name: 'clinical_study_filter_active' })
  })

  test('is disabled by its author or a GlobalAdmin, at the version that they read', async () => {
    const { manager, rome, global } = fixture
    const id = await addFilter(manager)
    await expect(rome.api.savedFilters.disable.mutate({ id, version: 1 })).rejects.toMatchObject(isError('filter_not_yours'))
    await expect(rome.api.savedFilters.remove.mutate({ id, version: 1 })).rejects.toMatchObject(isError('filter_not_yours'))
    await manager.call('/inthem_query', { json: { action: 'MODIFY', id, ...filterContent, name: 'Nuovo' } })
    await expect(global.api.savedFilters.disable.mutate({ id, version: 1 })).rejects.toMatchObject(isError('filter_changed'))
    expect(await global.api.savedFilters.get.query(id)).toMatchObject({ isDisabled: false })
  })
})

describe('REQ-FIL-21: a deleted filter', () => {
  test('is in no list, and its versions and manifests stay', async () => {
    const { manager, global } = fixture
    const id = await addFilter(manager)
    await (await runFilter(manager, id, 'csv', 'DataManager')).text()
    await manager.api.savedFilters.remove.mutate({ id, version: 1 })
    expect(await listIds()).not.toContain(id)
    await expect(global.api.savedFilters.get.query(id)).rejects.toMatchObject(isError('filter_not_found'))
    await expect(global.api.savedFilters.history.query(id)).rejects.toMatchObject(isError('filter_not_found'))
    expect(await (await runFilter(manager, id, 'csv', 'DataManager')).json()).toMatchObject({ code: 'filter_not_found' })
    expect(
      await fixture.server.database.owner`
      SELECT v.name, v.version, m.actor FROM export_manifest AS m JOIN saved_filter_version AS v ON (v.filter_id, v.version) = (m.filter_id, m.filter_version)
      WHERE m.filter_id = ${id}`,
    ).toEqual([{ name: filterContent.name, version: 1, actor: 'dm@example.org' }])
  })

  test('never returns and never changes, also by the owner of the database', async () => {
    const id = await addFilter(fixture.manager)
    await fixture.manager.api.savedFilters.remove.mutate({ id, version: 1 })
    await expect(fixture.manager.api.savedFilters.enable.mutate({ id, version: 2 })).rejects.toMatchObject(isError('filter_not_found'))
    const back = fixture.server.database.owner`UPDATE saved_filter SET state = 'active' WHERE id = ${id}`
    await expect(back).rejects.toMatchObject({ constraint_name: 'saved_filter_deleted' })
  })

  test('is rejected while a study uses it, and possible once the study is deleted', async () => {
    const { manager, server } = fixture
    const id = await addFilter(manager)
    await addStudy('USES', id)
    expect(await manager.api.savedFilters.get.query(id)).toMatchObject({ studies: 1, mayChange: true })
    for (const action of ['disable', 'remove'] as const)
      await expect(manager.api.savedFilters[action].mutate({ id, version: 1 })).rejects.toMatchObject(isError('filter_in_use'))
    const direct = server.database.owner`UPDATE saved_filter SET state = 'deleted' WHERE id = ${id}`
    await expect(direct).rejects.toMatchObject({ constraint_name: 'saved_filter_in_use' })
    await server.database.owner`UPDATE clinical_study SET deleted_at = now() WHERE id = 'USES'`
    await manager.api.savedFilters.remove.mutate({ id, version: 1 })
    expect(await listIds()).not.toContain(id)
  })
})
