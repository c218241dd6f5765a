import { withTransaction } from '@registry/db/transaction'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordPaperConsent, verifyPaperConsent } from '../consents/paper/testing/record-paper-consent.ts'
import { csv, createImportFixture, type ImportFixture } from './testing/import-fixture.ts'

let fixture: ImportFixture
let admin: Awaited<ReturnType<ImportFixture['server']['staff']>>
beforeAll(async () => {
  fixture = await createImportFixture()
  admin = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const newestFile = async (): Promise<string> => (await admin.api.imports.list.query({})).files[0]!.id
const register = async (...rows: readonly string[]): Promise<string> => {
  const content = csv('CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,MOBILE,C_DB', ...rows)
  expect(await fixture.sendBy(admin, '/createPatients', content)).toMatchObject({ ok: rows.length })
  return newestFile()
}
const row = (code: string, more = ''): string => `${code},ROSSI,ADA,Email,${code.toLowerCase()}@example.org,,${more}`
const undo = (id: string) => admin.api.imports.undo.mutate({ id })
const rejected = (code: string) => ({ data: { detail: { code } } })
const findPatient = async (code: string) => {
  const [found] = await fixture.server.database.owner<{ id: number; subject: string }[]>`
    SELECT id, consent_subject AS subject FROM patient JOIN patient_identity ON patient_id = id WHERE centre_patient_code = ${code}`
  return found
}

describe('REQ-IMP-17: an undone file of new patients', () => {
  test('deletes its registrations with their invitations, keeps the other patients, and records person and time', async () => {
    const { owner } = fixture.server.database
    await fixture.patient('BEFORE', { email: 'before@example.org' })
    const earlier = await findPatient('BEFORE')
    const [identity] = await owner`SELECT surname, name FROM patient_identity WHERE patient_id = ${earlier!.id}`
    const known = `BEFORE,${identity?.['surname']},${identity?.['name']},Email,before@example.org,,true`
    const id = await register(row('N1', 'true'), 'N2,BIANCHI,LEA,Mobile,,3337654321,', known)
    const added = await findPatient('N1')
    expect(await admin.api.imports.registrations.query({ id })).toEqual({ registered: 2, changed: 0 })
    expect(await undo(id)).toEqual({ patients: 2 })
    for (const code of ['N1', 'N2']) expect(await findPatient(code), code).toBeUndefined()
    expect(await owner`SELECT FROM notification WHERE recipient IN ('n1@example.org', '+393337654321')`).toHaveLength(0)
    expect(await owner`SELECT FROM account WHERE patient_id = ${added!.id}`).toHaveLength(0)
    expect(await findPatient('BEFORE')).toEqual(earlier)
    // The ledger keeps every answer (REQ-CON-04), without a time for an erased person.
    expect(await owner`SELECT field, at FROM consent_event WHERE subject = ${added!.subject}`).toMatchObject([{ field: 'C_DB', at: null }])
    const { files } = await admin.api.imports.list.query({})
    expect(files[0]).toMatchObject({ id, ok: 3, undone: { at: expect.any(String), by: 'rome@example.org' } })
    expect(await admin.api.imports.registrations.query({ id })).toEqual({ registered: 0, changed: 0 })
    await expect(undo(id)).rejects.toMatchObject(rejected('import_undone_already'))
    const entries = await fixture.server.readAuditLog()
    expect(entries.filter(({ action }) => action === 'UNDO').map(({ detail }) => detail)).toContain(`import ${id} undone, 2 records`)
  })

  test('REQ-GRD-08: keeps a registration that is answered on paper, as the end of unanswered registrations does', async () => {
    const { owner } = fixture.server.database
    const id = await register(row('PAPER'), row('UNANSWERED'))
    const colleague = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'colleague@example.org')
    const paper = await recordPaperConsent(admin, 'PAPER')
    await verifyPaperConsent(colleague, paper)
    await expect(undo(id)).rejects.toThrow(/./)
    await owner`
      UPDATE patient SET created_at = now() - interval '91 days' FROM patient_identity AS i
      WHERE i.patient_id = patient.id AND i.centre_patient_code IN ('PAPER', 'UNANSWERED')`
    await owner`SELECT end_unanswered_registrations()`
    expect(await findPatient('PAPER')).toBeDefined()
    expect(await findPatient('UNANSWERED')).toBeUndefined()
  })

  test('can be sent again, and registers and invites again', async () => {
    await undo(await register(row('AGAIN')))
    await register(row('AGAIN'))
    expect(await findPatient('AGAIN')).toBeDefined()
    const { owner } = fixture.server.database
    expect(await owner`SELECT FROM notification WHERE recipient = 'again@example.org'`).toHaveLength(1)
  })

  test('counts against the limits of 24 hours, because its invitations were sent (THREAT-14)', async () => {
    const { owner } = fixture.server.database
    const setLimit = (key: string, value: number) => owner`UPDATE setting SET value = ${String(value)} WHERE key = ${key}`
    const [now] = await owner<{ count: number; mobiles: number }[]>`
      SELECT ((SELECT count(*) FROM patient WHERE centre_code = 'RM01' AND created_at > now() - interval '1 day') + (SELECT sum(removed) FROM import_run))::int AS count,
        ((SELECT count(*) FROM patient WHERE centre_code = 'RM01' AND login_mode = 'Mobile' AND created_at > now() - interval '1 day') + (SELECT sum(removed_mobiles) FROM import_run))::int AS mobiles`
    await setLimit('new_patients_per_centre_day', now!.count + 2)
    await setLimit('sms_invitations_per_centre_day', now!.mobiles + 1)
    await undo(await register(row('L1'), 'L2,BIANCHI,LEA,Mobile,,3337654322,'))
    const again = await fixture.sendBy(
      admin,
      '/createPatients',
      csv('CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,MOBILE', 'L3,ROSSI,ADA,Email,l3@example.org,', 'L4,BIANCHI,LEA,Mobile,,3337654323'),
    )
    expect(again).toMatchObject({ ok: 0, ko: 2, detail: [{ code: 'import_day_limit' }, { code: 'import_sms_limit' }] })
    await setLimit('new_patients_per_centre_day', 300_000)
    await setLimit('sms_invitations_per_centre_day', 300_000)
  })
})

describe('REQ-IMP-17: no registration is deleted', () => {
  const changeRecord = (change: string) =>
    fixture.server.database.owner.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'rome@example.org', true)`
      await sql.unsafe(change)
    })
  const changes: readonly (readonly [string, (patient: { id: number; subject: string }) => PromiseLike<unknown>])[] = [
    ['chose a password', ({ id }) => fixture.server.database.owner`UPDATE account SET password_hash = 'chosen' WHERE patient_id = ${id}`],
    [
      'answered a consent',
      ({ subject }) =>
        fixture.server.database
          .owner`INSERT INTO consent_event (subject, field, answer, channel, actor, ip_address) VALUES (${subject}, 'C_DB', 'true', 'patient', 'patient', '')`,
    ],
    [
      'was authorised by a later file',
      async () =>
        fixture.sendBy(
          admin,
          '/createPatients',
          csv('CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,C_DB', 'C2,ROSSI,ADA,Email,c2@example.org,true'),
        ),
    ],
    ['has a corrected identity', ({ id }) => changeRecord(`UPDATE patient_identity SET surname = 'VERDI' WHERE patient_id = ${id}`)],
    ['has a saved value', ({ id }) => changeRecord(`UPDATE patient_medical SET weight = 60 WHERE patient_id = ${id}`)],
  ]

  test.each(changes)('if one of the patients %s', async (name, change) => {
    const code = `C${changes.findIndex(([one]) => one === name)}`
    const id = await register(row(code), row(`${code}-OTHER`))
    await change((await findPatient(code))!)
    expect(await admin.api.imports.registrations.query({ id })).toEqual({ registered: 2, changed: 1 })
    await expect(undo(id)).rejects.toMatchObject({
      message: expect.stringContaining('Un paziente di questo file ha già risposto'),
      ...rejected('import_registrations_changed'),
    })
    expect(await findPatient(`${code}-OTHER`)).toBeDefined()
  })

  const callAs = (centre: string, id: string) =>
    withTransaction(
      fixture.server.database.server,
      { actor: 'x', source: 'form', scope: { kind: 'centre', centre } },
      async ({ sql }) => (await sql<{ count: number }[]>`SELECT undo_registrations(${id}) AS count`)[0]?.count,
    )

  test('by another centre, for a file of values, or in the database when one has changed', async () => {
    const id = await register(row('D1'), row('D2'))
    expect(await callAs('MI01', id)).toBe(0)
    const milan = await fixture.server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
    await expect(milan.api.imports.undo.mutate({ id })).rejects.toMatchObject(rejected('not_found'))
    expect(await milan.api.imports.registrations.query({ id })).toEqual({ registered: 0, changed: 0 })
    await fixture.patient('VALUES')
    await fixture.sendBy(admin, '/putMedicalData', csv('CENTER_ID,WEIGHT', 'VALUES,60'))
    expect(await callAs('RM01', await newestFile())).toBe(0)
    await fixture.server.database.owner`UPDATE account SET password_hash = 'chosen' WHERE patient_id = ${(await findPatient('D2'))!.id}`
    await expect(callAs('RM01', id)).rejects.toThrow('a registration of the import has changed')
    expect(await findPatient('D1')).toBeDefined()
  })

  test('of a file that registered nobody, or whose patients were deleted', async () => {
    const id = await register(row('GONE'))
    const same = await register(row('GONE'))
    await expect(undo(same)).rejects.toMatchObject(rejected('import_not_undoable'))
    await fixture.server.database.owner`SELECT erase_patient(${(await findPatient('GONE'))!.id})`
    await expect(undo(id)).rejects.toMatchObject(rejected('import_not_undoable'))
  })

  test('if a patient chooses a password at the same time: one of the two wins', async () => {
    const id = await register(row('RACE1'), row('RACE2'))
    const patient = await findPatient('RACE1')
    const { owner } = fixture.server.database
    await Promise.allSettled([undo(id), owner`UPDATE account SET password_hash = 'chosen' WHERE patient_id = ${patient!.id}`])
    const left = await owner<
      { chosen: boolean }[]
    >`SELECT password_hash IS NOT NULL AS chosen FROM account WHERE patient_id = ${patient!.id}`
    const other = await findPatient('RACE2')
    expect([left.length, other !== undefined]).toEqual(left[0]?.chosen ? [1, true] : [0, false])
  })
})
