import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents, firstSf36Options, makeCentre } from '@registry/db/testing/fixtures'
import { readPdf } from '../../shared/pdf/testing/read-pdf.ts'
import type { Client } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let patient: Client

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
  patient = await server.patient({
    centre: 'RM01',
    centrePatientCode: 'P1',
    surname: 'D’ANGELO',
    name: 'NICOLÒ',
    email: 'nico@example.org',
    personal: { dob: '1985-12-10', legal_id: 'RSSMRA85T10A562S', address_nation: 'IT', address_area: 'R08', address_town: 'Forlì' },
  })
  await server.patient({ centre: 'RM01', centrePatientCode: 'P2', surname: 'CANARY', name: 'OTHER' })
})
afterAll(() => server[Symbol.asyncDispose]())

const print = async (search: string) => {
  const response = await patient.get(`/stampa_paziente?${search}`)
  return { response, read: await readPdf(new Uint8Array(await response.arrayBuffer())) }
}

test('patients read their own data, in Italian and in English, in a tagged PDF (REQ-PAT-12)', async () => {
  const italian = await print('document=scheda_paziente&lang=it')
  expect(italian.response.headers.get('content-type')).toBe('application/pdf')
  expect(italian.response.headers.get('content-disposition')).toContain('inline; filename="scheda_paziente.pdf"')
  expect(italian.response.headers.get('cache-control')).toContain('no-store')
  expect(italian.read).toMatchObject({ title: 'Scheda del paziente', language: 'it-IT', version: '1.7', marked: true })
  expect(italian.read.text).toContain('Cognome D’Angelo Nome Nicolò Data di nascita 10/12/1985 Codice fiscale RSSMRA85T10A562S')
  expect(italian.read.text).toContain(
    'Nazione di residenza Italia Regione di residenza Emilia-Romagna Comune di residenza Forlì Indirizzo –',
  )

  const { read } = await print('document=scheda_paziente&lang=en')
  expect(read).toMatchObject({ title: 'Patient sheet', language: 'en-GB' })
  expect(read.text).toContain('Surname D’Angelo Name Nicolò Date of birth 10/12/1985')
  expect(read.text).toContain('Country of residence Italy')
})

test('REQ-PAT-12: the information is printed with its version, in the language of the page, and names nobody', async () => {
  const { version, paragraphs } = await patient.api.consents.information.query()
  const italian = await print('document=informazioni&lang=it')
  expect(italian.response.headers.get('content-disposition')).toContain('filename="informazioni.pdf"')
  expect(italian.read).toMatchObject({ title: 'Informazioni sul registro', language: 'it-IT', marked: true })
  expect(italian.read.text).toContain(`Versione ${version} del testo.`)
  const [heading] = paragraphs.filter(({ type }) => type === 'title')
  expect(italian.read.text).toContain(heading?.text)
  expect(italian.read.text).not.toMatch(/D’Angelo/i)
  expect((await print('document=informazioni&lang=en')).read).toMatchObject({ title: 'Information about the registry', language: 'en-GB' })
})

test('the questionnaire is printed empty, then with the newest answers and scores, and is marked as a demonstration (REQ-PAT-13)', async () => {
  const person = await server.patient({ centre: 'RM01', centrePatientCode: 'P3', consents: allConsents })
  const printSf36 = async (lang: string) => {
    const response = await person.get(`/stampa_paziente?document=sf36example&lang=${lang}`)
    return readPdf(new Uint8Array(await response.arrayBuffer()))
  }
  const empty = await printSf36('en')
  expect(empty).toMatchObject({ title: 'Health questionnaire (RAND-36)', language: 'en-GB', marked: true })
  expect(empty.text).toContain('Demonstration text: it is not a validated instrument.')
  expect(empty.text).toContain('Very well / Well / Fairly well / So-so / Badly')

  const { version, hash } = await person.api.sf36.questionnaire.query()
  await person.api.sf36.fill.mutate({ key: randomUUID(), version, hash, answers: firstSf36Options })
  const filled = await printSf36('it')
  expect(filled.text).toContain('Testo dimostrativo: non è uno strumento validato.')
  expect(filled.text).toContain('Come sta andando la tua salute, nel complesso? Benissimo')
  expect(filled.text).toMatch(/Attività fisica 0 85/)

  expect(filled.text).toContain('Codice paziente del centro RM01: P3')
  expect(filled.partLanguages).toEqual([])
  const inEnglish = await printSf36('en')
  expect(inEnglish.text).toContain('Come sta andando la tua salute, nel complesso? Benissimo')
  expect(new Set(inEnglish.partLanguages), 'the words of the questionnaire stay Italian').toEqual(new Set(['it-IT']))

  // The next day has begun in Italy at that time.
  await server.database.owner`
    INSERT INTO sf36_response SELECT (jsonb_populate_record(response, ${server.database.owner.json({ key: randomUUID(), filled_at: '2099-05-31T22:30:00Z' })})).*
    FROM sf36_response AS response WHERE patient_id = ${person.fixture.id}`
  expect((await printSf36('it')).text).toContain('01/06/2099')
})

describe('a chosen questionnaire is printed by its key (REQ-PAT-12)', () => {
  const path = '/stampa_paziente?document=sf36example&lang=it'
  const fill = async (person: Client, answers = firstSf36Options): Promise<string> => {
    const { version, hash } = await person.api.sf36.questionnaire.query()
    const { key } = await person.api.sf36.fill.mutate({ key: randomUUID(), version, hash, answers })
    return key
  }

  test('the older one, with name, code and day; without a key, the newest', async () => {
    const person = await server.patient({ centre: 'RM01', centrePatientCode: 'P7', surname: 'ROSSI', name: 'ADA', consents: allConsents })
    const older = await fill(person, firstSf36Options.with(0, 5))
    const newest = await fill(person)
    const later = randomUUID()
    await server.database.owner`
      INSERT INTO sf36_response SELECT (jsonb_populate_record(response, ${server.database.owner.json({ key: later, filled_at: '2099-05-31T22:30:00Z' })})).*
      FROM sf36_response AS response WHERE key = ${newest}`
    const printText = async (search: string) => (await readPdf(new Uint8Array(await (await person.get(path + search)).arrayBuffer()))).text
    const text = await printText(`&id=${older}`)
    expect(text).toContain('Paziente: Ada Rossi Codice paziente del centro RM01: P7')
    expect(text).toContain('nel complesso? Male')
    for (const search of ['', '&id=', `&id=${later}`])
      expect(await printText(search)).toMatch(/Compilato il 01\/06\/2099\..*nel complesso\? Benissimo/)
  })

  test('another person’s, an unknown one and a malformed one are rejected alike (THREAT-31)', async () => {
    const owner = await server.patient({ centre: 'RM01', centrePatientCode: 'P8', consents: allConsents })
    const other = await server.patient({ centre: 'RM01', centrePatientCode: 'P9', consents: allConsents })
    for (const id of [await fill(owner), randomUUID(), '1', '%00', "'--"]) {
      const response = await other.get(`${path}&id=${id}`)
      expect(await response.json()).toMatchObject({ success: false, code: 'sf36_response_unknown' })
    }
  })
})

/** Adds an answer on a later day than the publication. The next day has begun in Italy at that time. */
const addAnswer = async (subject: string, answer: { field: string; value: boolean; day: string; language: 'it' | 'en' }) => {
  const { field, value, day, language } = answer
  await server.database.owner`
    INSERT INTO consent_event (subject, field, answer, kind, version, language, client, information_version, preliminary_version, channel, actor, at)
    SELECT ${subject}, ${field}, ${JSON.stringify(value)}, 'consents', 3, ${language}, client, information_version, preliminary_version,
      'patient', 'patient', ${`${day}T23:30:00Z`}
    FROM consent_event WHERE subject = ${subject} ORDER BY seq LIMIT 1`
}

describe('the printed consents (REQ-PAT-12)', () => {
  const printConsents = async (person: Client, lang: string) => {
    const response = await person.get(`/stampa_paziente?document=consensi&lang=${lang}`)
    expect(response.headers.get('content-disposition')).toContain('filename="consensi.pdf"')
    return readPdf(new Uint8Array(await response.arrayBuffer()))
  }

  test('state that no consent was given yet', async () => {
    const person = await server.patient({ centre: 'RM01', centrePatientCode: 'P4', surname: 'ROSSI', name: 'MARIA' })
    const read = await printConsents(person, 'en')
    expect(read).toMatchObject({ title: 'Your consents', language: 'en-GB', marked: true })
    expect(read.text).toContain('Patient: Maria Rossi Patient code at the centre RM01: P4 You have not given your consents yet.')
    expect(read.text).toContain('Do you allow the registry to keep and use your personal data? Not given yet Do')
  })

  test('distinguish given, refused, withdrawn and unanswered consents, in the words and on the day of each answer (REQ-CON-13)', async () => {
    const person = await server.patient({ centre: 'RM01', centrePatientCode: 'P5', consents: { C_F: true } })
    const { subject } = person.fixture
    await server.database.owner`
      INSERT INTO consent_document_sent (subject, client, kind, version, language)
      SELECT subject, client, kind, version, 'en' FROM consent_document_sent WHERE subject = ${subject} ORDER BY seq`
    await addAnswer(subject, { field: 'C_DB_P', value: true, day: '2040-01-04', language: 'it' })
    await addAnswer(subject, { field: 'C_DB_P', value: true, day: '2040-02-04', language: 'en' })
    await addAnswer(subject, { field: 'C_DB_M', value: true, day: '2040-01-04', language: 'it' })
    await addAnswer(subject, { field: 'C_DB_M', value: false, day: '2040-03-04', language: 'it' })
    await addAnswer(subject, { field: 'C_S', value: false, day: '2040-03-04', language: 'it' })
    const { text, partLanguages } = await printConsents(person, 'it')
    expect(partLanguages, 'question and answer in the language that was read').toEqual(['en-GB', 'en-GB'])
    expect(text).toContain(
      'Do you allow the registry to keep and use your personal data? Yes Vale dal 05/01/2040 Testo letto Versione 3, in inglese, con risposta del 05/02/2040',
    )
    expect(text).toContain('No, ritirato Ritirato il 05/03/2040 Testo letto Versione 3, in italiano, con risposta del 05/03/2040')
    expect(text).toContain('Vuoi che ti contattiamo per studi e questionari? No Vale dal 05/03/2040')
    expect(text).toContain('fuori dall’Unione europea? Non ancora data')
  })

  test('cost one entry of the log, and no text counts as sent (REQ-ADM-01, THREAT-34)', async () => {
    const person = await server.patient({ centre: 'RM01', centrePatientCode: 'P6', consents: allConsents })
    const before = await server.readAuditLog()
    await printConsents(person, 'en')
    const added = (await server.readAuditLog()).slice(before.length)
    expect(added).toMatchObject([{ command: 'stampa_paziente', detail: 'consensi', outcome: 'done' }])
    const sent = await server.database
      .owner`SELECT FROM consent_document_sent WHERE subject = ${person.fixture.subject} AND language = 'en'`
    expect(sent).toEqual([])
  })

  test('are denied to a visitor and to staff', async () => {
    const path = '/stampa_paziente?document=consensi&lang=it'
    expect(await (await server.visitor('myconsent').get(path)).json()).toMatchObject({ success: false, code: 'APIsession_required' })
    const staff = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
    const response = await staff.get(path)
    expect(response.headers.get('content-type')).not.toContain('pdf')
    expect(await response.json()).toMatchObject({ success: false, code: 'permission_denied' })
  })
})

test('another patient’s id in the address changes nothing (THREAT-31)', async () => {
  const { read } = await print('document=scheda_paziente&lang=it&patient_id=2&id=2')
  expect(read.text).toContain('Nicolò')
  expect(read.text).not.toMatch(/canary/i)
})

test.each(['', 'document=', 'document=../etc/passwd', 'document=SCHEDA', 'document=a&document=b', 'document=%00', 'document=constructor'])(
  '?%s is rejected',
  async (search) => {
    const response = await patient.get(`/stampa_paziente?${search}`)
    expect(await response.json()).toMatchObject({ success: false })
  },
)

test('the log names the document and no value, and a visitor gets none', async () => {
  await print('document=scheda_paziente&lang=it')
  const entry = (await server.readAuditLog()).at(-1)
  expect(entry).toMatchObject({ command: 'stampa_paziente', detail: 'scheda_paziente' })
  expect(server.log()).not.toMatch(/D’ANGELO|Forlì|RSSMRA/i)
  const response = await server.visitor('myconsent').get('/stampa_paziente?document=scheda_paziente')
  expect(await response.json()).toMatchObject({ success: false, code: 'APIsession_required' })
})
