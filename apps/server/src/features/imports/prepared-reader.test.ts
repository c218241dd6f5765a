import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { csv, createImportFixture, type ImportFixture } from './testing/import-fixture.ts'

let fixture: ImportFixture
let prepared = 0
beforeAll(async () => {
  fixture = await createImportFixture({
    readers: (own) => ({
      ...own,
      prepare: () => {
        prepared += 1
        own.prepare()
      },
    }),
  })
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => {
  prepared = 0
})

const file = csv('CENTER_ID,WEIGHT', 'D1,90')

test('a reader starts while the file of a known caller arrives', async () => {
  await fixture.patient('D1')
  const admin = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
  expect(await fixture.sendBy(admin, '/putMedicalData', file)).toMatchObject({ ok: 1, ko: 0 })
  expect(prepared).toBe(1)
})

test('THREAT-23: no reader starts for a caller who is unknown when the file arrives', async () => {
  expect(await fixture.sendBy(fixture.server.visitor('staff'), '/putMedicalData', file)).toMatchObject({ success: false })
  expect(prepared).toBe(0)
})
