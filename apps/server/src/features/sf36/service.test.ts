import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents, firstSf36Options, makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
type Patient = Awaited<ReturnType<TestServer['patient']>>
let number = 0
const newPatient = (consents: Record<string, boolean | number> = allConsents): Promise<Patient> =>
  server.patient({ centre: 'RM01', centrePatientCode: `Q${(number += 1)}`, consents })

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(() => server[Symbol.asyncDispose]())

const readShown = async ({ api }: Patient) => {
  const { version, hash } = await api.sf36.questionnaire.query()
  return { version, hash }
}
const fill = async (patient: Patient, key = randomUUID(), answers: unknown = firstSf36Options) =>
  patient.api.sf36.fill.mutate({ key, ...(await readShown(patient)), answers })

const publishVersion = (version: number) => server.database.owner`
  INSERT INTO sf36_version (version, description_it, description_en, content, published_at)
  SELECT ${version}, 'Prova', 'Trial', jsonb_set(content, '{it,0,text}', ${`"versione ${version}"`}), now() FROM sf36_version WHERE version = 1`

describe('REQ-PAT-13: filling in the questionnaire', () => {
  test('the newest wording is marked as demonstration, and has 11 items', async () => {
    const patient = await newPatient()
    const questionnaire = await patient.api.sf36.questionnaire.query()
    expect(questionnaire).toMatchObject({ version: 1, language: 'it', demonstration: true })
    expect(questionnaire.questions).toHaveLength(11)
    expect(questionnaire.questions[8]).toMatchObject({ questions: { length: 9 }, options: { length: 6 } })
  })

  test('a filled questionnaire has its scores, and is read again in the words that were shown', async () => {
    const patient = await newPatient()
    const key = randomUUID()
    const stored = await fill(patient, key)
    expect(stored).toMatchObject({ key, version: 1, demonstration: true, scores: { PF: 0, GH: 60, BP: 100, HT: 100 } })
    expect(await patient.api.sf36.responses.query()).toEqual([stored])
    const filled = await patient.api.sf36.response.query({ key })
    expect(filled).toMatchObject({ ...stored, answers: firstSf36Options, questionnaire: await patient.api.sf36.questionnaire.query() })
  })

  test('two taps on the confirmation store one questionnaire, and both succeed', async () => {
    const patient = await newPatient()
    const key = randomUUID()
    const [first, second] = await Promise.all([fill(patient, key), fill(patient, key)])
    expect(second).toEqual(first)
    expect(await patient.api.sf36.responses.query()).toHaveLength(1)
    await expect(fill(patient, key, firstSf36Options.with(0, 5))).rejects.toThrow('Questo questionario è già stato inviato')
    expect(await patient.api.sf36.responses.query()).toHaveLength(1)
  })

  test('wrong answers are rejected item by item', async () => {
    const patient = await newPatient()
    await expect(fill(patient, undefined, firstSf36Options.with(0, 6).with(4, [1, 2]))).rejects.toMatchObject({
      data: { detail: { code: 'validation_failed', fields: { '1': 'Valore non valido', '5': expect.stringContaining('3 quesiti') } } },
    })
    await expect(fill(patient, undefined, [1])).rejects.toMatchObject({
      data: { detail: { fields: { answers: expect.stringContaining('11 domande') } } },
    })
    expect(await patient.api.sf36.responses.query()).toEqual([])
  })

  test.each([
    ['another version', { version: 7 }],
    ['other words', { hash: 'x' }],
  ])('answers to %s are rejected', async (_case, changed) => {
    const patient = await newPatient()
    const shown = await readShown(patient)
    const attempt = patient.api.sf36.fill.mutate({ key: randomUUID(), ...shown, ...changed, answers: firstSf36Options })
    await expect(attempt).rejects.toThrow('Il testo del questionario è cambiato')
  })

  test.each([
    ['never answered the consents', {}],
    ['refused medical data', { ...allConsents, C_DB_M: false }],
  ])('REQ-CON-11: a patient who %s cannot fill it in', async (_case, consents) => {
    const patient = await newPatient(consents)
    await expect(fill(patient)).rejects.toThrow('serve il tuo consenso a conservare i tuoi dati clinici')
  })

  test('THREAT-04: a patient reads no questionnaire of another patient', async () => {
    const key = randomUUID()
    await fill(await newPatient(), key)
    const other = await newPatient()
    await expect(other.api.sf36.response.query({ key })).rejects.toThrow('Questionario sconosciuto')
    expect(await other.api.sf36.responses.query()).toEqual([])
  })

  test('REQ-ADM-01: the audit log names the operations and no answer', async () => {
    const patient = await newPatient()
    await fill(patient)
    await patient.api.sf36.responses.query()
    const entries = (await server.readAuditLog()).filter(({ username }) => username === `patient ${patient.fixture.id}`)
    expect(entries.map(({ command, action, detail }) => [command, action, detail])).toEqual([
      ['GetSF36', '', ''],
      ['NewSF36', '', 'SF-36 version 1'],
      ['GetSF36', 'LIST', ''],
    ])
  })
})

describe('REQ-API-01: the old paths', () => {
  type Answer = Readonly<Record<string, unknown>>
  const ask = (patient: Patient, json: unknown): Promise<Answer> => patient.call('/patient/NewSF36', { json })
  const countStored = async ({ api }: Patient) => (await api.sf36.responses.query()).length

  test('GetSF36 returns the items with the old names', async () => {
    const patient = await newPatient()
    const answer = await patient.call('/patient/GetSF36', { json: { lang: 'en' } })
    expect(answer).toMatchObject({ success: true, sf36: { version: 1, demonstration: true, points: { length: 11 } } })
    const { points } = answer['sf36'] as { points: Answer[] }
    expect(points[0]).toEqual({
      tipo: 'radio',
      testo: 'How is your health going, taken as a whole?',
      help: 'Choose the answer that comes closest.',
      risposte: ['Very well', 'Well', 'Fairly well', 'So-so', 'Badly'],
      domande: [],
    })
    expect(points[3]).toMatchObject({ tipo: 'multi', risposte: ['Yes', 'No'], domande: { length: 4 } })
  })

  test('NewSF36 accepts the list as body or in a field, with numbers or their text', async () => {
    for (const body of [
      firstSf36Options,
      { answers: firstSf36Options },
      firstSf36Options.map((answer) => (typeof answer === 'number' ? String(answer) : answer.map(String))),
    ]) {
      const patient = await newPatient()
      expect(await ask(patient, body)).toEqual({ success: true })
      const [stored] = await patient.api.sf36.responses.query()
      expect((await patient.api.sf36.response.query({ key: stored!.key })).answers).toEqual(firstSf36Options)
    }
    const patient = await newPatient()
    expect(await patient.call('/patient/NewSF36', { form: { answers: JSON.stringify(firstSf36Options) } })).toEqual({ success: true })
  })

  test('two taps store one questionnaire; other answers store another', async () => {
    const patient = await newPatient()
    expect(await Promise.all([ask(patient, firstSf36Options), ask(patient, firstSf36Options)])).toEqual([
      { success: true },
      { success: true },
    ])
    expect(await countStored(patient)).toBe(1)
    expect(await ask(patient, firstSf36Options.with(0, 5))).toEqual({ success: true })
    expect(await countStored(patient)).toBe(2)
  })

  test.each<[string, unknown, Answer]>([
    ['too few questions', firstSf36Options.slice(1), { answers: 'Il questionario ha 11 domande: manda una risposta per ogni domanda' }],
    ['too many questions', [...firstSf36Options, 1], { answers: 'Il questionario ha 11 domande: manda una risposta per ogni domanda' }],
    [
      'too many sub-answers',
      firstSf36Options.with(3, [1, 1, 1, 1, 1]),
      { '4': 'La domanda ha 4 quesiti: manda una risposta per ogni quesito' },
    ],
    ['no answer', [null, ...firstSf36Options.slice(1)], { '1': 'campo obbligatorio' }],
    ['an option after the last', firstSf36Options.with(6, 7), { '7': 'Valore non valido' }],
    ['a list for a radio question', firstSf36Options.with(0, [1]), { '1': 'Valore non valido' }],
    ['a text', 'ciao', { answers: 'Valore non valido' }],
    ['nothing', {}, { answers: 'Valore non valido' }],
    ['an object', { answers: { '0': 1 } }, { answers: 'Valore non valido' }],
  ])('%s are rejected', async (_case, body, fields) => {
    const patient = await newPatient()
    expect(await ask(patient, body)).toMatchObject({ success: false, code: 'validation_failed', fields })
    expect(await countStored(patient)).toBe(0)
  })

  test('answers to a wording before the newest are rejected, and accepted after it was fetched', async () => {
    const patient = await newPatient()
    await patient.call('/patient/GetSF36', { json: { lang: 'it' } })
    await publishVersion(2)
    expect(await ask(patient, firstSf36Options)).toMatchObject({ success: false, code: 'sf36_text_changed' })
    await patient.call('/patient/GetSF36', { json: { lang: 'en' } })
    expect(await ask(patient, firstSf36Options)).toEqual({ success: true })
    const rows = await server.database.owner`SELECT version, language FROM sf36_response WHERE patient_id = ${patient.fixture.id}`
    expect(rows).toEqual([{ version: 2, language: 'en' }])
  })

  test('staff list the published wordings', async () => {
    const manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }])
    expect(await manager.call('/sf36', { json: { action: 'LIST', lang: 'en' } })).toEqual({
      success: true,
      rows: [
        { id: 2, description: 'Trial' },
        { id: 1, description: 'Health questionnaire, demonstration text' },
      ],
    })
  })
})
