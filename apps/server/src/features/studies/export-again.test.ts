import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giveConsents } from '@registry/db/testing/fixtures'
import { completeExport } from '../../testing/complete-export.ts'
import { createAnsweredStudies, type AnsweredStudies } from './testing/answered-studies.ts'
import { today } from './testing/studies-fixture.ts'

let studies: AnsweredStudies
let fixture: AnsweredStudies['fixture']
beforeAll(async () => {
  studies = await createAnsweredStudies()
  fixture = studies.fixture
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => fixture.setDay(today))

describe('REQ-EXP-11: a repeated file of a study', () => {
  const exportOnce = async (id: string, format: string, staff = fixture.manager, role = 'DataManager') =>
    completeExport(fixture.server.database.owner, await studies.exportStudy(staff, id, role, format))
  const again = (id: string, staff = fixture.manager) => staff.post('/study_export_again', { json: { id } })
  const rejected = async (id: string, staff = fixture.manager) => (await (await again(id, staff)).json()) as Record<string, unknown>
  const read = async (id: string, staff = fixture.manager) => Buffer.from(await (await again(id, staff)).arrayBuffer())

  test('has the same bytes in every format, whatever changed in study, filter and records, and marks nobody', async () => {
    const { owner } = fixture.server.database
    await studies.make('LATER')
    await studies.openAnswered('AGAIN')
    const files = []
    for (const format of ['csv', 'json', 'xml', 'xlsx', 'package']) files.push(await exportOnce('AGAIN', format))
    const ofCentre = await exportOnce('AGAIN', 'csv', fixture.rome, 'CenterAdmin')
    await studies.answer('AGAIN', 'LATER')
    await owner.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'ga', true), set_config('app.source', 'form', true)`
      await sql`UPDATE patient_medical SET hb = 12 WHERE patient_id = ${studies.findPatientId('A1')}`
      await sql`UPDATE clinical_study SET title = 'Altro titolo' WHERE id = 'AGAIN'`
    })
    for (const { id, body } of files) expect((await read(id)).equals(body)).toBe(true)
    expect((await read(ofCentre.id, fixture.rome)).equals(ofCentre.body)).toBe(true)
    expect(await studies.listStates('AGAIN')).toMatchObject({ A1: 'Esportato', LATER: 'ConsensoSI' })
    await owner.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'ga', true), set_config('app.source', 'form', true)`
      await sql`UPDATE patient_medical SET hb = 9 WHERE patient_id = ${studies.findPatientId('A1')}`
    })
  })

  test('is there after the study has closed', async () => {
    await studies.openAnswered('CLOSED')
    fixture.setDay('2126-04-02')
    const { id, body } = await exportOnce('CLOSED', 'csv')
    expect(await studies.readState('CLOSED')).toBe('Exported')
    expect((await read(id)).equals(body)).toBe(true)
  })

  test('is rejected after a participant withdrew a consent, and for a suspended study', async () => {
    await studies.make('GONE')
    await studies.openAnswered('LOST')
    const before = await exportOnce('LOST', 'csv')
    await studies.answer('LOST', 'GONE')
    const { id } = await exportOnce('LOST', 'csv')
    await giveConsents(fixture.server.database.owner, studies.findPatient('GONE').fixture.subject, { C_DB_M: false })
    expect(await rejected(id)).toMatchObject({ success: false, code: 'export_changed_since' })
    expect((await read(before.id)).equals(before.body)).toBe(true)
    await fixture.admin.api.studies.suspend.mutate({ id: 'LOST' })
    expect(await rejected(before.id)).toMatchObject({ code: 'study_suspended' })
  })

  test('belongs to its author, and a filter’s file is none', async () => {
    await studies.openAnswered('MINE')
    const { id } = await exportOnce('MINE', 'csv')
    expect(await rejected(id, fixture.rome)).toMatchObject({ code: 'not_found' })
    expect(await (await fixture.manager.post('/export_again', { json: { id } })).json()).toMatchObject({ code: 'export_not_repeatable' })
    expect(await fixture.manager.api.exports.get.query({ id })).toMatchObject({ repeatable: true })
  })
})
