import { eventually } from '@registry/db/testing/eventually'
import { listWaiting } from '@registry/db/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStudiesFixture, type StudiesFixture } from './testing/studies-fixture.ts'

let fixture: StudiesFixture
beforeAll(async () => {
  fixture = await createStudiesFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const uploads = {
  ConfTable: {
    caller: () => fixture.admin,
    locked: 'reference_value',
    path: '/admin/ConfTable',
    fields: { table_name: 'svc_ecrf', action: 'APPEND' },
    content: 'id,trans_it,trans_en\r\nHALTED,x,x\r\n',
  },
  putStudyPatients: {
    caller: () => fixture.rome,
    locked: 'clinical_study',
    path: '/putStudyPatients',
    fields: {},
    content: 'StudyCode,center_id,approved\r\nHALTED,A1,true\r\n',
  },
} as const

test.each(Object.keys(uploads) as (keyof typeof uploads)[])(
  'REQ-IMP-16: a stopped %s stores nothing, and the log records it',
  async (command) => {
    const { caller, locked, path, fields, content } = uploads[command]
    const { owner } = fixture.server.database
    const stop = new AbortController()
    await owner.begin(async (sql) => {
      await sql`LOCK TABLE ${sql(locked)} IN ACCESS EXCLUSIVE MODE`
      const body = { multipart: { format: 'csv', ...fields }, file: { name: 'file.csv', content } }
      const sent = expect(caller().post(path, body, {}, stop.signal)).rejects.toThrow('aborted')
      await eventually(async () => expect(await listWaiting(owner)).not.toEqual([]))
      stop.abort()
      await sent
    })
    await eventually(async () => {
      const entry = (await fixture.server.readAuditLog()).findLast((one) => one.command === command)
      expect(entry).toMatchObject({ outcome: 'refused', detail: expect.stringContaining('import_stopped') })
    })
    expect(await owner`SELECT FROM reference_value WHERE id = 'HALTED'`).toEqual([])
  },
)
