import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFilterFixture, runFilter, type FilterFixture } from './testing/fixture.ts'

let fixture: FilterFixture
beforeAll(async () => {
  fixture = await createFilterFixture()
})
afterAll(() => fixture.server[Symbol.asyncDispose]())

const content = {
  name: 'Ordine',
  description: 'Colonne in ordine di scelta',
  where: { kind: 'predicates' as const, predicates: [] },
}
const fields = { PATIENT: ['SEX' as const], MEDICAL_DATA: { Surgery: ['BMT' as const], Laboratory: ['FERRITIN_LAST' as const] } }

describe('REQ-FIL-24: the order of the columns', () => {
  test('is that of the choice, after a save, on screen and in a file', async () => {
    const { manager } = fixture
    const order = ['FERRITIN_LAST' as const, 'SEX' as const, 'BMT' as const]
    const { id } = await manager.api.savedFilters.save.mutate({ ...content, fields: { ...fields, ORDER: [...order] } })
    expect((await manager.api.savedFilters.get.query(id)).fields?.ORDER).toEqual(order)
    expect((await manager.api.savedFilters.run.query({ id, asRole: 'DataManager' })).columns).toEqual(order)
    const file = await (await runFilter(manager, id, 'csv', 'DataManager')).text()
    expect(file.replace(/^\uFEFF/u, '').split('\r\n')[0]).toBe('FERRITIN_LAST,SEX,BMT')
    // The values follow their columns.
    expect(file).toContain('\r\n1500,F,true\r\n')
  })

  test('is that of the dictionary for an old program, which reads no order and removes it', async () => {
    const { manager } = fixture
    const { id } = await manager.api.savedFilters.save.mutate({ ...content, fields: { ...fields, ORDER: ['FERRITIN_LAST', 'SEX', 'BMT'] } })
    const { name, description } = content
    const answer = await manager.call('/inthem_query', { json: { action: 'LIST' } })
    expect(JSON.stringify(answer)).toContain('field_list')
    expect(JSON.stringify(answer)).not.toContain('ORDER')
    await manager.call('/inthem_query', { json: { action: 'MODIFY', id, name, description, field_list: fields, filter_list: {} } })
    expect((await manager.api.savedFilters.run.query({ id, asRole: 'DataManager' })).columns).toEqual(['SEX', 'BMT', 'FERRITIN_LAST'])
  })
})
