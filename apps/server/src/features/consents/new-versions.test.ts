import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
type Patient = Awaited<ReturnType<TestServer['patient']>>
let patient: Patient

beforeEach(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
  patient = await server.patient({ centre: 'RM01', centrePatientCode: 'V1' })
})
afterEach(() => server[Symbol.asyncDispose]())

const yes = { C_DB_P: true, C_DB_M: true, C_S: true, C_EXTRAEU: false, C_P_DB: false, C_F: true, C_INCIDENTAL: 2 }
const preliminaryYes = { P_READ: true, P_OF_AGE: true, P_QUESTIONS: true, P_CARE: true, P_WITHDRAW: true, P_FREE: true }
const seeded = { information: 4, preliminary: 2, consents: 3 } as const
type Kind = 'information' | 'preliminary' | 'consents'

/** Publishes a new version of a document, with a mark in each text. */
const publish = async (kind: Kind, needsNewAnswer = false): Promise<void> => {
  const { owner } = server.database
  const [newest] = await owner<{ version: number; content: object }[]>`
    SELECT version, content FROM consent_document WHERE kind = ${kind} ORDER BY version DESC LIMIT 1`
  const marked = JSON.stringify(newest?.content, (key, value: unknown) => (key === 'text' ? `${String(value)} (nuovo)` : value))
  await owner`
    INSERT INTO consent_document (kind, version, content, needs_new_answer) VALUES (${kind}, ${(newest?.version ?? 0) + 1}, ${marked}, ${needsNewAnswer})`
}
const readAll = async (caller: Patient) => {
  const { information, preliminary, questions } = caller.api.consents
  const shown = ({ version, hash }: { version: number; hash: string }) => ({ version, hash })
  return {
    information: shown(await information.query()),
    preliminary: { ...shown(await preliminary.query()), answers: preliminaryYes },
    consents: { ...shown(await questions.query()), answers: yes },
  }
}
const give = async (caller: Patient) => caller.api.consents.give.mutate(await readAll(caller))
const update = (json: Readonly<Record<string, unknown>>) => patient.call('/patient/UpdateConsents', { json: { lang: 'it', ...json } })
const fetchQuestions = () => patient.call('/consent', { json: { action: 'GET', lang: 'it', id: 'pre_consent1' } })
const fetchConsents = () => patient.call('/patient/GetConsentPoints', { json: { lang: 'it' } })
const readReconsentRequest = async () => [
  (await patient.api.consents.current.query()).toRenew,
  (await patient.api.session.current.query())?.patient?.consents_to_renew,
]

test('REQ-CON-05: only a version that needs a new answer requires one, until the patient answers', async () => {
  await give(patient)
  for (const kind of ['information', 'preliminary', 'consents'] as const) {
    await publish(kind)
    expect(await readReconsentRequest()).toEqual([false, false])
    await publish(kind, true)
    expect(await readReconsentRequest()).toEqual([true, true])
    await give(patient)
    expect(await readReconsentRequest()).toEqual([false, false])
  }
})

test.each<Kind>(['information', 'preliminary', 'consents'])(
  'THREAT-34: answers to an older version of the %s document are rejected, and accepted for the new one after it was shown',
  async (kind) => {
    const older = await readAll(patient)
    await publish(kind)
    await expect(patient.api.consents.give.mutate(older)).rejects.toMatchObject({ data: { detail: { code: 'consent_text_changed' } } })
    expect(await server.database.owner`SELECT FROM consent_event`).toHaveLength(0)
    await give(patient)
    const [row] = await server.database.owner`
      SELECT version, information_version, preliminary_version FROM consent_event WHERE field = 'C_DB_P'`
    const getVersion = (each: Kind) => seeded[each] + (each === kind ? 1 : 0)
    expect(row).toEqual({
      version: getVersion('consents'),
      information_version: getVersion('information'),
      preliminary_version: getVersion('preliminary'),
    })
  },
)

test.each<Kind>(['information', 'preliminary', 'consents'])(
  'THREAT-34: a version of the %s document that was sent only to another patient is rejected',
  async (kind) => {
    await readAll(patient)
    await publish(kind)
    const other = await server.patient({ centre: 'RM01', centrePatientCode: 'V2' })
    const newest = await readAll(other)
    await expect(patient.api.consents.give.mutate(newest)).rejects.toMatchObject({ data: { detail: { code: 'consent_text_not_sent' } } })
  },
)

test('REQ-CON-04: the history has the documents and the language that were shown, not the current ones', async () => {
  await give(patient)
  const readHistory = async () =>
    (await patient.api.consents.history.query()).map(({ version, question, answer }) => [version, question, answer])
  const before = await readHistory()
  expect(before.some(([, question]) => question === 'Vuoi che ti contattiamo per studi e questionari?')).toBe(true)
  await publish('consents')
  expect(await readHistory()).toEqual(before)
  await server.database.owner`UPDATE patient SET lang = 'en' WHERE id = ${patient.fixture.id}`
  expect(await readHistory()).toEqual(before)
  await server.database.owner`UPDATE patient SET lang = 'it' WHERE id = ${patient.fixture.id}`
  await give(patient)
  const after = await readHistory()
  expect(after.slice(before.length)).toEqual(before)
  expect(after.slice(0, before.length).every(([version, question]) => version === 4 && /\((nuovo)\)$/.test(String(question)))).toBe(true)
})

test('REQ-CON-04: the history opens the documents that were on the screen, and no other patient’s', async () => {
  const { information, preliminary, questions } = patient.api.consents
  const shown = [await information.query(), await preliminary.query(), await questions.query()]
  await give(patient)
  await publish('information')
  await publish('consents')
  const [{ entry } = { entry: 0 }] = await patient.api.consents.history.query()
  const texts = await patient.api.consents.shownDocuments.query({ entry })
  expect(JSON.stringify(texts), 'byte for byte').toBe(JSON.stringify(shown))
  expect(JSON.stringify(texts)).not.toContain('(nuovo)')
  const other = await server.patient({ centre: 'RM01', centrePatientCode: 'V3' })
  for (const unknown of [entry, entry + 1000, 2_147_483_647])
    await expect(other.api.consents.shownDocuments.query({ entry: unknown })).rejects.toMatchObject({
      data: { detail: { code: 'consent_document_unknown' } },
    })
})

test('REQ-CON-03: preliminary questions answered Yes are not asked again until a version needs new answers', async () => {
  const change = async () => {
    const { information, consents } = await readAll(patient)
    return patient.api.consents.give.mutate({ information, consents: { ...consents, answers: { ...yes, C_S: false } } })
  }
  const rejected = { data: { detail: { code: 'preliminary_unanswered' } } }
  await expect(change()).rejects.toMatchObject(rejected)
  expect(await patient.api.consents.current.query()).toMatchObject({ preliminaryPassed: false })
  await give(patient)
  await publish('preliminary')
  expect(await change()).toMatchObject({ preliminaryPassed: true, answers: { C_S: false } })
  const [event] = await server.database.owner`
    SELECT e.preliminary_version AS version, e.preliminary_hash = d.hash_it AS bound FROM consent_event e
    JOIN consent_document d ON d.kind = 'preliminary' AND d.version = e.preliminary_version WHERE e.field = 'C_S' ORDER BY e.seq DESC LIMIT 1`
  expect(event, 'the answer names the version that the patient answered').toEqual({ version: seeded.preliminary, bound: true })
  await publish('preliminary', true)
  expect(await patient.api.consents.current.query()).toMatchObject({ preliminaryPassed: false })
  await expect(change()).rejects.toMatchObject(rejected)
})

test('REQ-CON-13: the current consents show the day of each answer, and distinguish a withdrawn ‘Yes’ from a refusal', async () => {
  await give(patient)
  const { information, consents } = await readAll(patient)
  await patient.api.consents.give.mutate({ information, consents: { ...consents, answers: { ...yes, C_F: false } } })
  const { states } = await patient.api.consents.current.query()
  const history = await patient.api.consents.history.query()
  const listDays = (field: string) => history.filter((event) => event.field === field).map(({ at }) => at)
  expect(states).toMatchObject({
    C_DB_P: { since: listDays('C_DB_P').at(-1), withdrawn: false },
    C_F: { since: listDays('C_F')[0], withdrawn: true },
    C_P_DB: { withdrawn: false },
  })
})

test('THREAT-34: an old client with older documents must fetch them again', async () => {
  await fetchQuestions()
  await fetchConsents()
  await publish('consents')
  expect(await update(yes)).toMatchObject({ success: false, code: 'consent_text_changed' })
  await fetchConsents()
  expect(await update(yes)).toMatchObject({ success: true })
  expect(await server.database.owner`SELECT DISTINCT version FROM consent_event WHERE kind = 'consents'`).toEqual([{ version: 4 }])
})

test('THREAT-34: an older version of the preliminary questions does not open the consents for an old client', async () => {
  await fetchQuestions()
  await fetchConsents()
  await publish('preliminary')
  expect(await update(yes)).toMatchObject({ success: false, code: 'preliminary_unanswered' })
  expect(await update({ ...yes, ...preliminaryYes })).toMatchObject({ success: false, code: 'consent_text_changed' })
  await fetchQuestions()
  expect(await update(yes)).toMatchObject({ success: true })
  const [row] = await server.database.owner`SELECT preliminary_version FROM consent_event WHERE field = 'C_DB_P'`
  expect(row).toEqual({ preliminary_version: 3 })
})

test('THREAT-34: earlier preliminary answers allow a change by an old client until a version needs new ones', async () => {
  await give(patient)
  await fetchConsents()
  await publish('preliminary')
  expect(await update({ ...yes, C_S: false })).toMatchObject({ success: true })
  await publish('preliminary', true)
  expect(await update(yes)).toMatchObject({ success: false, code: 'preliminary_unanswered' })
})
