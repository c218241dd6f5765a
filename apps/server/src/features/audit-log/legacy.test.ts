import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['staff']>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
  await server.database.owner`
    INSERT INTO audit_log (at, username, command, action, from_host, duration_milli, detail, outcome)
    VALUES ('2025-01-02T12:00:00Z', 'patient 7', 'login', '', '10.0.0.9', 12, '=HYPERLINK("x")', 'refused'),
      ('2025-01-01T12:00:00Z', 'ada@example.org', 'login', 'CODE', '10.0.0.9', 9, '', 'done')`
})
afterAll(() => server[Symbol.asyncDispose]())

const ask = (fields: object) => admin.call('/admin/log_query', { json: fields })
const old = { command: 'login', date_range_min: '2025-01-01', date_range_max: '2025-01-31' }
const row = (timestamp: string, username: string, action: string, duration_milli: number, detail: string) => ({
  timestamp,
  username,
  command: 'login',
  action,
  from_host: '10.0.0.9',
  duration_milli,
  detail,
})
const patientRow = row('2025-01-02T12:00:00.000Z', 'patient 7', '', 12, '=HYPERLINK("x")')
const userRow = row('2025-01-01T12:00:00.000Z', 'ada@example.org', 'CODE', 9, '')

describe('REQ-ADM-03: /admin/log_query', () => {
  test('answers the entries of a command, newest first, with what can be searched', async () => {
    const answer = await ask({ ...old, limit: '10', inline: 'true', format: 'video' })
    expect(answer).toMatchObject({
      success: true,
      commands: expect.arrayContaining(['login']),
      actions: expect.arrayContaining(['CODE']),
      users: ['ga@example.org'],
      rows: [patientRow, userRow],
    })
  })

  test('finds a patient as the log names one, and an action', async () => {
    expect(await ask({ ...old, username: 'patient 7' })).toMatchObject({ rows: [patientRow] })
    expect(await ask({ ...old, action2search: 'CODE', username: '' })).toMatchObject({ rows: [userRow] })
    expect(await ask({ ...old, sort_col: 'duration_milli', sort_direction: 'ASC' })).toMatchObject({ rows: [userRow, patientRow] })
  })

  test('returns files in which no text runs as a formula', async () => {
    const csv = await admin.post('/admin/log_query', { json: { ...old, format: 'csv' } })
    expect(csv.headers.get('content-disposition')).toContain('log.csv')
    const text = await csv.text()
    expect(text).toContain('timestamp,username,command,action,from_host,duration_milli,detail')
    expect(text).toContain(`patient 7,login,"",10.0.0.9,12,"'=HYPERLINK(""x"")"`)
    for (const format of ['xlsx', 'xml']) {
      const file = await admin.post('/admin/log_query', { json: { ...old, format } })
      expect(file.headers.get('content-disposition')).toContain(`log.${format}`)
      expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(100)
    }
    expect(await ask({ ...old, format: 'json' })).toMatchObject({ success: true, rows: [patientRow, userRow] })
    expect((await server.readAuditLog()).filter(({ command }) => command === 'log_query').at(-3)).toMatchObject({
      detail: expect.stringMatching(/^command login, .*2 entries; xlsx$/),
    })
  })

  test.each([
    ['sort_col', { sort_col: 'timestamp; DROP TABLE audit_log' }, 'Il log si ordina solo'],
    ['sort_col', { sort_col: '(SELECT 1)' }, 'Il log si ordina solo'],
    ['sort_col', { sort_direction: 'desc NULLS LAST' }, 'Il log si ordina solo'],
    ['limit', { limit: 11 }, 'Scegli 10, 100 o 1000 risultati'],
    ['limit', { limit: 0 }, 'Scegli 10, 100 o 1000 risultati'],
    ['limit', { limit: -10 }, 'Scegli 10, 100 o 1000 risultati'],
    ['date_range_min', { date_range_min: '2025-02-30' }, 'Data non valida'],
    ['date_range_max', { date_range_max: '2999-01-01' }, 'futur'],
    ['date_range_max', { date_range_max: '2024-01-01' }, 'La data finale non può precedere quella iniziale'],
    ['username', { username: 'patient 99999999999' }, 'Scrivi il numero del paziente'],
    ['action2search', { action2search: 'a'.repeat(256) }, 'Il testo può avere al massimo 255 caratteri'],
    ['format', { format: 'pdf' }, ''],
  ])('names the field %s of %j', async (field, part, message) => {
    const answer = await ask({ ...old, ...part })
    expect(answer).toMatchObject({ success: false, code: 'validation_failed', fields: { [field]: expect.stringContaining(message) } })
    expect(Object.keys(answer['fields'] as object)).toEqual([field])
  })

  test('THREAT-03: SQL in a searched text finds nothing and breaks nothing', async () => {
    for (const text of [`' OR 1=1 --`, `login'; DELETE FROM audit_log; --`, '$$', '%', '\\']) {
      expect(await ask({ command: text })).toMatchObject({ success: true, rows: [] })
      expect(await ask({ username: text })).toMatchObject({ success: true, rows: [] })
    }
    expect(await ask(old)).toMatchObject({ rows: [patientRow, userRow] })
  })

  test('rejects a character that no text of the log can hold', async () => {
    expect(await ask({ command: 'lo\u0000gin' })).toMatchObject({ success: false, code: 'validation_failed' })
  })
})
