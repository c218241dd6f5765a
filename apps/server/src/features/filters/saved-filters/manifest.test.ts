import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { addFilter, runFilter, type Staff } from './testing/fixture.ts'

let server: TestServer
let manager: Staff
let rome: Staff
let global: Staff
/** Ids of the patients in Rome, in the order of registration. Only the last has another age. */
const patients: number[] = []

const allPatients = { field_list: { PATIENT: ['SEX', 'address_area'], MEDICAL_DATA: { Misc: ['WEIGHT'] } }, filter_list: {} }
/** Returns a filter that finds the first `count` patients. */
const createFilter = (count: number) => ({ ...allPatients, filter_list: { PATIENT: [], MEDICAL_DATA: [['WEIGHT', '<', 10 + count]] } })

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01', 'ITI4')
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
  global = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
  // A disabled account receives no mail, so each alert sends one.
  await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'disabled@example.org')
  await server.database.owner`UPDATE staff_user SET disabled_at = now() WHERE email = 'disabled@example.org'`
  for (let index = 0; index < 12; index += 1) {
    const personal = { sex: index < 5 ? 'F' : 'M', dob: '1990-06-01', address_area: index === 11 ? 'R09' : 'R12' }
    const made = await server.patient({
      centre: 'RM01',
      centrePatientCode: `R${index}`,
      consents: allConsents,
      personal,
      medical: { weight: 10 + index },
    })
    patients.push(made.fixture.id)
  }
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  const { owner } = server.database
  // The outcome of the export of an earlier test is stored after its last byte.
  await expect
    .poll(() => owner`SELECT FROM export_manifest AS m WHERE NOT EXISTS (SELECT FROM export_outcome AS o WHERE o.manifest_id = m.id)`)
    .toEqual([])
  for (const table of ['export_outcome', 'export_patient', 'export_manifest']) {
    await owner`ALTER TABLE ${owner(table)} DISABLE TRIGGER prevent_change`
    await owner`DELETE FROM ${owner(table)}`
  }
  await owner`DELETE FROM notification`
})

/** Exports and waits for the outcome, so an export does not end during the next test. */
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
const readManifest = async (id: string) => {
  const [row] = await server.database.owner`SELECT * FROM export_manifest WHERE id = ${id}`
  return row
}
const findAlarms = async (id: string): Promise<string> => {
  const entries = await server.readAuditLog()
  return String(entries.find(({ detail }) => String(detail).includes(`export ${id}`))?.['detail'])
}
const readMails = () =>
  server.database.owner<{ recipient: string; body: string }[]>`SELECT recipient, body FROM notification WHERE channel = 'mail'`
const isAboutReason = ({ body }: { readonly body: string }): boolean => body.includes('non ha indicato il motivo')
const listMails = async () => (await readMails()).filter((mail) => !isAboutReason(mail))

describe('the manifest of an export', () => {
  test('has the exported version of the filter and the name of the caller', async () => {
    const id = await addFilter(manager, allPatients)
    await manager.call('/inthem_query', { json: { action: 'MODIFY', id, name: 'Nuovo', description: 'x', ...allPatients } })
    expect(await readManifest(await exportAs(rome, id, 'CenterAdmin'))).toMatchObject({
      actor: 'ca@example.org',
      as_role: 'CenterAdmin',
      filter_id: id,
      filter_version: 2,
    })
    const [version] = await server.database.owner`SELECT name FROM saved_filter_version WHERE filter_id = ${id} AND version = 2`
    expect(version).toEqual({ name: 'Nuovo' })
  })

  test('THREAT-33: counts unique rows and rows in groups under five', async () => {
    const id = await addFilter(manager, allPatients)
    expect(await readManifest(await exportAs(manager, id, 'DataManager'))).toMatchObject({
      patients: 12,
      unique_rows: 1,
      rows_in_small_groups: 1,
    })
    const first = await addFilter(manager, createFilter(9))
    expect(await readManifest(await exportAs(manager, first, 'DataManager'))).toMatchObject({
      patients: 9,
      unique_rows: 0,
      rows_in_small_groups: 4,
    })
  })

  test('FAULT-16: the file has the patients of the manifest, also after a change between the two', async () => {
    const { owner } = server.database
    const id = await addFilter(manager, createFilter(3))
    await owner.unsafe(`
      CREATE FUNCTION change_patient() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        UPDATE patient_medical SET weight = 10 WHERE patient_id = ${patients[9]};
        RETURN NEW;
      END $$;
      CREATE TRIGGER change_patient AFTER INSERT ON export_manifest FOR EACH ROW EXECUTE FUNCTION change_patient()`)
    try {
      const answer = await runFilter(manager, id, 'csv', 'DataManager')
      expect((await answer.text()).trimEnd().split('\r\n')).toHaveLength(1 + 3)
      expect(await owner`SELECT weight FROM patient_medical WHERE patient_id = ${patients[9]!}`).toEqual([{ weight: 10 }])
    } finally {
      await owner.unsafe('DROP TRIGGER change_patient ON export_manifest; DROP FUNCTION change_patient()')
      await owner.begin(async (sql) => {
        await sql`SELECT set_config('app.actor', 'fixture', true), set_config('app.source', 'system', true)`
        await sql`UPDATE patient_medical SET weight = 19 WHERE patient_id = ${patients[9]!}`
      })
    }
  })
})

test('THREAT-32: a consent that is withdrawn while an export selects its patients ends the export', async () => {
  const { owner } = server.database
  const id = await addFilter(manager, createFilter(3))
  const countManifests = async () => (await owner<{ count: number }[]>`SELECT count(*)::int AS count FROM export_manifest`)[0]?.count
  const before = await countManifests()
  // The answer arrives after the moment of the data and before the manifest.
  await owner.unsafe(`
    CREATE FUNCTION take_back() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO consent_event (subject, field, answer, kind, version, language, client, information_version, preliminary_version, channel, actor)
      SELECT e.subject, e.field, 'false', e.kind, e.version, e.language, e.client, e.information_version, e.preliminary_version, e.channel, e.actor
      FROM consent_event AS e JOIN patient AS p ON p.consent_subject = e.subject
      WHERE p.id = ${patients[0]} AND e.field = 'C_DB_M' ORDER BY e.seq DESC LIMIT 1;
      RETURN NEW;
    END $$;
    CREATE TRIGGER take_back AFTER INSERT ON export_manifest FOR EACH ROW EXECUTE FUNCTION take_back()`)
  try {
    const answer = await runFilter(manager, id, 'csv', 'DataManager')
    expect(await answer.json()).toMatchObject({ success: false, code: 'busy' })
    expect(await countManifests()).toBe(before)
  } finally {
    await owner.unsafe('DROP TRIGGER take_back ON export_manifest; DROP FUNCTION take_back()')
  }
})

describe('THREAT-33: an alert', () => {
  test('is raised under five rows, in the audit log and by mail to the GlobalAdmins', async () => {
    const id = await addFilter(manager, createFilter(4))
    const exportId = await exportAs(manager, id, 'DataManager')
    expect(await findAlarms(exportId)).toContain('alarm few_rows: 4')
    const [mail, ...others] = await listMails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: global.fixture.email })
    expect(mail?.body).toContain(exportId)
    expect(mail?.body).toContain('4 righe')
    expect(mail?.body).toContain('dm@example.org')
  })

  test('is not raised for five rows, for no rows, or for the same patients again', async () => {
    const [five, none] = [await addFilter(manager, createFilter(5)), await addFilter(manager, createFilter(0))]
    for (const id of [five, none, five]) expect(await findAlarms(await exportAs(manager, id, 'DataManager'))).not.toContain('alarm')
    expect(await listMails()).toEqual([])
  })

  test('is raised if two exports differ by few patients, also of different callers', async () => {
    const [eight, nine] = [await addFilter(manager, createFilter(8)), await addFilter(manager, createFilter(9))]
    const first = await exportAs(manager, eight, 'DataManager')
    expect(await findAlarms(await exportAs(rome, nine, 'CenterAdmin'))).toContain(`alarm few_differences: 1 beside export ${first}`)
    expect((await listMails()).map(({ body }) => body)).toEqual([expect.stringContaining('soli 1 pazienti')])
  })

  test('is not raised if two exports differ by five patients', async () => {
    const [six, eleven] = [await addFilter(manager, createFilter(6)), await addFilter(manager, createFilter(11))]
    await exportAs(manager, six, 'DataManager')
    expect(await findAlarms(await exportAs(manager, eleven, 'DataManager'))).not.toContain('alarm')
  })

  test('is raised for the second of two exports at the same time', async () => {
    const [eight, nine] = [await addFilter(manager, createFilter(8)), await addFilter(manager, createFilter(9))]
    const exported = await Promise.all([exportAs(manager, eight, 'DataManager'), exportAs(rome, nine, 'CenterAdmin')])
    const alarms = await Promise.all(exported.map(findAlarms))
    expect(alarms.filter((alarm) => alarm.includes('few_differences'))).toHaveLength(1)
  })

  test('REQ-EXP-07: counts exports of unique rows without a reason, and the manifest records them', async () => {
    const id = await addFilter(manager, allPatients)
    const find = async (fields: Readonly<Record<string, unknown>>) => {
      const answer = await manager.post('/inthem_query', { json: { action: 'RUN', id, format: 'csv', as_role: 'DataManager', ...fields } })
      await answer.text()
      const [last] = await server.database.owner<{ id: string }[]>`SELECT id FROM export_manifest ORDER BY at DESC LIMIT 1`
      const { lacksReason } = await manager.api.exports.get.query({ id: last!.id })
      return { lacksReason, isAlarm: (await findAlarms(last!.id)).includes('alarm no_reason: 1') }
    }
    expect(await find({})).toEqual({ lacksReason: true, isAlarm: true })
    expect(await find({ reason: 'Analisi della ferritina' })).toEqual({ lacksReason: false, isAlarm: false })
    expect(await find({ generalise: true })).toEqual({ lacksReason: false, isAlarm: false })
    const mails = (await readMails()).filter(isAboutReason)
    expect(mails).toEqual([{ recipient: global.fixture.email, body: expect.stringMatching(/ha fatto \d+ esportazion[ei] così/) }])
  })
})
