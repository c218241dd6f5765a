import { errorMessages, type ErrorCode } from '@registry/domain/error-messages'
import { savedViewsMax } from '@registry/domain/saved-views'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'

type Staff = Awaited<ReturnType<TestServer['staff']>>
let server: TestServer
let ada: Staff
let bruno: Staff

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.staff([{ role: 'GlobalAdmin', areaid: 'IT' }], 'ada@example.org')
  bruno = await server.staff([{ role: 'GlobalAdmin', areaid: 'IT' }], 'bruno@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

const content = { name: 'Accessi di Roma', command: 'login', action: '', username: 'center RM01', days: 7, limit: 100 } as const
const save = (who: Staff, more: object = {}) => who.api.auditLogViews.save.mutate({ ...content, ...more })
const list = (who: Staff) => who.api.auditLogViews.list.query()
const find = async (who: Staff, name: string) => (await list(who)).find((view) => view.name === name)!
const rejectedField = (name: string, code: ErrorCode) => ({ data: { detail: { fields: { [name]: errorMessages[code].message } } } })
const rejected = (code: string) => ({ data: { detail: { code } } })

describe('REQ-ADM-17: saved searches of the log', () => {
  test('show their conditions again, to their owner only', async () => {
    await save(ada)
    expect(await list(ada)).toEqual([{ id: expect.any(Number), ...content }])
    expect(await list(bruno)).toEqual([])
  })

  test('are changed and deleted by their owner only', async () => {
    await save(ada, { name: 'Mia' })
    const { id } = await find(ada, 'Mia')
    const changed = { ...content, name: 'Senza limite', days: null }
    const notFound = rejected('work_list_view_not_found')
    await expect(bruno.api.auditLogViews.change.mutate({ id, ...changed })).rejects.toMatchObject(notFound)
    await expect(bruno.api.auditLogViews.remove.mutate({ id })).rejects.toMatchObject(notFound)
    await ada.api.auditLogViews.change.mutate({ id, ...changed })
    expect(await find(ada, 'Senza limite')).toEqual({ id, ...changed })
    await ada.api.auditLogViews.remove.mutate({ id })
    expect((await list(ada)).map(({ name }) => name)).not.toContain('Senza limite')
  })

  test('have a name that is unique for the person, and never a patient', async () => {
    await save(ada, { name: 'Doppia' })
    await expect(save(ada, { name: ' Doppia ' })).rejects.toMatchObject(rejectedField('name', 'work_list_view_name_used'))
    await save(bruno, { name: 'Doppia' })
    await expect(save(ada, { name: 'Uno', username: 'Patient 12' })).rejects.toMatchObject(
      rejectedField('username', 'audit_log_view_names_patient'),
    )
  })

  test('leave an entry in the log with their id, and without their name', async () => {
    await save(ada, { name: 'Registrata' })
    const { id } = await find(ada, 'Registrata')
    const entry = (await server.readAuditLog()).find(({ action, detail }) => action === 'SAVE_VIEW' && detail === `view ${id}`)
    expect(entry).toMatchObject({ command: 'log_query', username: 'ada@example.org' })
  })

  test(`are ${savedViewsMax} at most for a person`, async () => {
    const free = savedViewsMax - (await list(bruno)).length
    for (let number = 0; number < free; number += 1) await save(bruno, { name: `Vista ${number}` })
    await expect(save(bruno, { name: 'Di troppo' })).rejects.toMatchObject(rejected('work_list_view_limit'))
  })
})
