import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveConsents, makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
type Patient = Awaited<ReturnType<TestServer['patient']>>
let number = 0
let moment = new Date()
const newPatient = (consents?: Record<string, boolean | number>): Promise<Patient> =>
  server.patient({
    centre: 'RM01',
    centrePatientCode: `P${(number += 1)}`,
    medical: { hb: 9.5, other_therapies: 'canarino' },
    ...(consents && { consents }),
  })

beforeAll(async () => {
  server = await startTestServer({ clock: () => moment })
  await makeCentre(server.database.owner, 'RM01')
  await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

const yes = { C_DB_P: true, C_DB_M: true, C_S: true, C_EXTRAEU: false, C_P_DB: false, C_F: true, C_INCIDENTAL: 2 }
const preliminaryYes = { P_READ: true, P_OF_AGE: true, P_QUESTIONS: true, P_CARE: true, P_WITHDRAW: true, P_FREE: true }
const shown = async (caller: Patient) => {
  const asShown = ({ version, hash }: { version: number; hash: string }) => ({ version, hash })
  const { information, preliminary, questions } = caller.api.consents
  const texts = await Promise.all([information.query(), preliminary.query(), questions.query()])
  const [first, second, third] = texts.map(asShown)
  return { information: first!, preliminary: second!, consents: third! }
}
/** Fetches the documents, like an old client before it shows them to the patient. */
const fetchTexts = async (caller: Patient, lang = 'it'): Promise<void> => {
  expect(await caller.call('/consent', { json: { action: 'GET', lang, id: 'pre_consent1' } })).toMatchObject({ success: true })
  expect(await caller.call('/patient/GetConsentPoints', { json: { lang } })).toMatchObject({ success: true })
}
const listLedger = (caller: Patient) => server.database.owner`
  SELECT kind, field, answer, version, language, channel FROM consent_event WHERE subject = ${caller.fixture.subject} AND field LIKE 'C\\_%' ORDER BY seq`

describe('giving consents', () => {
  test('every answer is kept with the version and the language that were shown, and opens what it is for (REQ-CON-04)', async () => {
    const patient = await newPatient()
    expect(await patient.api.consents.current.query()).toMatchObject({ given: false, answers: {} })
    const seen = await shown(patient)
    const current = await patient.api.consents.give.mutate({
      information: seen.information,
      preliminary: { ...seen.preliminary, answers: preliminaryYes },
      consents: { ...seen.consents, answers: yes },
    })
    expect(current).toMatchObject({ given: true, toRenew: false, answers: yes })
    expect(await listLedger(patient)).toHaveLength(7)
    expect((await patient.call('/get_userinfo'))['user'] ?? (await patient.api.session.current.query())).toMatchObject({
      patient: { c_db: true, c_db_m: true, c_extraeu: false },
    })
    const [newest] = await patient.api.consents.history.query()
    expect(newest).toMatchObject({ field: 'C_INCIDENTAL', version: 3, channel: 'patient' })
  })

  test('THREAT-34: requires Yes to every preliminary question, with the fixed Italian messages (REQ-CON-03)', async () => {
    const patient = await newPatient()
    const seen = await shown(patient)
    const give = (answers: Record<string, boolean>) =>
      patient.api.consents.give.mutate({
        information: seen.information,
        preliminary: { ...seen.preliminary, answers },
        consents: { ...seen.consents, answers: yes },
      })
    await expect(give({ ...preliminaryYes, P_FREE: false })).rejects.toThrow(
      'Non è possibile procedere se non si è risposto Sì a tutte le domande',
    )
    await expect(give({ P_READ: true })).rejects.toThrow('Non hai risposto a tutte le domande')
    expect(await listLedger(patient)).toEqual([])
  })

  test('THREAT-34: requires that the patient saw the published document', async () => {
    const patient = await newPatient()
    const seen = await shown(patient)
    const preliminary = { ...seen.preliminary, answers: preliminaryYes }
    for (const wrong of [{ hash: 'x'.repeat(64) }, { version: 4 }]) {
      await expect(
        patient.api.consents.give.mutate({
          information: seen.information,
          preliminary,
          consents: { ...seen.consents, ...wrong, answers: yes },
        }),
      ).rejects.toThrow('Il testo è cambiato')
    }
    expect(await listLedger(patient)).toEqual([])
  })

  test('a missing answer is an error of its field, and no answer is stored', async () => {
    const patient = await newPatient()
    await fetchTexts(patient)
    expect(await patient.call('/patient/UpdateConsents', { json: { lang: 'it', C_DB_P: true } })).toMatchObject({
      success: false,
      code: 'validation_failed',
      fields: { C_DB_M: 'campo obbligatorio', C_INCIDENTAL: 'campo obbligatorio' },
    })
    expect(await listLedger(patient)).toEqual([])
  })

  test.each([0, -5, 4, 1.5, 'due', true])(
    'THREAT-34: %j is no option of a numbered question, in the legacy path and in the procedure',
    async (answer) => {
      const patient = await newPatient()
      const seen = await shown(patient)
      await fetchTexts(patient)
      expect(
        await patient.call('/patient/UpdateConsents', { json: { ...yes, ...preliminaryYes, C_INCIDENTAL: answer, lang: 'it' } }),
      ).toMatchObject({ success: false, code: 'validation_failed', fields: { C_INCIDENTAL: 'Valore non valido' } })
      await expect(
        patient.api.consents.give.mutate({
          information: seen.information,
          preliminary: { ...seen.preliminary, answers: preliminaryYes },
          consents: { ...seen.consents, answers: { ...yes, C_INCIDENTAL: answer as number } },
        }),
      ).rejects.toMatchObject({ data: { detail: { code: 'validation_failed' } } })
      expect(await listLedger(patient)).toEqual([])
      expect(await patient.call('/patient/GetConsents', { json: {} })).toMatchObject({ success: true, consents: {} })
    },
  )

  test('THREAT-34: a stored answer without an option counts as unanswered; the patient still reads, answers and withdraws', async () => {
    const patient = await newPatient({ C_DB_P: true })
    const { owner } = server.database
    await owner`ALTER TABLE consent_event DISABLE TRIGGER check_consent_answers`
    for (const answer of ['-5', '"v9"', '99999', '1']) {
      await giveConsents(owner, patient.fixture.subject, { C_INCIDENTAL: JSON.parse(answer), C_DB_M: JSON.parse(answer) })
    }
    await owner`ALTER TABLE consent_event ENABLE TRIGGER check_consent_answers`
    await giveConsents(owner, patient.fixture.subject, { C_S: true })
    const readable = { C_DB_P: true, C_INCIDENTAL: 1, C_S: true }
    expect(await patient.call('/patient/GetConsents', { json: {} })).toEqual({ success: true, consents: readable })
    expect(await patient.api.consents.current.query()).toMatchObject({ given: true, answers: readable })
    expect(await patient.api.consents.history.query()).toHaveLength(10)
    expect(await patient.api.session.current.query()).toMatchObject({ patient: { c_db_p: true } })
    await fetchTexts(patient)
    expect(await patient.call('/patient/UpdateConsents', { json: { ...yes, ...preliminaryYes } })).toMatchObject({ success: true })
    expect(await patient.call('/patient/GetConsents', { json: {} })).toEqual({ success: true, consents: yes })
    expect(await patient.call('/patient/UpdateConsents', { json: { C_DB_NO_NOTIFICATION: 'v1' } })).toMatchObject({ success: true })
  })
})

describe('old clients', () => {
  test('fetch the questions, then send the answers without versions, as JSON, form or multipart', async () => {
    const texts = Object.fromEntries(Object.entries(yes).map(([field, answer]) => [field, String(answer)]))
    for (const body of [{ json: yes }, { form: texts }, { multipart: texts }]) {
      const patient = await newPatient()
      const first = await patient.call('/consent', { json: { action: 'GET', lang: 'it', id: 'pre_consent1' } })
      const [document] = first['rows'] as { points: Record<string, unknown>[] }[]
      expect(document?.points.find((question) => question['tipo'] === 'radio')).toMatchObject({
        risposte: ['Sì', 'No'],
        nome_campo: 'P_READ',
        testo: expect.any(String),
      })
      expect((await patient.call('/patient/GetConsentPoints', { json: {} }))['consent']).toMatchObject({
        points: expect.arrayContaining([expect.objectContaining({ nome_campo: 'C_INCIDENTAL' })]),
      })
      expect(await patient.call('/patient/UpdateConsents', body)).toMatchObject({ success: true })
      expect(await patient.call('/patient/GetConsents', { json: {} })).toMatchObject({ success: true, consents: yes })
    }
  })

  test('THREAT-34: a patient who never received the questions cannot answer the consents', async () => {
    const patient = await newPatient()
    expect(await patient.call('/patient/UpdateConsents', { json: { ...yes, lang: 'it' } })).toMatchObject({
      success: false,
      error: 'Non hai risposto a tutte le domande',
    })
    await fetchTexts(patient)
    expect(await patient.call('/patient/UpdateConsents', { json: { ...yes, ...preliminaryYes } })).toMatchObject({ success: true })
  })

  test('staff and visitors have no consents', async () => {
    const staff = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
    for (const path of ['/patient/GetConsents', '/patient/UpdateConsents', '/patient/GetConsentPoints']) {
      expect(await staff.call(path, { json: {} })).toMatchObject({ success: false, code: 'permission_denied' })
      expect(await server.visitor('myconsent').call(path, { json: {} })).toMatchObject({ success: false, code: 'APIsession_required' })
    }
  })
})

describe('withdrawal', () => {
  test.each(['v1', 'v2', 'v3'] as const)(
    '%s ends the session permanently, notifies the patient and the centre, and keeps the ledger',
    async (choice) => {
      const patient = await newPatient(yes)
      expect(await patient.call('/patient/UpdateConsents', { json: { C_DB_NO_NOTIFICATION: choice } })).toMatchObject({ success: true })
      expect(await patient.call('/patient/GetConsents', { json: {} })).toMatchObject({ success: false, code: 'APIsession_required' })
      const { owner } = server.database
      const [row] =
        await owner`SELECT c_db_no_notification AS choice, consent_subject IS NULL AS cut FROM patient WHERE id = ${patient.fixture.id}`
      expect(row).toEqual(choice === 'v1' ? { choice, cut: false } : undefined)
      const [identity] = await owner`SELECT count(*)::int AS rows FROM patient_identity WHERE patient_id = ${patient.fixture.id}`
      expect(identity).toEqual({ rows: choice === 'v1' ? 1 : 0 })
      expect((await listLedger(patient)).at(-1)).toMatchObject({ field: 'C_DB_NO_NOTIFICATION', answer: choice })
      const written = await owner<{ recipient: string }[]>`SELECT recipient FROM notification ORDER BY created_at DESC, id DESC LIMIT 2`
      expect(written.map(({ recipient }) => recipient).toSorted()).toEqual(['ca@example.org', `p${number}@example.org`])
    },
  )

  test('requires the password again when the last check is older than ten minutes (REQ-ACC-21)', async () => {
    const patient = await newPatient(yes)
    moment = new Date(moment.getTime() + 11 * 60_000)
    expect(await patient.call('/patient/UpdateConsents', { json: { C_DB_NO_NOTIFICATION: 'v3' } })).toMatchObject({
      success: false,
      code: 'reauthentication_required',
    })
    expect(await patient.call('/patient/UpdateConsents', { json: { C_DB_NO_NOTIFICATION: 'v3', password: 'not it' } })).toMatchObject({
      success: false,
      code: 'password_wrong',
    })
    expect(await patient.call('/patient/UpdateConsents', { json: { C_DB_NO_NOTIFICATION: 'v4' } })).toMatchObject({
      success: false,
      fields: { C_DB_NO_NOTIFICATION: expect.any(String) },
    })
    expect(await patient.api.consents.current.query()).toMatchObject({ withdrawal: null })
  })
})
