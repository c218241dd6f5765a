import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeGuardianship, makePatient } from '@registry/db/testing/fixtures'
import { Condition } from '@registry/domain/filter/condition'
import { announceMajorities, askNewAdults } from '../../jobs/coming-of-age.ts'
import { giveConsents } from '../receipts/testing/receipts-fixture.ts'
import { addFilter, runFilter } from '../filters/saved-filters/testing/fixture.ts'
import { createSignInFixture, type SignInFixture } from '../sign-in/testing/sign-in-fixture.ts'

type Staff = Awaited<ReturnType<SignInFixture['server']['staff']>>
let fixture: SignInFixture
let rome: Staff
let serial = 0
beforeAll(async () => {
  fixture = await createSignInFixture()
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const owner = () => fixture.server.database.owner
/** Sets the birth date so that the 18th birthday is some days from now, in Italy. */
const setMajority = (id: number, days: number) =>
  owner().begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'ca', true)`
    await sql`UPDATE patient_identity SET birth_date = (now() AT TIME ZONE 'Europe/Rome')::date + ${days}::integer - interval '18 years' WHERE patient_id = ${id}`
  })
/** A child whose parent has answered Yes, with a haemoglobin. */
const createChild = async () => {
  const code = `C${(serial += 1)}`
  const child = await makePatient(owner(), { centre: 'RM01', centrePatientCode: code, surname: 'VERDI', name: 'LEA' })
  await setMajority(child.id, 60)
  const contact = `${code.toLowerCase()}.parent@example.org`
  const held = await owner().begin((sql) =>
    makeGuardianship(sql, { patientId: child.id, centre: 'RM01', contact, kind: 'PARENT', accepted: true, birthDate: null }),
  )
  const guardian = await fixture.server.signIn(held.accountId, 'myconsent')
  const [{ record } = { record: '' }] = await owner()<
    { record: string }[]
  >`SELECT record_id AS record FROM patient_identity WHERE patient_id = ${child.id}`
  await guardian.api.guardian.actFor.mutate({ patient: record })
  await giveConsents(guardian)
  await owner().begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'ca', true)`
    await sql`UPDATE patient_medical SET hb = 9.5 WHERE patient_id = ${child.id}`
  })
  return { ...child, code, contact, guardian }
}
const mailsTo = (contact: string) => fixture.mail.mails.filter(({ recipients }) => recipients.includes(contact))
const draft = {
  asRole: 'CenterAdmin' as const,
  where: Condition.parse({ kind: 'predicates', predicates: [{ field: 'HB', operator: '=', value: 9.5 }] }),
}
const countRemaining = async () => (await rome.api.savedFilters.count.query(draft)).steps.at(-1)?.remaining
const rejected = (code: string, status: number) => ({ data: { detail: { code }, httpStatus: status } })

describe('REQ-GRD-09: three months before the 18th birthday', () => {
  test('centre and guardian get a message each, once, and the guardian’s names nobody', async () => {
    const { id, code, contact } = await createChild()
    await announceMajorities(fixture.server.deps)
    await announceMajorities(fixture.server.deps)
    const [day] = (await owner()`SELECT to_char(find_majority(${id}), 'DD/MM/YYYY') AS day`).map((row) => String(row['day']))
    await expect.poll(() => mailsTo(contact).length).toBe(1)
    await expect.poll(() => mailsTo('rome@example.org').filter(({ text }) => text.includes(` ${code} `)).length).toBe(1)
    const [mail] = mailsTo(contact)
    expect(mail?.text).toContain(day)
    expect(mail?.text).toContain('90 giorni')
    expect(mail?.text).not.toMatch(/LEA|VERDI/)
    expect(mailsTo('rome@example.org').find(({ text }) => text.includes(` ${code} `))?.text).toContain(day)
    const { tasks } = await rome.api.home.staff.query()
    const { patients } = await rome.api.ecrf.patients.query({ tasks: ['coming-of-age'] })
    expect(patients).toContainEqual(expect.objectContaining({ code }))
    expect(tasks.find(({ task }) => task === 'coming of age')).toMatchObject({ count: patients.length })
  })
})

describe('REQ-GRD-06: on the 18th birthday', () => {
  test('the guardian is refused, and the answers stand for the days of grace', async () => {
    const { id, guardian } = await createChild()
    const before = await countRemaining()
    await setMajority(id, 1)
    expect(await guardian.api.consents.current.query()).toMatchObject({ given: true })
    await setMajority(id, 0)
    await expect(guardian.api.consents.current.query()).rejects.toMatchObject(rejected('permission_denied', 403))
    expect(await countRemaining()).toBe(before)
  })

  test('the centre enters a contact of the patient, who is invited', async () => {
    const { id, code } = await createChild()
    await owner()`DELETE FROM account WHERE patient_id = ${id}`
    await owner().begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'ca', true)`
      await sql`UPDATE patient_identity SET email = NULL WHERE patient_id = ${id}`
    })
    await setMajority(id, 0)
    const email = `${code.toLowerCase()}.adult@example.org`
    const { version } = await rome.api.ecrf.read.query({ code })
    const change = { code, version, surname: 'VERDI', name: 'LEA', loginMode: 'Email' as const, email, mobile: '', reason: 'maggiorenne' }
    expect(await rome.api.ecrf.correct.mutate(change)).toMatchObject({ contact: 'invited' })
    await expect.poll(() => mailsTo(email).length).toBe(1)
    expect(mailsTo(email)[0]?.text).toContain('password')
  })

  test('a patient whom only a guardian reached has no contact, and the centre still corrects the name', async () => {
    const code = `C${(serial += 1)}`
    const parent = { guardian_surname: 'VERDI', guardian_name: 'ANNA', guardian_email: `${code}.parent@example.org` }
    const child = { action: 'ADD_PATIENT', center_id: code, surname: 'VERDI', name: 'LEA', login_mode: '', ...parent }
    expect(await rome.call('/e_crf', { json: { ...child, birth_date: '2020-01-01' } })).toMatchObject({ success: true })
    const [{ id } = { id: 0 }] = await owner()<
      { id: number }[]
    >`SELECT patient_id AS id FROM patient_identity WHERE centre_patient_code = ${code}`
    await setMajority(id, 0)
    expect(await rome.api.guardians.list.query({ code })).toMatchObject({ reachable: false })

    const { version, values } = await rome.api.ecrf.read.query({ code })
    expect(values).toMatchObject({ email: null, mobile: null })
    const shown = { surname: 'ROSSI', name: 'LEA', loginMode: 'Email' as const, email: '', mobile: '' }
    const corrected = await rome.api.ecrf.correct.mutate({ code, version, ...shown, reason: 'scritto male' })
    expect(corrected).toMatchObject({ contact: 'unchanged', record: { surname: 'ROSSI' } })
    const put = { action: 'PUT_PATIENT_DATA', lang: 'it', CENTER_ID: code, PATIENT: { NAME: 'Lia' } }
    expect(await rome.call('/e_crf', { json: put })).toMatchObject({ success: true, warnings: [] })
    expect(await rome.api.ecrf.read.query({ code })).toMatchObject({ surname: 'ROSSI', name: 'LIA' })
    expect((await rome.api.ecrf.patients.query({ tasks: ['unreachable'] })).patients).toMatchObject([{ code, surname: 'ROSSI' }])
  })
})

describe('REQ-GRD-09: a patient with an account who came of age', () => {
  const mailsOf = (code: string) => mailsTo(`${code.toLowerCase()}@example.org`).filter(({ text }) => text.includes('18 anni'))
  const useAccount = (accountId: number) =>
    owner()`UPDATE account SET password_hash = 'x', password_changed_at = now() WHERE id = ${accountId}`

  test('gets a message at their contact on the birthday, once, with the last day of the earlier answers', async () => {
    const { id, code, accountId } = await createChild()
    await useAccount(accountId)
    await setMajority(id, 1)
    await askNewAdults(fixture.server.deps)
    await setMajority(id, 0)
    await askNewAdults(fixture.server.deps)
    await askNewAdults(fixture.server.deps)
    await expect.poll(() => mailsOf(code).length).toBe(1)
    const [day] = (await owner()`SELECT to_char(find_majority(${id}) + 89, 'DD/MM/YYYY') AS day`).map((row) => String(row['day']))
    expect(mailsOf(code)[0]?.text).toContain(`valgono fino al ${day}`)
    expect(mailsOf(code)[0]?.text).toContain('/consenso')
    expect(mailsOf(code)[0]?.text).not.toMatch(/LEA|VERDI/)
  })

  test('who has answered since, and one without a password, get none', async () => {
    const [answered, invited] = [await createChild(), await createChild()]
    await useAccount(answered.accountId)
    for (const { id } of [answered, invited]) await setMajority(id, 0)
    await giveConsents(await fixture.server.signIn(answered.accountId, 'myconsent'))
    await askNewAdults(fixture.server.deps)
    expect(await owner()`SELECT FROM notification WHERE patient_id = ANY (${[answered.id, invited.id]}) AND body LIKE '%18 anni%'`).toEqual(
      [],
    )
  })
})

describe('REQ-GRD-06: after the days of grace without an answer of the patient', () => {
  test('the patient is in no filter, count, file, screen and import, although no job ran; the answer as an adult brings the data back', async () => {
    const { id, code } = await createChild()
    const filterId = await addFilter(rome, {
      name: `Tutti ${code}`,
      field_list: { PATIENT: ['center_code'], MEDICAL_DATA: { Laboratory: ['HB'] } },
      filter_list: { PATIENT: [], MEDICAL_DATA: [['HB', '=', '9.5']] },
    })
    const before = await countRemaining()
    const listRows = async () =>
      (await (await runFilter(rome, filterId, 'csv', 'CenterAdmin')).text()).split('\n').filter((line) => line.includes('9.5')).length
    const rows = await listRows()
    await setMajority(id, -90)

    expect(await countRemaining()).toBe((before ?? 0) - 1)
    expect(await listRows()).toBe(rows - 1)
    expect((await rome.api.ecrf.read.query({ code })).values).not.toHaveProperty('HB')
    expect(await owner()`SELECT c_db, c_db_p, c_db_m, c_s, c_f, c_incidental FROM patient WHERE id = ${id}`).toEqual([
      { c_db: null, c_db_p: null, c_db_m: null, c_s: null, c_f: null, c_incidental: null },
    ])
    expect(await owner()`SELECT hb FROM patient_medical WHERE patient_id = ${id}`).toEqual([{ hb: 9.5 }])

    const [account] = await owner()<{ id: number }[]>`SELECT id FROM account WHERE patient_id = ${id}`
    const patient = await fixture.server.signIn(account!.id, 'myconsent')
    expect(await patient.api.consents.current.query()).toMatchObject({ given: false, preliminaryPassed: false, answers: {}, states: {} })
    await giveConsents(patient)
    expect(await patient.api.consents.current.query()).toMatchObject({ given: true, answers: { C_DB_M: true } })
    expect(await countRemaining()).toBe(before)
    expect((await rome.api.ecrf.read.query({ code })).values).toMatchObject({ HB: 9.5 })
  })
})

describe('REQ-GRD-11: a guardian stops the use of the data', () => {
  test('with No to every question and no more messages, and can answer again', async () => {
    const { id, subject, guardian } = await createChild()
    const [child] = await guardian.api.guardian.children.query()
    await owner()`INSERT INTO notification (channel, recipient, body, patient_id, next_attempt_at) VALUES ('mail', 'later@example.org', 'x', ${id}, now() + interval '1 day')`
    await guardian.api.guardian.stop.mutate({ patient: child!.patient, choice: 'stop' })
    const flags = () => owner()`SELECT c_db, c_db_p, c_db_m, c_s, c_f, c_db_no_notification FROM patient WHERE id = ${id}`
    const none = { c_db_p: false, c_db_m: false, c_s: false, c_f: false }
    expect(await flags()).toEqual([{ ...none, c_db: true, c_db_no_notification: null }])
    expect(await owner()`SELECT FROM notification WHERE recipient = 'later@example.org'`).toEqual([])
    expect(await owner()`SELECT hb FROM patient_medical WHERE patient_id = ${id}`).toEqual([{ hb: 9.5 }])
    expect(
      await owner()`SELECT DISTINCT channel, actor FROM consent_event WHERE subject = ${subject} AND answer = 'false' AND field = 'C_DB_M'`,
    ).toEqual([{ channel: 'guardian', actor: 'guardian' }])
    await giveConsents(guardian)
    expect(await flags()).toMatchObject([{ c_db_m: true }])
  })

  test('THREAT-62: of another guardian’s patient it is refused, 403', async () => {
    const [own, other] = [await createChild(), await createChild()]
    const [child] = await other.guardian.api.guardian.children.query()
    await expect(own.guardian.api.guardian.stop.mutate({ patient: child!.patient, choice: 'stop' })).rejects.toMatchObject(
      rejected('permission_denied', 403),
    )
    expect(await owner()`SELECT c_db_m FROM patient WHERE id = ${other.id}`).toEqual([{ c_db_m: true }])
  })
})
