import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre, makeGuardianship, makePatient } from '@registry/db/testing/fixtures'
import type { Client } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { giveConsents } from '../receipts/testing/receipts-fixture.ts'

let server: TestServer
let serial = 0
beforeAll(async () => {
  server = await startTestServer()
  for (const code of ['RM01', 'MI01']) await makeCentre(server.database.owner, code)
})
afterAll(() => server[Symbol.asyncDispose]())

const createChild = (centre = 'RM01', name = 'LEA') =>
  makePatient(server.database.owner, { centre, centrePatientCode: `C${(serial += 1)}`, name, surname: 'VERDI' })
type Added = { readonly contact?: string; readonly centre?: string; readonly accepted?: boolean }
const addGuardian = (patientId: number, { contact = `g${(serial += 1)}@example.org`, centre = 'RM01', accepted = true }: Added = {}) =>
  server.database.owner.begin((sql) => makeGuardianship(sql, { patientId, centre, contact, accepted }))
const findRecord = async (patientId: number): Promise<string> => {
  const [row] = await server.database.owner<
    { record: string }[]
  >`SELECT record_id AS record FROM patient_identity WHERE patient_id = ${patientId}`
  return row!.record
}
/** A guardian of two children at two centres, who acts for the first. */
const createFamily = async () => {
  const [first, second] = [await createChild(), await createChild('MI01', 'UGO')]
  const contact = `family${(serial += 1)}@example.org`
  const { id, accountId, guardianId } = await addGuardian(first.id, { contact, accepted: false })
  await addGuardian(second.id, { contact, centre: 'MI01' })
  const client = await server.signIn(accountId, 'myconsent')
  const records = [await findRecord(first.id), await findRecord(second.id)] as const
  await client.api.guardian.actFor.mutate({ patient: records[0] })
  return { first, second, records, client, accountId, guardianId, guardianshipId: id }
}
const as = (client: Client, record: string) =>
  server.visitor('myconsent', { cookies: client.cookies, headers: { 'x-acting-for': record, 'accept-language': 'it' } })
const rejected = (code: string, status?: number) => ({ data: { detail: { code }, ...(status && { httpStatus: status }) } })

describe('REQ-GRD-02: a guardian signs in once', () => {
  test('and sees the children of both centres, and who the page is for', async () => {
    const { client, records } = await createFamily()
    expect(await client.api.guardian.children.query()).toMatchObject([
      { patient: records[0], name: 'LEA VERDI', accepted: true },
      { patient: records[1], name: 'UGO VERDI', accepted: true },
    ])
    expect(await client.api.session.current.query()).toMatchObject({ actingFor: records[0], name: 'LEA', mode: 'patient' })
    expect(await client.api.personalData.read.query()).toMatchObject({ names: expect.anything() })
  })

  test('THREAT-62: and is refused the record of a third child, 403', async () => {
    const { client } = await createFamily()
    const third = await createChild()
    await addGuardian(third.id)
    await expect(client.api.guardian.actFor.mutate({ patient: await findRecord(third.id) })).rejects.toMatchObject(
      rejected('permission_denied', 403),
    )
    await expect(client.api.guardian.accept.mutate({ patient: await findRecord(third.id) })).rejects.toMatchObject(
      rejected('permission_denied', 403),
    )
  })

  test('and before a choice reads nobody’s data', async () => {
    const child = await createChild()
    const { accountId } = await addGuardian(child.id)
    const client = await server.signIn(accountId, 'myconsent')
    expect(await client.api.session.current.query()).toMatchObject({ actingFor: null, name: '' })
    await expect(client.api.consents.current.query()).rejects.toMatchObject(rejected('permission_denied', 403))
  })

  test('whose guardianship ended is refused at once', async () => {
    const { client, first, guardianshipId } = await createFamily()
    expect(await client.api.consents.current.query()).toMatchObject({ given: false })
    await server.database.owner`UPDATE guardianship SET ended_at = now(), ended_by = 'ca', end_reason = 'x' WHERE id = ${guardianshipId}`
    await expect(client.api.consents.current.query()).rejects.toMatchObject(rejected('permission_denied', 403))
    expect((await client.api.guardian.children.query()).map(({ patient }) => patient)).not.toContain(await findRecord(first.id))
  })
})

describe('THREAT-62: the page of one child after another was chosen', () => {
  test('gets `session_changed` and stores nothing', async () => {
    const { client, records, first, second } = await createFamily()
    const page = as(client, records[0])
    const [information, preliminary, questions] = [
      await page.api.consents.information.query(),
      await page.api.consents.preliminary.query(),
      await page.api.consents.questions.query(),
    ]
    expect([information, preliminary, questions]).toHaveLength(3)
    await client.api.guardian.actFor.mutate({ patient: records[1] })
    await expect(giveConsents(page)).rejects.toMatchObject(rejected('session_changed'))
    await expect(as(client, 'none').api.consents.current.query()).rejects.toMatchObject({
      data: {
        detail: {
          code: 'session_changed',
          message: expect.stringMatching(/^In un’altra scheda hai scelto di rispondere per qualcun altro\./),
        },
      },
    })
    expect(await as(client, records[1]).api.consents.current.query()).toMatchObject({ given: false })
    expect(await server.database.owner`SELECT FROM consent_event WHERE subject = ANY (${[first.subject, second.subject]})`).toEqual([])
  })
})

describe('REQ-GRD-05: a guardian answers for the child', () => {
  test('the ledger has the channel, the receipt is stored, and the log names the guardian', async () => {
    const { client, first, guardianId } = await createFamily()
    const receipt = await giveConsents(client)
    expect(receipt).toBeGreaterThan(0)
    expect(
      await server.database.owner`SELECT DISTINCT channel, actor, guardian_id FROM consent_event WHERE subject = ${first.subject}`,
    ).toEqual([{ channel: 'guardian', actor: 'guardian', guardian_id: guardianId }])
    expect(await server.database.owner`SELECT c_db, c_db_m FROM patient WHERE id = ${first.id}`).toEqual([{ c_db: true, c_db_m: true }])
    const sent = await server.database.owner<
      { recipient: string }[]
    >`SELECT recipient FROM notification WHERE patient_id = ${first.id} AND attachment IS NOT NULL`
    expect(sent).toEqual([{ recipient: expect.stringContaining('family') }])
    expect((await client.api.consents.history.query()).every(({ channel }) => channel === 'guardian')).toBe(true)
    const file = await client.get(`/patient/ConsentReceipt?receipt=${receipt}&format=pdf`)
    expect(file.headers.get('content-type')).toContain('application/pdf')
    expect((await server.readAuditLog()).map(({ username }) => username)).toContain(`guardian ${guardianId}`)
    expect(await client.api.home.dataUses.query({})).toMatchObject({ uses: expect.anything() })
  })

  test('studies, questionnaire, newsletter and the withdrawal are refused', async () => {
    const { client, first } = await createFamily()
    await giveConsents(client)
    const refused = [
      () => client.api.studies.mine.query(),
      () => client.api.sf36.questionnaire.query(),
      () => client.api.newsletter.read.query(),
      () => client.api.consents.withdrawalChoices.query(),
    ]
    for (const call of refused) await expect(call()).rejects.toMatchObject(rejected('permission_denied', 403))
    expect(await client.call('/patient/UpdateConsents', { json: { C_DB_NO_NOTIFICATION: 'v3', password: 'x' } })).toMatchObject({
      code: 'permission_denied',
    })
    expect(await server.database.owner`SELECT FROM patient WHERE id = ${first.id}`).toHaveLength(1)
  })

  test('the child’s contact stays the child’s', async () => {
    const { client, first } = await createFamily()
    const read = await client.call('/patient/UpdatePersonalData', { json: { email: 'other@example.org' } })
    expect(read).toMatchObject({ success: false, code: 'permission_denied' })
    expect(await client.call('/patient/UpdatePersonalData', { json: { address_town: 'Roma' } })).toEqual({ success: true })
    expect(
      await server.database
        .owner`SELECT i.email, p.address_town FROM patient_identity AS i JOIN patient_personal AS p USING (patient_id) WHERE patient_id = ${first.id}`,
    ).toEqual([{ email: expect.not.stringContaining('other'), address_town: 'Roma' }])
  })
})

describe('THREAT-63: a mistyped contact of a guardian', () => {
  const createPending = async () => {
    const contact = `stranger${(serial += 1)}@example.org`
    const stranger = await makePatient(server.database.owner, {
      centre: 'MI01',
      centrePatientCode: `P${(serial += 1)}`,
      email: contact,
      passwordHash: 'x',
    })
    const child = await createChild()
    await addGuardian(child.id, { contact, accepted: false })
    return { child, record: await findRecord(child.id), client: await server.signIn(stranger.accountId, 'myconsent') }
  }

  test('shows a first name and the centre until its holder accepts, and no data', async () => {
    const { client, record } = await createPending()
    expect(await client.api.guardian.children.query()).toEqual([
      { patient: record, name: 'LEA', centre: 'Centro RM01', accepted: false, mayAsk: false, request: null },
    ])
    await expect(client.api.guardian.actFor.mutate({ patient: record })).rejects.toMatchObject(rejected('permission_denied'))
  })

  test('is declined by its holder, after which the centre adds the right one', async () => {
    const { client, record } = await createPending()
    await client.api.guardian.decline.mutate({ patient: record })
    expect(await client.api.guardian.children.query()).toEqual([])
    await expect(client.api.guardian.accept.mutate({ patient: record })).rejects.toMatchObject(rejected('permission_denied'))
  })

  test('a parent who is a patient accepts, acts for the child, and returns to their record', async () => {
    const { client, record } = await createPending()
    await client.api.guardian.accept.mutate({ patient: record })
    await client.api.guardian.actFor.mutate({ patient: record })
    expect(await client.api.session.current.query()).toMatchObject({ actingFor: record, name: 'LEA' })
    await client.api.guardian.actFor.mutate({ patient: null })
    expect(await client.api.session.current.query()).toMatchObject({ actingFor: null, name: 'LUCA' })
  })
})
