import { randomUUID } from 'node:crypto'
import { giveConsents } from '@registry/db/testing/fixtures'
import { withTransaction } from '@registry/db/transaction'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExportFixture, exportFile, type ExportFixture } from '../exports/testing/export-fixture.ts'

let fixture: ExportFixture
let filterId: number
beforeAll(async () => {
  fixture = await createExportFixture()
  filterId = await addFilter('HB', '<', 1000)
})
afterAll(() => fixture.server[Symbol.asyncDispose]())

const fieldList = { PATIENT: ['SEX', 'c_s'], MEDICAL_DATA: { Laboratory: ['FERRITIN_LAST'], Misc: ['WEIGHT'] } }
const addFilter = async (field: string, operator: string, value: number): Promise<number> => {
  const filter = { name: field, description: field, field_list: fieldList }
  const condition = { PATIENT: [], MEDICAL_DATA: [['FERRITIN_LAST', operator, value]] }
  return Number((await fixture.manager.call('/inthem_query', { json: { action: 'ADD', ...filter, filter_list: condition } }))['id'])
}
const again = (id: string, caller = fixture.manager, lang = 'en') => caller.post('/export_again', { json: { id, lang } })
const rejection = async (id: string, caller = fixture.manager) => (await (await again(id, caller)).json()) as Record<string, unknown>
const run = (format: string, caller = fixture.manager, role = 'DataManager') => exportFile(fixture, caller, { id: filterId, format, role })

/** Saves a value of a patient as the centre. */
const setFerritin = (patientId: number, centre: string, ferritin: number) =>
  withTransaction(
    fixture.server.database.server,
    { actor: 'ca@example.org', source: 'form', scope: { kind: 'centre', centre } },
    ({ sql }) => sql`UPDATE patient_medical SET ferritin_last = ${ferritin}, weight = 60 WHERE patient_id = ${patientId}`,
  )
const addPatient = (code: string) =>
  fixture.server.patient({
    centre: 'RM01',
    centrePatientCode: code,
    consents: { C_DB_P: true, C_DB_M: true, C_S: true },
    medical: { ferritin_last: 700 },
  })

describe('REQ-EXP-11: a repeated export', () => {
  test('has the same bytes in every format, whatever was saved, registered and answered since, and a manifest of its own', async () => {
    const { owner } = fixture.server.database
    const patient = (await addPatient('A1')).fixture
    const files = [await run('csv'), await run('json'), await run('xml'), await run('xlsx'), await run('package')]
    await setFerritin(patient.id, 'RM01', 5000)
    await addPatient('A2')
    await giveConsents(owner, patient.subject, { C_S: false })
    const changed = {
      action: 'MODIFY',
      id: filterId,
      name: 'Altro',
      description: 'Altro',
      field_list: { PATIENT: ['SEX'], MEDICAL_DATA: {} },
      filter_list: {},
    }
    expect(await fixture.manager.call('/inthem_query', { json: changed })).toMatchObject({ success: true })
    for (const { id, body } of files) {
      const response = await again(id)
      expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true)
      const [manifest] =
        await owner`SELECT repeats, as_of = (SELECT as_of FROM export_manifest WHERE id = ${id}) AS same_moment, filter_version AS version
        FROM export_manifest WHERE id = ${response.headers.get('x-export-id')}`
      expect(manifest).toEqual({ repeats: id, same_moment: true, version: 1 })
    }
    filterId = await addFilter('Altri', '<', 1000)
  })

  test('keeps coarser values', async () => {
    const generalised = await fixture.manager.post('/inthem_query', {
      json: { action: 'RUN', id: filterId, format: 'csv', as_role: 'DataManager', generalise: true },
    })
    const body = await generalised.text()
    const id = generalised.headers.get('x-export-id')!
    await expect.poll(() => fixture.server.database.owner`SELECT outcome FROM export_outcome WHERE manifest_id = ${id}`).toHaveLength(1)
    expect(await (await again(id)).text()).toBe(body)
  })

  test.each([
    [
      'takes back a consent of the file',
      ({ subject }: { subject: string }) => giveConsents(fixture.server.database.owner, subject, { C_DB_M: false }),
    ],
    [
      'leaves',
      async ({ id }: { id: number }) => {
        const context = { actor: `patient ${id}`, source: 'patient', scope: { kind: 'patient', patientId: id } } as const
        await withTransaction(
          fixture.server.database.server,
          context,
          ({ sql }) => sql`SELECT withdraw_patient(${id}::integer, 'v3', 'it', '')`,
        )
      },
    ],
  ])('is rejected after a patient %s', async (what, change) => {
    const patient = (await addPatient(what.replaceAll(' ', ''))).fixture
    const { id } = await run('csv')
    await change(patient)
    expect(await rejection(id)).toMatchObject({ success: false, code: 'export_changed_since' })
  })

  test('can be repeated from a repetition, and names the first export', async () => {
    const first = await run('package')
    const second = await again(first.id)
    expect(Buffer.from(await second.arrayBuffer()).equals(first.body)).toBe(true)
    const id = second.headers.get('x-export-id')!
    await expect.poll(() => fixture.server.database.owner`SELECT outcome FROM export_outcome WHERE manifest_id = ${id}`).toHaveLength(1)
    const third = await again(id)
    expect(Buffer.from(await third.arrayBuffer()).equals(first.body)).toBe(true)
    expect(await fixture.manager.api.exports.get.query({ id: third.headers.get('x-export-id')! })).toMatchObject({
      repeats: first.id,
    })
  })

  test('belongs to its author and has an id', async () => {
    const { id } = await run('csv', fixture.centre, 'CenterAdmin')
    expect(await rejection(id)).toMatchObject({ code: 'not_found' })
    expect((await again(id, fixture.centre)).headers.get('content-type')).toContain('text/csv')
    expect(await rejection(randomUUID())).toMatchObject({ code: 'not_found' })
    expect(await rejection('1')).toMatchObject({ code: 'validation_failed', fields: { id: expect.any(String) } })
    expect(await fixture.manager.api.exports.get.query({ id: (await run('csv')).id })).toMatchObject({
      repeatable: true,
      repeats: null,
    })
    expect(await fixture.global.api.exports.get.query({ id })).toMatchObject({ repeatable: false })
  })

  test('does not run for a disabled filter', async () => {
    const { id } = await run('csv')
    await fixture.server.database.owner.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'ga', true)`
      await sql`UPDATE saved_filter SET state = 'disabled' WHERE id = ${filterId}`
    })
    expect(await rejection(id)).toMatchObject({ code: 'filter_disabled' })
  })
})
