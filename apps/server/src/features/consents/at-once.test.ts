import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let number = 0
type Patient = Awaited<ReturnType<TestServer['patient']>>

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(() => server[Symbol.asyncDispose]())

const yes = { C_DB_P: true, C_DB_M: true, C_S: true, C_EXTRAEU: false, C_P_DB: false, C_F: true, C_INCIDENTAL: 2 }
const no = { ...yes, C_DB_M: false }
const preliminaryYes = { P_READ: true, P_OF_AGE: true, P_QUESTIONS: true, P_CARE: true, P_WITHDRAW: true, P_FREE: true }

const newPatient = (): Promise<Patient> => server.patient({ centre: 'RM01', centrePatientCode: `P${(number += 1)}` })
const readTexts = async ({ api }: Patient) => {
  const pick = ({ version, hash }: { version: number; hash: string }) => ({ version, hash })
  return {
    information: pick(await api.consents.information.query()),
    preliminary: { ...pick(await api.consents.preliminary.query()), answers: preliminaryYes },
    consents: pick(await api.consents.questions.query()),
  }
}
const countEvents = async ({ fixture }: Patient) => {
  const [found] = await server.database.owner<{ events: number; receipts: number }[]>`
    SELECT (SELECT count(*)::int FROM consent_event WHERE subject = ${fixture.subject} AND kind = 'consents') AS events,
      (SELECT count(*)::int FROM consent_receipt WHERE subject = ${fixture.subject}) AS receipts`
  return found
}
const changed = { data: { detail: { code: 'consents_changed' } } }

describe('REQ-CON-04: answers sent in parallel', () => {
  test('equal ones give one event for each question and one receipt', async () => {
    const patient = await newPatient()
    const texts = await readTexts(patient)
    const give = () => patient.api.consents.give.mutate({ ...texts, consents: { ...texts.consents, answers: yes }, basedOn: null })
    const [one, other] = await Promise.all([give(), give()])
    expect(one).toEqual(other)
    expect(await countEvents(patient)).toEqual({ events: 7, receipts: 1 })
  })

  test('of two different ones on the same previous answers the second is rejected', async () => {
    const patient = await newPatient()
    const texts = await readTexts(patient)
    const give = (answers: typeof yes, basedOn: string | null) =>
      patient.api.consents.give.mutate({ ...texts, consents: { ...texts.consents, answers }, basedOn })
    const first = await Promise.allSettled([give(yes, null), give(no, null)])
    expect(first.find(({ status }) => status === 'rejected')).toMatchObject({ reason: changed })
    expect(await countEvents(patient)).toEqual({ events: 7, receipts: 1 })
    const { answeredAt, answers } = await patient.api.consents.current.query()
    const others = answers['C_DB_M'] === true ? no : yes
    await expect(give(others, '2020-01-01T00:00:00.000Z')).rejects.toMatchObject(changed)
    expect(await give(others, answeredAt)).toMatchObject({ answers: others })
  })

  test('an old program whose session read other consents is rejected, and one that never read them is not', async () => {
    const patient = await newPatient()
    const texts = await readTexts(patient)
    await patient.call('/consent', { json: { action: 'GET', lang: 'it', id: 'pre_consent1' } })
    await patient.call('/patient/GetConsentPoints', { json: { lang: 'it' } })
    const update = (answers: object) => patient.call('/patient/UpdateConsents', { json: answers })
    expect(await update(yes)).toMatchObject({ success: true })
    expect(await patient.call('/patient/GetConsents')).toMatchObject({ success: true })
    await patient.api.consents.give.mutate({ ...texts, consents: { ...texts.consents, answers: no } })
    const before = await countEvents(patient)
    expect(await update({ ...yes, C_S: false })).toMatchObject({ success: false, code: 'consents_changed' })
    expect(await update(no)).toMatchObject({ success: true })
    expect(await countEvents(patient)).toEqual(before)
    await patient.call('/patient/GetConsents')
    expect(await update({ ...yes, C_S: false })).toMatchObject({ success: true })
    expect(await update(no)).toMatchObject({ success: true })
  })
})
