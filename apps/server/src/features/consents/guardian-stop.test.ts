import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre, makeGuardianship, makePatient } from '@registry/db/testing/fixtures'
import { verifyLedger } from '@registry/db/verify-ledger'
import { Condition } from '@registry/domain/filter/condition'
import { remindWithdrawalRequests } from '../../jobs/withdrawal-requests.ts'
import type { Client } from '../../testing/client.ts'
import { giveConsents } from '../receipts/testing/receipts-fixture.ts'
import { createSignInFixture, type SignInFixture } from '../sign-in/testing/sign-in-fixture.ts'

type Staff = Awaited<ReturnType<SignInFixture['server']['staff']>>
let fixture: SignInFixture
let [rome, milan]: Staff[] = []
let serial = 0
beforeAll(async () => {
  fixture = await createSignInFixture()
  await makeCentre(owner(), 'MI01')
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
  milan = await fixture.server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const owner = () => fixture.server.database.owner
const rejected = (code: string) => ({ data: { detail: { code } } })
type Guardian = { readonly client: Client; readonly contact: string; readonly id: number }

const addGuardian = async (patientId: number, given: object = {}): Promise<Guardian> => {
  const contact = `stop${(serial += 1)}@example.org`
  const held = await owner().begin((sql) =>
    makeGuardianship(sql, { patientId, centre: 'RM01', contact, kind: 'PARENT', birthDate: '2020-02-29', accepted: true, ...given }),
  )
  return { client: await fixture.server.signIn(held.accountId, 'myconsent'), contact, id: held.id }
}
/** A child with a haemoglobin, whose two parents must sign and have answered Yes. */
const createFamily = async () => {
  const code = `STOP${(serial += 1)}`
  const child = await makePatient(owner(), {
    centre: 'RM01',
    centrePatientCode: code,
    surname: 'VERDI',
    name: 'LEA',
    email: `${code}@example.org`.toLowerCase(),
  })
  const [anna, ugo] = [await addGuardian(child.id), await addGuardian(child.id)]
  const [{ record } = { record: '' }] = await owner()<{ record: string }[]>`
    SELECT record_id AS record FROM patient_identity WHERE patient_id = ${child.id}`
  for (const { client } of [anna, ugo]) {
    await client.api.guardian.actFor.mutate({ patient: record })
    await giveConsents(client)
  }
  await owner().begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'ca', true)`
    await sql`UPDATE patient_medical SET hb = 7.77 WHERE patient_id = ${child.id}`
  })
  return { ...child, code, record, anna, ugo }
}
const stop = ({ client }: Guardian, patient: string, choice: 'stop' | 'v2' | 'v3') => client.api.guardian.stop.mutate({ patient, choice })
const readRequest = async ({ client }: Guardian, record: string) =>
  (await client.api.guardian.children.query()).find(({ patient }) => patient === record)?.request
const moveBack = (id: number, days: number) =>
  owner()`UPDATE withdrawal_request SET asked_at = asked_at - make_interval(days => ${days}) WHERE patient_id = ${id}`
const flags = (id: number) => owner()`SELECT c_db, c_db_p, c_db_m, c_s, c_f FROM patient WHERE id = ${id}`
const mailsTo = (contact: string) => fixture.mail.mails.filter(({ recipients }) => recipients.includes(contact))
const draft = {
  asRole: 'CenterAdmin' as const,
  where: Condition.parse({ kind: 'predicates', predicates: [{ field: 'HB', operator: '=', value: 7.77 }] }),
}
const anybody = {
  asRole: 'CenterAdmin' as const,
  where: Condition.parse({ kind: 'predicates', predicates: [{ field: 'center_code', operator: '=', value: 'RM01' }] }),
}
const countWith = async (where: typeof draft) => (await rome!.api.savedFilters.count.query(where)).steps.at(-1)?.remaining

describe('REQ-GRD-11: a stop', () => {
  test('gives the receipt of the No to every question, in the history and by mail', async () => {
    const { id, record, anna } = await createFamily()
    await stop(anna, record, 'stop')
    const { answers, receipt, given } = await anna.client.api.consents.current.query()
    expect({ given, answers }).toMatchObject({ given: true, answers: { C_DB_P: false, C_DB_M: false, C_S: false, C_F: false } })
    const stopped = (await anna.client.api.consents.history.query()).filter((event) => event.receipt === receipt)
    expect(stopped.map(({ field, channel }) => `${field} ${channel}`).toSorted()).toEqual([
      'C_DB_M guardian',
      'C_DB_P guardian',
      'C_F guardian',
      'C_S guardian',
    ])
    const file = await anna.client.get(`/patient/ConsentReceipt?receipt=${receipt}&format=pdf`)
    expect(file.headers.get('content-type')).toContain('application/pdf')
    const sent =
      await owner()`SELECT recipient FROM notification WHERE patient_id = ${id} AND attachment IS NOT NULL ORDER BY id DESC LIMIT 1`
    expect(sent).toEqual([{ recipient: anna.contact }])
  })
})

describe('REQ-GRD-12: a guardian asks to erase the patient', () => {
  test('from then on no filter, count, screen and file has the data, and nobody answers the consents', async () => {
    const { id, code, record, anna, ugo } = await createFamily()
    const [withValue, all] = [await countWith(draft), await countWith(anybody)]
    await stop(anna, record, 'v3')
    expect(await flags(id)).toEqual([{ c_db: null, c_db_p: false, c_db_m: false, c_s: false, c_f: false }])
    expect([await countWith(draft), await countWith(anybody)]).toEqual([withValue! - 1, all! - 1])
    expect((await rome!.api.ecrf.read.query({ code })).values).not.toHaveProperty('HB')
    expect(await owner()`SELECT hb FROM patient_medical WHERE patient_id = ${id}`).toEqual([{ hb: 7.77 }])
    await expect(giveConsents(ugo.client)).rejects.toMatchObject(rejected('consent_withdrawal_asked'))
    expect(await verifyLedger(owner())).toBeUndefined()
  })

  test('both guardians read the state in their list, the centre in its own; the messages name no patient to guardians', async () => {
    const { code, record, anna, ugo } = await createFamily()
    await stop(anna, record, 'v2')
    const asked = await readRequest(anna, record)
    const days = (Date.parse(asked!.dueOn) - Date.parse(asked!.askedOn)) / 86_400_000
    expect([asked, days]).toEqual([{ choice: 'v2', askedOn: expect.any(String), dueOn: expect.any(String), own: true, missing: 1 }, 14])
    expect(await readRequest(ugo, record)).toMatchObject({ choice: 'v2', own: false, missing: 1 })
    const { request } = await rome!.api.guardians.list.query({ code })
    expect(request).toMatchObject({ choice: 'v2', dueOn: asked!.dueOn, missing: [ugo.id] })
    expect((await rome!.api.guardians.requests.query()).find((one) => one.code === code)).toMatchObject({
      centre: 'RM01',
      missing: 1,
      record,
    })
    expect((await milan!.api.guardians.requests.query()).find((one) => one.code === code)).toBeUndefined()
    await expect.poll(() => mailsTo(ugo.contact).filter(({ text }) => text.includes('/figli')).length).toBeGreaterThan(0)
    await expect.poll(() => mailsTo('rome@example.org').filter(({ text }) => text.includes(` ${code} `)).length).toBe(1)
    for (const { text } of [...mailsTo(anna.contact), ...mailsTo(ugo.contact)]) expect(text).not.toMatch(/LEA|VERDI/)
    await stop(ugo, record, 'v2')
    expect(await readRequest(anna, record)).toMatchObject({ missing: 0 })
    await expect.poll(() => mailsTo('rome@example.org').filter(({ text }) => text.includes(` ${code} `)).length).toBe(2)
  })

  test('the other guardian confirms the same choice only', async () => {
    const { record, anna, ugo } = await createFamily()
    await stop(anna, record, 'v2')
    await expect(stop(ugo, record, 'v3')).rejects.toMatchObject(rejected('withdrawal_request_other_choice'))
  })

  test('who asked takes it back: the data stay, the answers stay No, and new answers bring the data back', async () => {
    const { id, code, record, anna, ugo } = await createFamily()
    await stop(anna, record, 'v3')
    await expect(ugo.client.api.guardian.takeBack.mutate({ patient: record })).rejects.toMatchObject(rejected('withdrawal_request_missing'))
    await anna.client.api.guardian.takeBack.mutate({ patient: record })
    expect(await readRequest(ugo, record)).toBeNull()
    expect(await flags(id)).toMatchObject([{ c_db: null, c_db_m: false }])
    await expect(rome!.api.guardians.carryOut.mutate({ code })).rejects.toMatchObject(rejected('withdrawal_request_missing'))
    await giveConsents(anna.client)
    await giveConsents(ugo.client)
    expect(await flags(id)).toMatchObject([{ c_db: true, c_db_m: true }])
    expect(await verifyLedger(owner())).toBeUndefined()
  })

  test('a guardian who need not sign cannot ask while another must, nor one who acts together with an adult', async () => {
    const { id, record } = await createFamily()
    const other = await addGuardian(id, { mustSign: false })
    expect((await other.client.api.guardian.children.query()).map(({ mayAsk }) => mayAsk)).toEqual([false])
    await expect(stop(other, record, 'v3')).rejects.toMatchObject(rejected('permission_denied'))
    const adult = await makePatient(owner(), { centre: 'RM01', centrePatientCode: `ADULT${(serial += 1)}` })
    const support = await addGuardian(adult.id, { kind: 'SUPPORT_TOGETHER', birthDate: null })
    const [child] = await support.client.api.guardian.children.query()
    await expect(stop(support, child!.patient, 'v3')).rejects.toMatchObject(rejected('permission_denied'))
  })

  test('THREAT-62: of another guardian’s patient it is refused', async () => {
    const [own, other] = [await createFamily(), await createFamily()]
    await expect(stop(own.anna, other.record, 'v3')).rejects.toMatchObject(rejected('permission_denied'))
    await expect(own.anna.client.api.guardian.takeBack.mutate({ patient: other.record })).rejects.toMatchObject(
      rejected('permission_denied'),
    )
    expect(await flags(other.id)).toMatchObject([{ c_db: true, c_db_m: true }])
  })
})

describe('REQ-GRD-12: the centre carries out the request', () => {
  const carryOut = (by: Staff, code: string) => by.api.guardians.carryOut.mutate({ code })

  test('THREAT-73: never before the confirmation of all who must sign and before 14 days, and only for its own patients', async () => {
    const { id, code, record, anna, ugo } = await createFamily()
    await expect(carryOut(rome!, code)).rejects.toMatchObject(rejected('withdrawal_request_missing'))
    await stop(anna, record, 'v3')
    await moveBack(id, 14)
    await expect(carryOut(rome!, code)).rejects.toMatchObject(rejected('withdrawal_request_unconfirmed'))
    await moveBack(id, -14)
    await stop(ugo, record, 'v3')
    await expect(carryOut(rome!, code)).rejects.toMatchObject(rejected('withdrawal_request_early'))
    await moveBack(id, 13)
    await expect(carryOut(rome!, code)).rejects.toMatchObject(rejected('withdrawal_request_early'))
    await moveBack(id, 1)
    await expect(carryOut(milan!, code)).rejects.toMatchObject(rejected('import_patient_unknown'))
    expect(await owner()`SELECT hb FROM patient_medical WHERE patient_id = ${id}`).toEqual([{ hb: 7.77 }])
  })

  test('THREAT-64: a guardian added since must confirm too, and a guardian whose role ended no longer asks', async () => {
    const { id, code, record, anna, ugo } = await createFamily()
    await stop(anna, record, 'v3')
    await stop(ugo, record, 'v3')
    await moveBack(id, 14)
    const third = await addGuardian(id, { accepted: false })
    await expect(carryOut(rome!, code)).rejects.toMatchObject(rejected('withdrawal_request_unconfirmed'))
    for (const guardian of [third, anna, ugo]) await rome!.api.guardians.end.mutate({ code, id: guardian.id, reason: 'decreto' })
    await expect(carryOut(rome!, code)).rejects.toMatchObject(rejected('withdrawal_request_missing'))
  })

  test.each(['v2', 'v3'] as const)('%s: nothing of the patient and of the guardians remains, and the chain verifies', async (choice) => {
    const { id, code, record, subject, anna, ugo } = await createFamily()
    await stop(anna, record, choice)
    await stop(ugo, record, choice)
    await moveBack(id, 14)
    await carryOut(rome!, code)
    for (const table of ['patient_identity', 'patient_medical', 'guardianship', 'withdrawal_request', 'consent_proposal'])
      expect([table, await owner().unsafe(`SELECT FROM ${table} WHERE patient_id = ${id}`)]).toEqual([table, []])
    expect(await owner()`SELECT FROM guardian WHERE contact = ANY (${[anna.contact, ugo.contact]})`).toEqual([])
    expect(
      await owner()`SELECT answer, channel, actor, at, guardian_id FROM consent_event WHERE subject = ${subject} ORDER BY seq DESC LIMIT 1`,
    ).toEqual([{ answer: choice, channel: 'centre', actor: 'centre', at: null, guardian_id: null }])
    expect(await verifyLedger(owner())).toBeUndefined()
    for (const { contact } of [anna, ugo])
      await expect.poll(() => mailsTo(contact).filter(({ text }) => text.includes('Come avete chiesto')).length).toBe(1)
    await expect(anna.client.api.guardian.children.query()).rejects.toMatchObject(rejected('session_required'))
    await expect(carryOut(rome!, code)).rejects.toMatchObject(rejected('import_patient_unknown'))
  })

  test('on the first day the centre or the guardian who must confirm is reminded, once', async () => {
    const { id, record, anna, ugo } = await createFamily()
    await stop(anna, record, 'v3')
    const before = () => mailsTo(ugo.contact).filter(({ text }) => text.includes('Un altro tutore')).length
    await expect.poll(before).toBe(1)
    await moveBack(id, 14)
    await remindWithdrawalRequests(fixture.server.deps)
    await remindWithdrawalRequests(fixture.server.deps)
    await expect.poll(before).toBe(2)
  })
})
