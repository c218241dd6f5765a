import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
type Patient = Awaited<ReturnType<TestServer['patient']>>
let number = 0

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(() => server[Symbol.asyncDispose]())

const yes = { C_DB_P: true, C_DB_M: true, C_S: true, C_EXTRAEU: false, C_P_DB: false, C_F: true, C_INCIDENTAL: 2 }
const preliminaryYes = { P_READ: true, P_OF_AGE: true, P_QUESTIONS: true, P_CARE: true, P_WITHDRAW: true, P_FREE: true }

/** A patient whose old program has fetched the documents. */
const newReader = async (): Promise<Patient> => {
  const patient = await server.patient({ centre: 'RM01', centrePatientCode: `B${(number += 1)}` })
  await patient.call('/consent', { json: { action: 'GET', lang: 'it', id: 'pre_consent1' } })
  await patient.call('/patient/GetConsentPoints', { json: { lang: 'it' } })
  return patient
}
const update = (patient: Patient, json: object) => patient.call('/patient/UpdateConsents', { json: { lang: 'it', ...json } })
const listKept = ({ fixture }: Patient) =>
  server.database.owner`SELECT kind, field FROM consent_event WHERE subject = ${fixture.subject} ORDER BY seq`

test.each<[string, object, object]>([
  ['no answer', {}, { fields: { C_DB_P: 'campo obbligatorio', C_INCIDENTAL: 'campo obbligatorio' } }],
  ['one answer too few', { ...yes, C_F: '' }, { fields: { C_F: 'campo obbligatorio' } }],
  ['an answer to a question that nobody asked', { ...yes, C_OTHER: true }, { fields: { C_OTHER: 'Campo sconosciuto' } }],
  ['a further preliminary answer', { ...yes, ...preliminaryYes, P_OTHER: true }, { fields: { P_OTHER: 'Campo sconosciuto' } }],
  ['an option after the last', { ...yes, C_INCIDENTAL: 4 }, { fields: { C_INCIDENTAL: 'Valore non valido' } }],
  ['a number for Yes or No', { ...yes, C_F: 2 }, { fields: { C_F: expect.any(String) } }],
  ['a list as answer', { ...yes, C_F: [true, false] }, { fields: { C_F: expect.any(String) } }],
  ['a preliminary No', { ...yes, ...preliminaryYes, P_FREE: false }, { code: 'preliminary_not_all_yes' }],
  ['a missing preliminary answer', { ...yes, P_READ: true }, { code: 'preliminary_unanswered' }],
  ['an unknown withdrawal', { C_DB_NO_NOTIFICATION: 'v4' }, { fields: { C_DB_NO_NOTIFICATION: expect.any(String) } }],
])('THREAT-34: UpdateConsents with %s is rejected and stores nothing', async (_case, body, expected) => {
  const patient = await newReader()
  expect(await update(patient, body)).toMatchObject({ success: false, ...expected })
  expect(await listKept(patient)).toEqual([])
})

test('the mark that anything was answered, which old programs send, is no answer', async () => {
  const patient = await newReader()
  expect(await update(patient, { ...yes, C_DB: true, c_db: true, C_DB_NO_NOTIFICATION: '' })).toEqual({ success: true })
  expect(await patient.call('/patient/GetConsents', { json: {} })).toEqual({ success: true, consents: yes })
})

test('two taps on the confirmation both succeed, and the answers are stored', async () => {
  const patient = await newReader()
  const taps = await Promise.all([update(patient, yes), update(patient, yes)])
  expect(taps).toEqual([{ success: true }, { success: true }])
  expect(await patient.call('/patient/GetConsents', { json: {} })).toEqual({ success: true, consents: yes })
})

test.each(['v1', 'v2', 'v3'])('two taps on the confirmation of the withdrawal %s withdraw once', async (choice) => {
  const patient = await newReader()
  await update(patient, yes)
  const withdraw = () => update(patient, { C_DB_NO_NOTIFICATION: choice })
  const taps = await Promise.all([withdraw(), withdraw()])
  expect(taps.filter(({ success }) => success === true)).toHaveLength(1)
  expect(taps.find(({ success }) => success === false)).toMatchObject({ code: 'APIsession_required' })
  const kept = await listKept(patient)
  expect(kept.filter(({ field }) => field === 'C_DB_NO_NOTIFICATION')).toHaveLength(1)
  const mails = await server.database.owner`SELECT 1 FROM notification WHERE recipient = ${`b${number}@example.org`} AND patient_id IS NULL`
  expect(mails).toHaveLength(1)
})
