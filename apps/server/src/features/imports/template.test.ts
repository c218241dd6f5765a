import { importCommands } from '@registry/domain/imports/columns'
import { read } from '@registry/tabular/testing/tables'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImportFixture, type ImportFixture } from './testing/import-fixture.ts'

let fixture: ImportFixture
let admin: Awaited<ReturnType<ImportFixture['server']['staff']>>
beforeAll(async () => {
  fixture = await createImportFixture()
  admin = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
})
afterAll(() => fixture[Symbol.asyncDispose]())

const ask = (command: string, format: string) => admin.get(`/importTemplate?command=${command}&format=${format}&lang=en`)
const readBytes = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())

test.each(importCommands)('REQ-IMP-14: the templates of %s are accepted by their import, which finds no rows', async (command) => {
  for (const format of ['csv', 'xlsx']) {
    const template = await readBytes(await ask(command, format))
    expect(await fixture.sendBy(admin, `/${command}`, template, { format })).toMatchObject({ success: true, ok: 0, ko: 0 })
  }
})

test('REQ-IMP-14: another program reads the explanation of a column and the values of its table', async () => {
  const workbook = await readBytes(await ask('putMedicalData', 'xlsx'))
  const columns = await readSheet(workbook, 2)
  expect(columns).toContainEqual([
    'WEIGHT',
    'Weight',
    'Last measured body weight',
    'General data',
    'number',
    'kg',
    '1',
    '250',
    null,
    'optional; an empty cell keeps the value, \\N clears it, \\N:unknown says why',
  ])
  expect(columns.map(([name]) => name)).not.toContain('COMPLICATIONS_NUM')
  const values = await readSheet(workbook, 'Values')
  expect(values).toContainEqual(['svc_covid_outcome', 'UNK', 'Not known'])
  const { columns: names } = await read(workbook, { format: 'xlsx' })
  expect(names).toEqual(columns.slice(1).map(([name]) => name))
})

test('REQ-IMP-14: an unknown import is rejected, and other roles get no template', async () => {
  expect(await (await ask('other', 'csv')).json()).toMatchObject({ success: false, code: 'validation_failed' })
  const manager = await fixture.server.staff([{ role: 'DataManager', areaid: 'W' }])
  expect(await (await manager.get('/importTemplate?command=createPatients&format=csv')).json()).toMatchObject({
    code: 'permission_denied',
  })
})
