import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorMessages, type ErrorCode } from '@registry/domain/error-messages'
import { savedViewsMax } from '@registry/domain/saved-views'
import { createImportFixture, type ImportFixture } from '../imports/testing/import-fixture.ts'

type Staff = Awaited<ReturnType<ImportFixture['server']['staff']>>
let fixture: ImportFixture
let ada: Staff
let bruno: Staff
let milan: Staff

beforeAll(async () => {
  fixture = await createImportFixture()
  ada = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ada@example.org')
  bruno = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'bruno@example.org')
  milan = await fixture.server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const content = {
  name: 'Risonanze in ritardo',
  shared: false,
  order: { column: 'mri', descending: true },
  phenotype: 'TDT',
  tasks: ['mri'],
} as const
type Content = Parameters<Staff['api']['workListViews']['save']['mutate']>[0]
const save = (who: Staff, more: Partial<Content> = {}) =>
  who.api.workListViews.save.mutate({ ...content, tasks: [...content.tasks], ...more })
const list = (who: Staff) => who.api.workListViews.list.query({})
const find = async (who: Staff, name: string) => (await list(who)).find((view) => view.name === name)!
const rejectedField = (name: string, code: ErrorCode) => ({ data: { detail: { fields: { [name]: errorMessages[code].message } } } })
const rejected = (code: string) => ({ data: { detail: { code } } })

describe('REQ-CRF-22: saved views', () => {
  test('show order and filters again, to their owner only', async () => {
    await save(ada)
    expect(await find(ada, content.name)).toMatchObject({ ...content, isOwn: true, owner: expect.any(String) })
    expect(await list(bruno)).toEqual([])
    expect(await list(milan)).toEqual([])
  })

  test('are shared with the centre, renamed and changed by their owner', async () => {
    await save(ada, { name: 'Mia' })
    const { id } = await find(ada, 'Mia')
    const changed = { ...content, tasks: [], phenotype: null, name: 'Del centro', shared: true }
    await ada.api.workListViews.change.mutate({ id, ...changed })
    expect(await find(bruno, 'Del centro')).toMatchObject({ ...changed, isOwn: false })
    expect((await list(milan)).map(({ name }) => name)).not.toContain('Del centro')
    await expect(bruno.api.workListViews.change.mutate({ id, ...changed, name: 'x' })).rejects.toMatchObject(
      rejected('work_list_view_not_found'),
    )
  })

  test('are deleted by their owner, and shared ones by each person of the centre', async () => {
    await save(ada, { name: 'Sola' })
    await save(ada, { name: 'Di tutti', shared: true })
    const [own, shared] = [(await find(ada, 'Sola')).id, (await find(ada, 'Di tutti')).id]
    const notFound = rejected('work_list_view_not_found')
    await expect(bruno.api.workListViews.remove.mutate({ id: own })).rejects.toMatchObject(notFound)
    await expect(milan.api.workListViews.remove.mutate({ id: shared })).rejects.toMatchObject(notFound)
    await bruno.api.workListViews.remove.mutate({ id: shared })
    await ada.api.workListViews.remove.mutate({ id: own })
    expect((await list(ada)).map(({ name }) => name)).not.toEqual(expect.arrayContaining(['Sola', 'Di tutti']))
  })

  test('have a name that is unique for the person', async () => {
    await save(ada, { name: 'Doppia' })
    await expect(save(ada, { name: ' Doppia ' })).rejects.toMatchObject(rejectedField('name', 'work_list_view_name_used'))
    await save(bruno, { name: 'Doppia' })
  })

  test('have no code or name of a patient, and no phenotype that is a text', async () => {
    await fixture.patient('VIEW-77', { surname: 'VERDI', name: 'LINA' })
    const named = rejectedField('name', 'work_list_view_names_patient')
    await expect(save(ada, { name: 'Chiamare view-77' })).rejects.toMatchObject(named)
    await expect(save(ada, { name: 'Lina Verdi' })).rejects.toMatchObject(named)
    await save(ada, { name: 'Reparto verdi' })
    const { id } = await find(ada, 'Reparto verdi')
    await expect(ada.api.workListViews.change.mutate({ ...content, tasks: [], id, name: 'VERDI LINA' })).rejects.toMatchObject(named)
    await expect(save(ada, { name: 'Altra', phenotype: 'VERDI' })).rejects.toMatchObject(rejectedField('phenotype', 'value_not_listed'))
  })

  test('leave an entry in the audit log with their id, and without their name', async () => {
    await save(ada, { name: 'Registrata' })
    const { id } = await find(ada, 'Registrata')
    const [entry] = await fixture.server.database.owner<{ detail: string }[]>`
      SELECT detail FROM audit_log WHERE action = 'SAVE_VIEW' ORDER BY id DESC LIMIT 1`
    expect(entry!.detail).toBe(`view ${id}`)
  })

  test(`are ${savedViewsMax} at most for a person at a centre`, async () => {
    for (let number = 0; number < savedViewsMax; number += 1) await save(milan, { name: `Vista ${number}` })
    await expect(save(milan, { name: 'Di troppo' })).rejects.toMatchObject(rejected('work_list_view_limit'))
    await save(bruno, { name: 'Un’altra' })
  })
})
