import { makeCentre } from '@registry/db/testing/fixtures'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, createImportFixture, type ImportFixture } from './testing/import-fixture.ts'

let fixture: ImportFixture
let admin: Awaited<ReturnType<ImportFixture['server']['staff']>>
beforeAll(async () => {
  fixture = await createImportFixture()
  admin = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

test('REQ-IMP-15: a centre reads who imported which file, with its report, and nothing of another centre', async () => {
  await fixture.patient('H1')
  await fixture.send('/putMedicalData', csv('CENTER_ID,WEIGHT', 'H1,900'))
  await fixture.sendBy(admin, '/putMedicalData', csv('CENTER_ID,WEIGHT', 'H1,60'))
  await fixture.send('/putMedicalData', csv('CENTER_ID,WEIGHT', 'H1,900'), { more: { dry_run: 'true' } })
  await fixture.send('/putMedicalData', csv('CENTER_ID,WEIGHT', 'X1,60'), { centre: 'MI01' })
  const { files } = await admin.api.imports.list.query({})
  const common = { at: expect.any(String), command: 'putMedicalData', format: 'csv', undone: null }
  expect(files).toEqual([
    { ...common, id: expect.any(String), actor: 'rome@example.org', ok: 1, ko: 0 },
    { ...common, id: expect.any(String), actor: 'center RM01', ok: 0, ko: 1 },
  ])
  const report = await admin.api.imports.report.query({ id: files[1]!.id })
  expect(report).toMatchObject({ ok: 0, ko: 1, detail: [{ row: 1, key: 'H1', field: 'WEIGHT', code: 'value_too_high' }] })
  const milan = await fixture.server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
  await expect(milan.api.imports.report.query({ id: files[1]!.id })).rejects.toMatchObject({ data: { detail: { code: 'not_found' } } })
  await expect(milan.api.imports.list.query({ centre: 'RM01' })).rejects.toMatchObject({ data: { detail: { code: 'permission_denied' } } })
})

test('REQ-IMP-15: a long list is read page by page, and each file is on one page', async () => {
  const { owner } = fixture.server.database
  await makeCentre(owner, 'NA01')
  await owner`INSERT INTO import_run (at, actor, centre_code, command, format, file_hash, ok, ko)
    SELECT timestamptz '2026-01-01' + make_interval(hours => n / 2), 'center NA01', 'NA01', 'createPatients', 'csv', '', n, 0 FROM generate_series(1, 120) AS n`
  const naples = await fixture.server.staff([{ role: 'CenterAdmin', center: 'NA01' }], 'naples@example.org')
  const counts: number[] = []
  let cursor: string | undefined
  do {
    const page = await naples.api.imports.list.query(cursor === undefined ? {} : { cursor })
    counts.push(...page.files.map(({ ok }) => ok))
    cursor = page.next
  } while (cursor !== undefined)
  expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
})
