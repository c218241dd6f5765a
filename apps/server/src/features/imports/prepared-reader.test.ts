import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { csv, importFixture, type ImportFixture } from './testing/import-fixture.ts'

let kit: ImportFixture
let prepared = 0
beforeAll(async () => {
  kit = await importFixture({
    readers: (own) => ({
      ...own,
      prepare: () => {
        prepared += 1
        own.prepare()
      },
    }),
  })
})
afterAll(() => kit[Symbol.asyncDispose]())
beforeEach(() => {
  prepared = 0
})

const file = csv('CENTER_ID,WEIGHT', 'D1,90')

test('a reader is started while the file of a known caller arrives', async () => {
  await kit.patient('D1')
  const admin = await kit.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
  expect(await kit.sendBy(admin, '/putMedicalData', file)).toMatchObject({ ok: 1, ko: 0 })
  expect(prepared).toBe(1)
})

test('THREAT-23: no reader is started for a caller who is not known when the file arrives', async () => {
  expect(await kit.sendBy(kit.server.visitor('staff'), '/putMedicalData', file)).toMatchObject({ success: false })
  expect(prepared).toBe(0)
})
