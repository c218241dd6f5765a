import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
type Patient = Awaited<ReturnType<TestServer['patient']>>
let number = 0
const newPatient = (): Promise<Patient> => server.patient({ centre: 'RM01', centrePatientCode: `E${(number += 1)}` })

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(() => server[Symbol.asyncDispose]())

const yes = { C_DB_P: true, C_DB_M: true, C_S: true, C_EXTRAEU: false, C_P_DB: false, C_F: true, C_INCIDENTAL: 2 }
const preliminaryYes = { P_READ: true, P_OF_AGE: true, P_QUESTIONS: true, P_CARE: true, P_WITHDRAW: true, P_FREE: true }
const fields = Object.keys(yes)
/** The newest versions of the seed. */
const newest: Readonly<Record<string, number>> = { information: 4, preliminary: 2, consents: 3, withdrawal: 4 }

type ReadProcedure = 'information' | 'preliminary' | 'questions'
const read = async (caller: Patient, procedure: ReadProcedure) => {
  const { version, hash } = await caller.api.consents[procedure].query()
  return { version, hash }
}
const readAll = async (caller: Patient) => ({
  information: await read(caller, 'information'),
  preliminary: { ...(await read(caller, 'preliminary')), answers: preliminaryYes },
  consents: { ...(await read(caller, 'questions')), answers: yes },
})
const give = async (caller: Patient, answers = yes) => {
  const shown = await readAll(caller)
  return caller.api.consents.give.mutate({ ...shown, consents: { ...shown.consents, answers } })
}
const fetchTexts = async (caller: Patient, lang: 'it' | 'en' = 'it') => {
  await caller.call('/consent', { json: { action: 'GET', lang, id: 'pre_consent1' } })
  await caller.call('/patient/GetConsentPoints', { json: { lang } })
}
const update = (caller: Patient, json: Readonly<Record<string, unknown>>) =>
  caller.post('/patient/UpdateConsents', { json: { lang: 'it', ...json } })
const readUpdate = async (caller: Patient, json: Readonly<Record<string, unknown>>) => {
  const answer = await update(caller, json)
  return [answer.status, (await answer.json()) as Record<string, unknown>] as const
}

type Row = Readonly<Record<string, unknown>> & { readonly field: string; readonly kind: string }
const ledger = (caller: Patient, owner = server.database.owner) =>
  owner<Row[]>`SELECT * FROM consent_event WHERE subject = ${caller.fixture.subject} ORDER BY seq`
const hashes = async (language: 'it' | 'en'): Promise<Record<string, string>> => {
  const rows = await server.database.owner<{ kind: string; version: number; it: string; en: string }[]>`
    SELECT kind, version, hash_it AS it, hash_en AS en FROM consent_document`
  return Object.fromEntries(rows.map((row) => [`${row.kind} ${row.version}`, row[language]]))
}

describe('THREAT-34: answers given in MyConsent', () => {
  test('the ledger stores the preliminary answers too, and every answer with the shown documents', async () => {
    const patient = await newPatient()
    await give(patient)
    const rows = await ledger(patient)
    const it = await hashes('it')
    expect(rows.filter(({ kind }) => kind === 'preliminary').map(({ field, answer }) => [field, answer])).toEqual(
      Object.entries(preliminaryYes),
    )
    expect(rows.filter(({ kind }) => kind === 'consents').map(({ field, answer }) => [field, answer])).toEqual(Object.entries(yes))
    for (const row of rows) {
      expect(row).toMatchObject({
        version: newest[row.kind],
        language: 'it',
        client: 'myconsent',
        shown_hash: it[`${row.kind} ${newest[row.kind]}`],
      })
      if (row.kind === 'consents') {
        expect(row).toMatchObject({ information_version: 4, information_hash: it['information 4'] })
        expect(row).toMatchObject({ preliminary_version: 2, preliminary_hash: it['preliminary 2'] })
      }
    }
  })

  const zeros = '0'.repeat(64)
  test.each<[string, (shown: Awaited<ReturnType<typeof readAll>>) => object, string]>([
    ['a hash of zeros for the consents', ({ consents }) => ({ consents: { ...consents, hash: zeros } }), 'consent_text_changed'],
    ['a hash of zeros for the questions', ({ preliminary }) => ({ preliminary: { ...preliminary, hash: zeros } }), 'consent_text_changed'],
    [
      'a hash of zeros for the information',
      ({ information }) => ({ information: { ...information, hash: zeros } }),
      'consent_text_changed',
    ],
    ['another version of the information', ({ information }) => ({ information: { ...information, version: 5 } }), 'consent_text_changed'],
    [
      'an unknown preliminary question',
      ({ preliminary }) => ({ preliminary: { ...preliminary, answers: { ...preliminaryYes, P_OTHER: true } } }),
      'validation_failed',
    ],
    [
      'an unknown consent question',
      ({ consents }) => ({ consents: { ...consents, answers: { ...yes, C_OTHER: true } } }),
      'validation_failed',
    ],
  ])('%s is rejected and nothing is stored', async (_what, changed, code) => {
    const patient = await newPatient()
    const shown = await readAll(patient)
    await expect(patient.api.consents.give.mutate({ ...shown, ...changed(shown) })).rejects.toMatchObject({ data: { detail: { code } } })
    expect(await ledger(patient)).toEqual([])
  })

  test.each<ReadProcedure>(['information', 'preliminary', 'questions'])(
    'answers without the %s document sent to this patient are rejected',
    async (missing) => {
      const [patient, other] = [await newPatient(), await newPatient()]
      const shown = await readAll(other)
      for (const procedure of ['information', 'preliminary', 'questions'] as const)
        if (procedure !== missing) await read(patient, procedure)
      await expect(patient.api.consents.give.mutate(shown)).rejects.toMatchObject({ data: { detail: { code: 'consent_text_not_sent' } } })
      expect(await ledger(patient)).toEqual([])
    },
  )

  test('the newest answer counts', async () => {
    const patient = await newPatient()
    await give(patient)
    expect(await give(patient, { ...yes, C_DB_M: false, C_INCIDENTAL: 3 })).toMatchObject({ answers: { C_DB_M: false, C_INCIDENTAL: 3 } })
    expect(await patient.api.consents.current.query()).toMatchObject({ answers: { ...yes, C_DB_M: false, C_INCIDENTAL: 3 } })
    expect(await patient.call('/patient/GetConsents', { json: {} })).toMatchObject({ consents: { C_DB_M: false, C_INCIDENTAL: 3 } })
    expect(await patient.api.session.current.query()).toMatchObject({ patient: { c_db_m: false } })
  })

  test('a withdrawal stores the shown version of the choices, and another one is rejected', async () => {
    const patient = await newPatient()
    const { version, hash } = await patient.api.consents.withdrawalChoices.query()
    for (const wrong of [
      { version: version + 1, hash },
      { version, hash: zeros },
    ]) {
      await expect(patient.api.consents.withdraw.mutate({ choice: 'v1', shown: wrong })).rejects.toMatchObject({
        data: { detail: { code: 'consent_text_changed' } },
      })
    }
    const { subject } = patient.fixture
    await patient.api.consents.withdraw.mutate({ choice: 'v1', shown: { version, hash } })
    const it = await hashes('it')
    expect(await server.database.owner`SELECT kind, version, language, shown_hash FROM consent_event WHERE subject = ${subject}`).toEqual([
      { kind: 'withdrawal', version: 4, language: 'it', shown_hash: it['withdrawal 4'] },
    ])
  })
})

describe('THREAT-34: answers of old clients belong to the documents that the client received', () => {
  test('in the language of the documents, not of the later request', async () => {
    const patient = await newPatient()
    await fetchTexts(patient, 'en')
    expect(await readUpdate(patient, { lang: 'it', ...yes })).toEqual([200, { success: true }])
    const en = await hashes('en')
    for (const row of await ledger(patient)) {
      expect(row).toMatchObject({ language: 'en', client: 'legacy', shown_hash: en['consents 3'], preliminary_hash: en['preliminary 2'] })
      expect(row).toMatchObject({ information_version: null, information_hash: null })
    }
  })

  test('documents that MyConsent received do not count for an old client', async () => {
    const patient = await newPatient()
    await readAll(patient)
    expect(await readUpdate(patient, { ...yes, ...preliminaryYes })).toEqual([
      200,
      { success: false, code: 'consent_text_not_sent', error: 'Apri e leggi prima i testi dei consensi, poi rispondi' },
    ])
    expect(await ledger(patient)).toEqual([])
  })

  test('an old client reads and changes consents of MyConsent without the preliminary questions', async () => {
    const patient = await newPatient()
    await give(patient)
    expect(await patient.call('/patient/GetConsents', { json: {} })).toEqual({ success: true, consents: yes })
    await patient.call('/patient/GetConsentPoints', { json: {} })
    expect(await readUpdate(patient, { ...yes, C_DB_M: false, c_db: true })).toEqual([200, { success: true }])
    expect(await patient.api.consents.current.query()).toMatchObject({ given: true, answers: { ...yes, C_DB_M: false } })
    const changed = (await ledger(patient)).slice(-fields.length)
    for (const row of changed) expect(row).toMatchObject({ kind: 'consents', client: 'legacy', preliminary_version: 2 })
    expect(await give(patient, { ...yes, C_S: false })).toMatchObject({ answers: { C_DB_M: true, C_S: false } })
  })

  test('an old client receives the document of the withdrawal choices, and can withdraw without it', async () => {
    const [withText, withoutText] = [await newPatient(), await newPatient()]
    expect(await withText.call('/patient/GetConsentPoints', { json: { lang: 'it' } })).toMatchObject({
      withdrawal: { version: 4, points: expect.arrayContaining([expect.objectContaining({ nome_campo: 'C_DB_NO_NOTIFICATION' })]) },
    })
    for (const patient of [withText, withoutText]) {
      expect(await readUpdate(patient, { C_DB_NO_NOTIFICATION: 'v1' })).toEqual([200, { success: true }])
      expect((await ledger(patient)).at(-1)).toMatchObject({ kind: 'withdrawal', version: 4, answer: 'v1' })
    }
  })
})
