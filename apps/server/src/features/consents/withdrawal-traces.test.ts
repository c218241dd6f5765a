import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstSf36Options, makeGuardianship } from '@registry/db/testing/fixtures'
import { formatMissingCell } from '@registry/domain/fields/missing'
import { fillFromCommunications } from '../../jobs/communications/fill.ts'
import { removeExpiredData } from '../../jobs/housekeeping.ts'
import { readAllRows } from '../../testing/re-identification-attack.ts'
import { drafts } from '../communications/testing/communications-fixture.ts'
import { download, giveConsents } from '../receipts/testing/receipts-fixture.ts'
import { addSentence } from '../consent-documents/testing/documents-fixture.ts'
import { recordPaperConsent } from './paper/testing/record-paper-consent.ts'
import { png, scanOf } from './paper/testing/scans.ts'
import { csv } from '../imports/testing/import-fixture.ts'
import { createSignInFixture, type SignInFixture } from '../sign-in/testing/sign-in-fixture.ts'

let fixture: SignInFixture
type Staff = Awaited<ReturnType<SignInFixture['server']['staff']>>
let [admin, manager, rome]: Staff[] = []
let filterId: number
const study = 'TRACES'
const ferritin = '7124.3'
const consents = { C_DB_P: true, C_DB_M: true, C_S: true, C_EXTRAEU: true, C_P_DB: true, C_F: true, C_INCIDENTAL: 2 }

/** Tables with accounts of staff only. */
const staffTables = ['recovery_code', 'second_factor', 'second_factor_enrolment', 'sign_in_challenge']

beforeAll(async () => {
  fixture = await createSignInFixture()
  const { server } = fixture
  admin = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
  const saved = await admin.api.savedFilters.save.mutate({
    name: 'Tutti',
    description: 'Pazienti con una diagnosi',
    fields: { PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: ['HB', 'FERRITIN_LAST'] } },
    where: { kind: 'predicates', predicates: [{ field: 'HB', operator: 'is not null' }] },
  })
  filterId = saved.id
  const newStudy = { title: 'Ferro', description: 'Ferro', mainCentre: 'RM01', type: 'EA', filterId, sf36Version: 1, videoUrl: null }
  await admin.api.studies.create.mutate({ id: study, ...newStudy })
  await rome.api.studies.decideEthics.mutate({ id: study, approved: true, committee: 'Comitato', decidedOn: '2026-01-01' })
  await admin.api.studies.setEndDate.mutate({ id: study, endDate: '2126-04-01' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const send = async (path: string, rows: readonly string[]): Promise<Readonly<Record<string, unknown>>> =>
  rome!.call(path, { multipart: { format: 'csv', lang: 'it' }, file: { name: 'file.csv', content: csv(...rows) } })

/** Publishes consents with another sentence, which requires re-consent of everybody who answered. */
const publishConsents = async (): Promise<void> => {
  const { consentDocuments } = admin!.api
  const kind = 'consents'
  const { versions } = await consentDocuments.detail.query({ kind })
  const { paragraphs } = await consentDocuments.parts.query({ kind, version: versions[0]!.version })
  const { version } = await consentDocuments.save.mutate({ kind, paragraphs: [...addSentence(paragraphs)], version: 0 })
  await consentDocuments.publish.mutate({ kind, version, material: true, fields: [], note: 'Una prova' })
}

/** Sends a newsletter to its subscribers. */
const queueNewsletter = async (): Promise<void> => {
  const { communications } = admin!.api
  const { id, version } = await communications.create.mutate(drafts.newsletter)
  await communications.schedule.mutate({ id, version, at: null })
  await fillFromCommunications(fixture.server.deps)
}

/** Registers a person and does everything that stores something about a patient. Returns the texts that must not be found later. */
const createPatientWithTraces = async (mark: string, choice: 'v2' | 'v3') => {
  const { server } = fixture
  const { owner } = server.database
  const code = `${mark}-7781`
  const email = `${mark}.canarino@example.org`.toLowerCase()
  expect(
    await send('/createPatients', ['CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,C_DB', `${code},CANARINO${mark},LUCE,Email,${email},true`]),
  ).toMatchObject({ ok: 1 })
  const [{ id, account, subject } = { id: 0, account: 0, subject: '' }] = await owner<{ id: number; account: number; subject: string }[]>`
    SELECT p.id, a.id AS account, p.consent_subject AS subject FROM patient_identity AS i JOIN patient AS p ON p.id = i.patient_id JOIN account AS a ON a.patient_id = p.id
    WHERE i.centre_patient_code = ${code}`
  await owner`UPDATE account SET password_hash = ${`hash ${mark}`}, password_changed_at = now() WHERE id = ${account}`
  const phone = await server.signIn(account, 'myconsent')

  const guardian = `tutore.${email}`
  const { guardianId } = await makeGuardianship(owner, {
    patientId: id,
    centre: 'RM01',
    contact: guardian,
    mustSign: false,
    accepted: true,
  })
  const receipt = await giveConsents(phone, consents)
  await download(phone, receipt, 'pdf')
  const { version, hash } = await phone.api.sf36.questionnaire.query()
  await phone.api.sf36.fill.mutate({ key: randomUUID(), version, hash, answers: firstSf36Options })
  await phone.call('/patient/GetSF36', { json: {} })
  const newContact = `nuovo.${email}`
  await phone.call('/patient/UpdatePersonalData', { json: { email: newContact } })
  expect(await phone.call('/patient/UpdatePersonalData', { json: { email: newContact, otp: await fixture.codeFor(newContact) } })).toEqual({
    success: true,
  })
  await phone.get('/stampa_paziente?document=scheda_paziente&lang=it')

  expect(await send('/putPersonalData', ['CENTER_ID,DOB,SEX,ADDRESS_TOWN', `${code},1984-02-29,F,TOWN${mark}`])).toMatchObject({ ok: 1 })
  expect(await send('/putMedicalData', ['CENTER_ID,HB,FERRITIN_LAST', `${code},9,${ferritin}`])).toMatchObject({ ok: 1 })
  expect(await send('/putMedicalData', ['CENTER_ID,HB,FERRITIN_LAST', `${code},wrong,${ferritin}`])).toMatchObject({ ko: 1 })
  const { api } = rome!
  const file = await send('/putMedicalData', ['CENTER_ID,OTHER_THERAPIES', `${code},THERAPY${mark}`])
  expect(file).toMatchObject({ ok: 1 })
  await api.imports.undo.mutate({ id: (await api.imports.list.query({})).files[0]!.id, reason: `UNDO${mark}` })

  const save = (changes: object, reason: string) => api.ecrf.save.mutate({ code, changes: { ...changes }, reason })
  await save(
    { SPLENOMEGALY: true, SPLENECTOMY: true, OTHER_THERAPIES: `NOTE${mark}`, WEIGHT: formatMissingCell('unknown') },
    `REASON${mark}`,
  )
  const result = { value: '812', unit: 'ng/mL', comparator: '', takenOn: '2020-01-02' }
  await api.observations.add.mutate({ code, results: [{ ...result, analyte: 'FERRITIN', sample: `SAMPLE${mark}` }] })
  const { observations } = await api.observations.list.query({ code })
  await api.observations.remove.mutate({ code, id: observations[0]!.id, reason: `REMOVED${mark}` })
  const { version: read } = await api.ecrf.read.query({ code })
  const registration = { surname: `CANARINO${mark}`, name: 'LUCE', loginMode: 'Email', email: `corretto.${email}`, mobile: '' } as const
  await api.ecrf.correct.mutate({ code, version: read, ...registration, reason: `CORRECTION${mark}` })
  const [discrepancy] = (await api.discrepancies.list.query({ state: 'open' })).discrepancies.filter((found) => found.code === code)
  await api.discrepancies.answer.mutate({ ids: [discrepancy!.id], reason: `ANSWER${mark}` })
  const [{ record } = { record: '' }] = await owner<
    { record: string }[]
  >`SELECT record_id AS record FROM patient_identity WHERE patient_id = ${id}`
  await api.discrepancies.askManagers.mutate({ record, field: 'HB', question: `QUESTION${mark}` })
  const year = new Date(fixture.now()).getFullYear()
  await api.ecrf.sign.mutate({ code, year, version: (await api.ecrf.read.query({ code })).version })
  await api.ecrf.printVisit.query({ code })
  await api.deskConsents.start.mutate({ code })
  await recordPaperConsent(rome!, code, { scan: scanOf(png, `SCAN${mark}.png`) })

  await api.studies.retrieveCandidates.mutate({ id: study })
  await api.studies.decideCandidates.mutate({ id: study, decisions: [{ centrePatientCode: code, approved: true }] })
  await phone.api.studies.answer.mutate({ id: study, answer: 'ConsensoSI' })
  const run = { action: 'RUN', format: 'csv', as_role: 'DataManager', lang: 'it' }
  await (await manager!.post('/inthem_query', { json: { ...run, id: filterId } })).text()
  await manager!.api.studies.participants.query({ id: study, asRole: 'DataManager' })
  await api.savedFilters.run.query({ id: filterId, asRole: 'CenterAdmin' })
  await phone.api.corrections.ask.mutate({ field: 'HB', shownValue: `SHOWN${mark}`, text: `CORRECTION${mark}` })
  await phone.api.newsletter.save.mutate({ wants: true })
  await queueNewsletter()
  await publishConsents()
  await server.visitor('staff').call('/newidentity', { json: { nome: 'LUCE', cognome: `CANARINO${mark}`, email } })

  const [{ pseudonym } = { pseudonym: '' }] = await owner<{ pseudonym: string }[]>`
    SELECT pseudonym FROM study_patient WHERE patient_id = ${id}`
  const [{ receipt_code: receiptCode } = { receipt_code: '' }] = await owner<{ receipt_code: string }[]>`
    SELECT code AS receipt_code FROM consent_receipt WHERE subject = ${subject}`
  const texts = [
    'TOWN',
    'THERAPY',
    'NOTE',
    'UNDO',
    'REASON',
    'ANSWER',
    'QUESTION',
    'CORRECTION',
    'SAMPLE',
    'REMOVED',
    'SCAN',
    'CANARINO',
  ].map((word) => `${word}${mark}`)
  // The patient's answers end the signatures of guardians, and the ledger takes no answer after a request.
  await owner`INSERT INTO consent_proposal (patient_id, guardian_id, field, answer, version) VALUES (${id}, ${guardianId}, 'C_S', 'true', 1)`
  await owner`
    INSERT INTO withdrawal_request (patient_id, centre_code, guardian_id, choice, asked_at)
    VALUES (${id}, 'RM01', ${guardianId}, ${choice}, now() - interval '14 days')`
  return {
    id,
    account,
    subject,
    code,
    phone,
    facts: [...texts, code, email, guardian, `hash ${mark}`, '1984-02-29', pseudonym, receiptCode],
  }
}
type Leaving = Awaited<ReturnType<typeof createPatientWithTraces>>

/** Lists the tables whose columns name a patient, by the catalog, so that no new table is missed. */
const listPersonColumns = () => fixture.server.database.owner<{ table: string; column: string }[]>`
  SELECT relname AS table, attname AS column FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped AND relname <> ALL (${staffTables})
    AND (attname IN ('patient_id', 'patient_ids', 'account_id', 'consent_subject', 'subject') AND atttypid <> 'text'::regtype
      OR EXISTS (SELECT FROM pg_constraint WHERE conrelid = attrelid AND contype = 'f' AND attnum = ANY (conkey[1:1])
        AND confrelid IN ('patient'::regclass, 'account'::regclass)))
  ORDER BY 1, 2`

/** Returns the tables with a row that names the patient. */
const findTablesNaming = async ({ id, account, subject }: Leaving): Promise<string[]> => {
  const found = await Promise.all(
    (await listPersonColumns()).map(async ({ table, column }) => {
      const person = column === 'account_id' ? account : column.endsWith('subject') ? subject : id
      const rows = await fixture.server.database.owner.unsafe(
        `SELECT FROM ${table} WHERE ${column === 'patient_ids' ? `${column} @> ARRAY[${person}]` : `${column} = '${person}'`} LIMIT 1`,
      )
      return rows.length > 0 ? [table] : []
    }),
  )
  return [...new Set(found.flat())].toSorted()
}

const listFactsIn = (rows: readonly { readonly row: object }[], facts: readonly string[]): string[] => {
  const text = JSON.stringify(rows.map(({ row }) => row)).toLowerCase()
  return facts.filter((fact) => text.includes(fact.toLowerCase()))
}

describe.each([
  ['v2', 'the patient'],
  ['v3', 'the patient'],
  ['v3', 'the centre for guardians'],
] as const)('REQ-CON-08, REQ-CON-09, REQ-GRD-12: %s by %s', (choice, by) => {
  test('removes every trace of a patient who used everything, from every table, history, notification, audit entry and log', async () => {
    const leaving = await createPatientWithTraces(`${choice.toUpperCase()}${by === 'the patient' ? '' : 'G'}`, choice)
    const { owner, server } = fixture.server.database
    const tables = [...new Set((await listPersonColumns()).map(({ table }) => table))].toSorted()
    expect(tables.length).toBeGreaterThan(20)
    expect(await findTablesNaming(leaving)).toEqual(tables)
    expect(listFactsIn(await readAllRows(owner), leaving.facts)).toEqual(leaving.facts)

    const records = (await owner`SELECT FROM waiting_anonymous_record`).length
    if (by === 'the patient') await fixture.server.withdraw(leaving.phone, choice)
    else await rome!.api.guardians.carryOut.mutate({ code: leaving.code })
    await removeExpiredData(server)

    expect(await findTablesNaming(leaving)).toEqual(['consent_event'])
    const stolen = await readAllRows(owner)
    // An unsent mail has its recipient, and contains the patient's code for the centre.
    const waiting = ({ table, row }: (typeof stolen)[number]) => table === 'notification' && row['sent_at'] === null
    expect(
      listFactsIn(
        stolen.filter((row) => !waiting(row)),
        leaving.facts,
      ),
    ).toEqual([])
    // An anonymous record has classes only.
    expect(stolen.filter(({ row }) => JSON.stringify(row).includes(ferritin))).toEqual([])
    expect(stolen.filter(({ table }) => table === 'waiting_anonymous_record')).toHaveLength(choice === 'v2' ? records + 1 : records)
    expect(listFactsIn([{ row: { log: fixture.server.log() } }], leaving.facts)).toEqual([])
    const naming = stolen.filter(({ table, row }) => table === 'audit_log' && String(row['detail']).startsWith(`patient ${leaving.id}`))
    expect(naming.map(({ row }) => String(row['detail']).replace(/discrepancy \d+/, 'discrepancy')).toSorted()).toEqual([
      `patient ${leaving.id}, 1 results added`,
      `patient ${leaving.id}, a result removed`,
      `patient ${leaving.id}, changed SPLENOMEGALY, SPLENECTOMY, OTHER_THERAPIES, WEIGHT`,
      `patient ${leaving.id}, consents at the desk started`,
      `patient ${leaving.id}, discrepancy answered`,
      `patient ${leaving.id}, form on paper recorded`,
      `patient ${leaving.id}, registration corrected: a contact that waits for its confirmation`,
      `patient ${leaving.id}, signed for ${new Date(fixture.now()).getFullYear()}`,
    ])
  })
})
