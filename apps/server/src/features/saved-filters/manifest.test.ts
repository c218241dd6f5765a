import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { testServer, type TestServer } from '../../testing/server.ts'
import { addFilter, runFilter, type Staff } from './testing/fixture.ts'

let server: TestServer
let manager: Staff
let rome: Staff
let global: Staff
/** Patients of Rome, oldest first; the last is the only one of their age. */
const patients: number[] = []

const everybody = { field_list: { PATIENT: ['SEX'], MEDICAL_DATA: { Misc: ['WEIGHT'] } }, filter_list: {} }
/** The filter that finds so many patients, the oldest in the registry first. */
const below = (count: number) => ({ ...everybody, filter_list: { PATIENT: [], MEDICAL_DATA: [['WEIGHT', '<', 10 + count]] } })

beforeAll(async () => {
  server = await testServer()
  await makeCentre(server.database.owner, 'RM01', 'ITI4')
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
  global = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
  // A disabled account gets no mail: each alarm below sends exactly one.
  await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'gone@example.org')
  await server.database.owner`UPDATE staff_user SET disabled_at = now() WHERE email = 'gone@example.org'`
  for (let index = 0; index < 12; index += 1) {
    const personal = { sex: index < 5 ? 'F' : 'M', dob: index === 11 ? '1950-01-01' : '1990-06-01', address_area: 'R12' }
    const made = await server.patient({
      centre: 'RM01',
      centerId: `R${index}`,
      consents: allConsents,
      personal,
      medical: { weight: 10 + index },
    })
    patients.push(made.fixture.id)
  }
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  await server.database.owner`ALTER TABLE export_manifest DISABLE TRIGGER refuse_change`
  await server.database.owner`ALTER TABLE export_outcome DISABLE TRIGGER refuse_change`
  await server.database.owner`DELETE FROM export_outcome`
  await server.database.owner`DELETE FROM export_manifest`
  await server.database.owner`DELETE FROM notification`
})

/** Exports and waits until the outcome stands, so that no test meets the end of the one before. */
const exportAs = async (caller: Staff, id: number, role: string, format = 'csv'): Promise<string> => {
  const answer = await runFilter(caller, id, format, role)
  await answer.arrayBuffer()
  const exportId = answer.headers.get('x-export-id') ?? ''
  expect(exportId, 'the export began').not.toBe('')
  await expect
    .poll(() => server.database.owner<{ outcome: string }[]>`SELECT outcome FROM export_outcome WHERE manifest_id = ${exportId}`)
    .toEqual([{ outcome: 'complete' }])
  return exportId
}
const manifest = async (id: string) => {
  const [row] = await server.database.owner`SELECT * FROM export_manifest WHERE id = ${id}`
  return row
}
const alarmsOf = async (id: string): Promise<string> => {
  const entries = await server.activity()
  return String(entries.find(({ detail }) => String(detail).includes(`export ${id}`))?.['detail'])
}
const mails = () =>
  server.database.owner<{ recipient: string; body: string }[]>`SELECT recipient, body FROM notification WHERE channel = 'mail'`

describe('the manifest of an export', () => {
  test('bears the version of the filter that was exported, and the name of who exported it', async () => {
    const id = await addFilter(manager, everybody)
    await manager.ask('/inthem_query', { json: { action: 'MODIFY', id, name: 'Nuovo', description: 'x', ...everybody } })
    expect(await manifest(await exportAs(rome, id, 'CenterAdmin'))).toMatchObject({
      actor: 'ca@example.org',
      as_role: 'CenterAdmin',
      filter_id: id,
      filter_version: 2,
    })
    const [version] = await server.database.owner`SELECT name FROM saved_filter_version WHERE filter_id = ${id} AND version = 2`
    expect(version).toEqual({ name: 'Nuovo' })
    expect((await rome.api.home.staff.query()).lastExports).toMatchObject([{ filterName: 'Nuovo' }])
  })

  test('THREAT-33: counts the rows that are alone, and in groups under five', async () => {
    const id = await addFilter(manager, everybody)
    expect(await manifest(await exportAs(manager, id, 'DataManager'))).toMatchObject({
      patients: 12,
      unique_rows: 1,
      rows_in_small_groups: 1,
    })
    const first = await addFilter(manager, below(9))
    expect(await manifest(await exportAs(manager, first, 'DataManager'))).toMatchObject({
      patients: 9,
      unique_rows: 0,
      rows_in_small_groups: 4,
    })
  })

  test('FAULT-16: the file holds the rows of the manifest, whatever is written between the two', async () => {
    const { owner } = server.database
    const id = await addFilter(manager, below(3))
    await owner.unsafe(`
      CREATE FUNCTION write_meanwhile() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        UPDATE patient_medical SET weight = 10 WHERE patient_id = ${patients[9]};
        RETURN NEW;
      END $$;
      CREATE TRIGGER write_meanwhile AFTER INSERT ON export_manifest FOR EACH ROW EXECUTE FUNCTION write_meanwhile()`)
    try {
      const answer = await runFilter(manager, id, 'csv', 'DataManager')
      expect((await answer.text()).trimEnd().split('\r\n')).toHaveLength(1 + 3)
      expect(await owner`SELECT weight FROM patient_medical WHERE patient_id = ${patients[9]!}`).toEqual([{ weight: 10 }])
    } finally {
      await owner.unsafe('DROP TRIGGER write_meanwhile ON export_manifest; DROP FUNCTION write_meanwhile()')
      await owner.begin(async (sql) => {
        await sql`SELECT set_config('app.actor', 'fixture', true), set_config('app.via', 'system', true)`
        await sql`UPDATE patient_medical SET weight = 19 WHERE patient_id = ${patients[9]!}`
      })
    }
  })
})

describe('THREAT-33: an alarm', () => {
  test('is raised at fewer than five rows, in the log and by mail to the GlobalAdmins', async () => {
    const id = await addFilter(manager, below(4))
    const exportId = await exportAs(manager, id, 'DataManager')
    expect(await alarmsOf(exportId)).toContain('alarm few_rows: 4')
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: global.fixture.email })
    expect(mail?.body).toContain(exportId)
    expect(mail?.body).toContain('4 righe')
    expect(mail?.body).toContain('dm@example.org')
  })

  test('is not raised at five rows, nor where no row leaves, nor where the same patients leave again', async () => {
    const [five, none] = [await addFilter(manager, below(5)), await addFilter(manager, below(0))]
    for (const id of [five, none, five]) expect(await alarmsOf(await exportAs(manager, id, 'DataManager'))).not.toContain('alarm')
    expect(await mails()).toEqual([])
  })

  test('is raised where two exports differ by few patients, also by different people', async () => {
    const [eight, nine] = [await addFilter(manager, below(8)), await addFilter(manager, below(9))]
    const first = await exportAs(manager, eight, 'DataManager')
    expect(await alarmsOf(await exportAs(rome, nine, 'CenterAdmin'))).toContain(`alarm few_differences: 1 beside export ${first}`)
    expect((await mails()).map(({ body }) => body)).toEqual([expect.stringContaining('soli 1 pazienti')])
  })

  test('is not raised where two exports differ by five patients', async () => {
    const [six, eleven] = [await addFilter(manager, below(6)), await addFilter(manager, below(11))]
    await exportAs(manager, six, 'DataManager')
    expect(await alarmsOf(await exportAs(manager, eleven, 'DataManager'))).not.toContain('alarm')
  })

  test('is raised for the second of two exports at the same time', async () => {
    const [eight, nine] = [await addFilter(manager, below(8)), await addFilter(manager, below(9))]
    const exported = await Promise.all([exportAs(manager, eight, 'DataManager'), exportAs(rome, nine, 'CenterAdmin')])
    const alarms = await Promise.all(exported.map(alarmsOf))
    expect(alarms.filter((alarm) => alarm.includes('few_differences'))).toHaveLength(1)
  })
})
