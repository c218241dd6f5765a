import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents, firstSf36Options, makeGuardianship, type PatientOptions } from '@registry/db/testing/fixtures'
import { eventually } from '@registry/db/testing/eventually'
import { centrePassword } from '../features/imports/testing/import-fixture.ts'
import type { Client } from '../testing/client.ts'
import { toChange } from '../testing/own-data.ts'
import { createSignInFixture, patientPassword, type SignInFixture } from '../features/sign-in/testing/sign-in-fixture.ts'
import { recordPaperConsent } from '../features/consents/paper/testing/record-paper-consent.ts'
import { png, scanOf } from '../features/consents/paper/testing/scans.ts'
import { drafts } from '../features/communications/testing/communications-fixture.ts'
import { formatItalianDay } from '../shared/day.ts'
import { newStudy } from '../features/studies/testing/studies-fixture.ts'

/** Somebody presses a button many times, or a browser or proxy sends a request again. */
const times = 50

let fixture: SignInFixture
let rome: Client
let colleague: Client
let manager: Client
let users: Client
let admin: Client
let patients = 0

beforeAll(async () => {
  fixture = await createSignInFixture()
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
  colleague = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'colleague@example.org')
  manager = await fixture.server.staff([{ role: 'DataManager', areaid: 'IT' }], 'manager@example.org')
  users = await fixture.server.staff([{ role: 'UserAdmin', areaid: 'IT' }], 'users@example.org')
  admin = await fixture.server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'admin@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const createPatient = (consents: PatientOptions['consents'] = {}) =>
  fixture.server.patient({ consents, centre: 'RM01', centrePatientCode: `SAME${(patients += 1)}`, email: `same${patients}@example.org` })
const count = async (query: PromiseLike<readonly { n: number }[]>): Promise<number> => (await query)[0]?.n ?? 0
const owner = () => fixture.server.database.owner

type Repeated = {
  readonly send: () => Promise<unknown>
  /** Counts what the requests left: rows, mails or versions. */
  readonly countEffects: () => Promise<number>
}
const countMails = async (address: string): Promise<number> => {
  await eventually(async () => expect(await owner()`SELECT FROM notification WHERE sent_at IS NULL`).toHaveLength(0))
  return fixture.mail.mails.filter(({ recipients }) => recipients.includes(address)).length
}

const filter = {
  name: 'Ferro',
  description: 'Ferritina alta',
  fields: { PATIENT: 'ALL' as const, MEDICAL_DATA: {} },
  where: { kind: 'predicates' as const, predicates: [] },
}

/** A guardian of a new patient, signed in, who has not accepted yet. */
const createGuardian = async () => {
  const { id, subject } = (await createPatient(allConsents)).fixture
  const code = `SAME${patients}`
  const contact = `guardian${patients}@example.org`
  const options = { patientId: id, centre: 'RM01', contact, kind: 'PARENT', birthDate: formatYearsAgo(9) } as const
  const { accountId, ...guardianship } = await owner().begin((sql) => makeGuardianship(sql, options))
  const browser = await fixture.server.signIn(accountId, 'myconsent')
  const [child] = await browser.api.guardian.children.query()
  return { code, browser, child: child!.patient, subject, ...guardianship }
}
const formatYearsAgo = (years: number): string => {
  const day = formatItalianDay(fixture.server.deps.clock())
  return `${Number(day.slice(0, 4)) - years}${day.slice(4).replace('02-29', '02-28')}`
}
const countEntries = (username: string, command: string, action: string): Promise<number> =>
  count(owner()`
    SELECT count(*)::int AS n FROM audit_log
    WHERE username = ${username} AND command = ${command} AND action = ${action} AND outcome = 'done'`)
const ferritin = { value: '812', unit: 'ng/mL', comparator: '', takenOn: '2025-03-04', sample: '' }
const addFerritin = async () => {
  const { id } = (await createPatient(allConsents)).fixture
  const code = `SAME${patients}`
  await rome.api.observations.add.mutate({ code, results: [{ analyte: 'FERRITIN', ...ferritin }] })
  const { observations } = await rome.api.observations.list.query({ code })
  return { patientId: id, code, id: observations[0]!.id }
}

const requests: Readonly<Record<string, () => Promise<Repeated>>> = {
  'a new filter': async () => ({
    send: () => manager.api.savedFilters.save.mutate(filter),
    countEffects: () => count(owner()`SELECT count(*)::int AS n FROM saved_filter WHERE name = 'Ferro'`),
  }),
  'a change of a filter': async () => {
    const { id, version } = await manager.api.savedFilters.save.mutate({ ...filter, name: 'Da cambiare' })
    return {
      send: () => manager.api.savedFilters.change.mutate({ ...filter, id, version, name: 'Cambiato' }),
      countEffects: async () => (await manager.api.savedFilters.get.query(id)).version - version,
    }
  },
  'a new communication': async () => ({
    send: () => admin.api.communications.create.mutate(drafts.newsletter),
    countEffects: () => count(owner()`SELECT count(*)::int AS n FROM communication`),
  }),
  'a question to a centre': async () => ({
    send: () => manager.api.discrepancies.ask.mutate({ centreCode: 'RM01', question: 'Tutti nello stesso laboratorio?' }),
    countEffects: () => count(owner()`SELECT count(*)::int AS n FROM centre_query WHERE field IS NULL`),
  }),
  'a question to the data managers': async () => {
    await createPatient(allConsents)
    const { record } = await rome.api.ecrf.read.query({ code: `SAME${patients}` })
    return {
      send: () => rome.api.discrepancies.askManagers.mutate({ record, field: 'HB', question: 'Prima o dopo la trasfusione?' }),
      countEffects: () => count(owner()`SELECT count(*)::int AS n FROM centre_query WHERE field IS NOT NULL`),
    }
  },
  'a request to join': async () => ({
    send: () => fixture.browser('staff').api.enrolmentRequests.add.mutate({ cognome: 'Rossi', nome: 'Ada', email: 'ada@example.org' }),
    countEffects: () => count(owner()`SELECT count(*)::int AS n FROM enrolment_request`),
  }),
  'a new study': async () => {
    const { id } = await admin.api.savedFilters.save.mutate({ ...filter, name: 'Per lo studio' })
    return {
      send: () => admin.api.studies.create.mutate({ id: 'SAME', ...newStudy(id) }),
      countEffects: () => count(owner()`SELECT count(*)::int AS n FROM clinical_study`),
    }
  },
  'a new centre': async () => ({
    send: () =>
      users.api.centres.create.mutate({ id: 'RM02', name: 'Centro', geotreeid: 'ITI4', ecrfPassword: 'la password del programma' }),
    countEffects: () => count(owner()`SELECT count(*)::int AS n FROM centre WHERE code = 'RM02'`),
  }),
  'a new user': async () => ({
    send: () =>
      users.api.users.create.mutate({
        email: 'new@example.org',
        name: 'Ada',
        surname: 'Rossi',
        roles: [{ role: 'DataManager', areaid: 'ITI4' }],
        password: 'Lampone-giallo-5-tetti',
      }),
    countEffects: () => countMails('new@example.org'),
  }),
  'a new patient': async () => ({
    send: () => rome.api.ecrf.add.mutate({ code: 'NEW', surname: 'Verdi', name: 'Eva', loginMode: 'Email', email: 'eva@example.org' }),
    countEffects: () => countMails('eva@example.org'),
  }),
  'answers to consents': async () => {
    const patient = await createPatient()
    const { consents } = patient.api
    const pick = ({ version, hash }: { version: number; hash: string }) => ({ version, hash })
    const information = pick(await consents.information.query())
    const preliminary = pick(await consents.preliminary.query())
    const questions = pick(await consents.questions.query())
    const preliminaryYes = { P_READ: true, P_OF_AGE: true, P_QUESTIONS: true, P_CARE: true, P_WITHDRAW: true, P_FREE: true }
    const answers = { C_DB_P: true, C_DB_M: true, C_S: true, C_EXTRAEU: false, C_P_DB: false, C_F: true, C_INCIDENTAL: 2 }
    return {
      send: () =>
        consents.give.mutate({
          information,
          preliminary: { ...preliminary, answers: preliminaryYes },
          consents: { ...questions, answers },
          basedOn: null,
        }),
      countEffects: () => count(owner()`SELECT count(*)::int AS n FROM consent_receipt WHERE subject = ${patient.fixture.subject}`),
    }
  },
  'a filled questionnaire': async () => {
    const patient = await createPatient(allConsents)
    const { version, hash } = await patient.api.sf36.questionnaire.query()
    const key = randomUUID()
    return {
      send: () => patient.api.sf36.fill.mutate({ key, version, hash, answers: firstSf36Options }),
      countEffects: async () => (await patient.api.sf36.responses.query()).length,
    }
  },
  'a change of a record': async () => {
    const { id } = (await createPatient(allConsents)).fixture
    const code = `SAME${patients}`
    return {
      send: () => rome.api.ecrf.save.mutate({ code, changes: { HB: 9.5 } }),
      countEffects: () =>
        count(owner()`SELECT count(*)::int AS n FROM patient_medical_version WHERE patient_id = ${id} AND hb IS NOT NULL`),
    }
  },
  'a signature of a record': async () => {
    const { id } = (await createPatient(allConsents)).fixture
    const code = `SAME${patients}`
    await rome.api.ecrf.save.mutate({ code, changes: { HB: 9.5 } })
    const { version } = await rome.api.ecrf.read.query({ code })
    const year = Number(formatItalianDay(fixture.server.deps.clock()).slice(0, 4))
    return {
      send: () => rome.api.ecrf.sign.mutate({ code, year, version }),
      countEffects: () => count(owner()`SELECT count(*)::int AS n FROM record_signature WHERE patient_id = ${id}`),
    }
  },
  'a change of personal data': async () => {
    const patient = await createPatient(allConsents)
    const { version, values } = toChange(await patient.api.personalData.read.query())
    return {
      send: () => patient.api.personalData.save.mutate({ version, values: { ...values, address_town: 'Roma' } }),
      countEffects: () =>
        count(
          owner()`SELECT count(*)::int AS n FROM patient_personal_version WHERE patient_id = ${patient.fixture.id} AND address_town = 'Roma'`,
        ),
    }
  },
  'a request for a code': async () => {
    await fixture.patient({ centrePatientCode: 'CODE', email: 'code@example.org' })
    const browser = fixture.browser('myconsent')
    return {
      send: () => browser.api.signIn.requestCode.mutate({ username: 'code@example.org', password: patientPassword }),
      countEffects: () => countMails('code@example.org'),
    }
  },
  'a sign-in with a code': async () => {
    const patient = await fixture.patient({ centrePatientCode: 'SIGNS', email: 'signs@example.org' })
    const { browser, code } = await fixture.requestCode('signs@example.org')
    return {
      send: () => browser.call('/otplogin', { json: { username: 'signs@example.org', otp: code } }),
      countEffects: () => count(owner()`SELECT count(*)::int AS n FROM session WHERE account_id = ${patient.accountId}`),
    }
  },
  'a withdrawal': async () => {
    const patient = await fixture.patient({ centrePatientCode: 'LEAVES', email: 'leaves@example.org', consents: allConsents })
    const browser = await fixture.server.signIn(patient.accountId, 'myconsent')
    const { version, hash } = await browser.api.consents.withdrawalChoices.query()
    return {
      send: () => browser.api.consents.withdraw.mutate({ choice: 'v1', shown: { version, hash }, password: patientPassword }),
      countEffects: () =>
        count(
          owner()`SELECT count(*)::int AS n FROM audit_log WHERE command = 'UpdateConsents' AND action = 'WITHDRAW' AND outcome = 'done'`,
        ),
    }
  },
  'a new guardian': async () => {
    const { id } = (await createPatient(allConsents)).fixture
    const code = `SAME${patients}`
    const names = { surname: 'VERDI', name: 'ANNA', loginMode: 'Email', email: 'new.guardian@example.org' } as const
    const right = { kind: 'PARENT', mustSign: true, evidence: 'ID_SEEN', birthDate: formatYearsAgo(9) } as const
    return {
      send: () => rome.api.guardians.add.mutate({ code, ...names, ...right }),
      countEffects: async () =>
        (await countMails('new.guardian@example.org')) *
        (await count(owner()`SELECT count(*)::int AS n FROM guardianship WHERE patient_id = ${id}`)),
    }
  },
  'the end of a guardianship': async () => {
    const { code, id } = await createGuardian()
    return {
      send: () => rome.api.guardians.end.mutate({ code, id, reason: 'Affidamento all’altro genitore' }),
      countEffects: () => countEntries('rome@example.org', 'guardian', 'END'),
    }
  },
  'the acceptance of a guardian': async () => {
    const { browser, child, guardianId } = await createGuardian()
    return {
      send: () => browser.api.guardian.accept.mutate({ patient: child }),
      countEffects: () => countEntries(`guardian ${guardianId}`, 'children', 'ACCEPT'),
    }
  },
  'the stop by a guardian': async () => {
    const { browser, child, subject } = await createGuardian()
    await browser.api.guardian.accept.mutate({ patient: child })
    return {
      send: () => browser.api.guardian.stop.mutate({ patient: child, choice: 'stop' }),
      countEffects: () =>
        count(
          owner()`SELECT count(*)::int AS n FROM consent_event WHERE subject = ${subject} AND field = 'C_DB_P' AND channel = 'guardian'`,
        ),
    }
  },
  'a signed form': async () => {
    const { id } = (await createPatient()).fixture
    const code = `SAME${patients}`
    const { formNumber } = await rome.api.paperConsents.form.mutate({ code, language: 'it' })
    const scan = scanOf(png, 'modulo.png')
    return {
      send: () => recordPaperConsent(rome, code, { formNumber, scan }),
      countEffects: () => count(owner()`SELECT count(*)::int AS n FROM paper_consent WHERE patient_id = ${id}`),
    }
  },
  'the confirmation of a signed form': async () => {
    const { subject } = (await createPatient()).fixture
    const id = await recordPaperConsent(rome, `SAME${patients}`)
    await colleague.api.paperConsents.scan.query({ id })
    return {
      send: () => colleague.api.paperConsents.verify.mutate({ id }),
      countEffects: () => count(owner()`SELECT count(*)::int AS n FROM consent_event WHERE subject = ${subject} AND field = 'C_DB_P'`),
    }
  },
  'the refusal of a signed form': async () => {
    await createPatient()
    const id = await recordPaperConsent(rome, `SAME${patients}`)
    return {
      send: () => colleague.api.paperConsents.refuse.mutate({ id, reason: 'La firma manca' }),
      countEffects: () => countEntries('colleague@example.org', 'paper_consent', 'REFUSE'),
    }
  },
  'consents at the desk': async () => {
    const { id } = (await createPatient()).fixture
    const code = `SAME${patients}`
    return {
      send: () => rome.api.deskConsents.start.mutate({ code }),
      countEffects: () => count(owner()`SELECT count(*)::int AS n FROM desk_link WHERE patient_id = ${id} AND ends_at > started_at`),
    }
  },
  'a request for correction': async () => {
    const patient = await createPatient(allConsents)
    return {
      send: () => patient.api.corrections.ask.mutate({ field: 'WEIGHT', text: 'Peso 65 chili' }),
      countEffects: () => count(owner()`SELECT count(*)::int AS n FROM correction_request WHERE patient_id = ${patient.fixture.id}`),
    }
  },
  'the answer to a request for correction': async () => {
    const { id } = await (await createPatient(allConsents)).api.corrections.ask.mutate({ text: 'Il mio nome è sbagliato' })
    return {
      send: () => rome.api.corrections.answer.mutate({ id, state: 'EXPLAINED', text: 'È scritto come nel documento' }),
      countEffects: () => countEntries('rome@example.org', 'Corrections', 'ANSWER'),
    }
  },
  'the withdrawal of a request for correction': async () => {
    const patient = await createPatient(allConsents)
    const { id } = await patient.api.corrections.ask.mutate({ text: 'Il mio nome è sbagliato' })
    return {
      send: () => patient.api.corrections.withdraw.mutate({ id }),
      countEffects: () => countEntries(`patient ${patient.fixture.id}`, 'Corrections', 'WITHDRAW'),
    }
  },
  'a new result': async () => {
    const { id } = (await createPatient(allConsents)).fixture
    const code = `SAME${patients}`
    return {
      send: () => rome.api.observations.add.mutate({ code, results: [{ analyte: 'FERRITIN', ...ferritin }] }),
      countEffects: () => count(owner()`SELECT count(*)::int AS n FROM observation WHERE patient_id = ${id}`),
    }
  },
  'a corrected result': async () => {
    const { patientId, code, id } = await addFerritin()
    return {
      send: () => rome.api.observations.correct.mutate({ code, id, ...ferritin, value: '821', reason: 'Errore di battitura' }),
      countEffects: () => count(owner()`SELECT count(*)::int AS n FROM observation WHERE patient_id = ${patientId} AND ended_at IS NULL`),
    }
  },
  'a removed result': async () => {
    const { code, id } = await addFerritin()
    return {
      send: () => rome.api.observations.remove.mutate({ code, id, reason: 'Di un altro paziente' }),
      countEffects: () => countEntries('rome@example.org', 'e_crf', 'REMOVE_OBSERVATION'),
    }
  },
  'a file of a centre': async () => {
    await owner()`UPDATE centre SET password_hash = ${await fixture.server.deps.hashing.hashSecret(centrePassword('RM01'))} WHERE code = 'RM01'`
    const fields = { centerCode: 'RM01', centerPwd: centrePassword('RM01'), format: 'csv' }
    const content = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL\r\nFILE1,BIANCHI,LIA,Email,lia@example.org\r\n'
    return {
      send: () => fixture.browser('staff').call('/createPatients', { multipart: fields, file: { name: 'file.csv', content } }),
      countEffects: () => countMails('lia@example.org'),
    }
  },
}

describe('FAULT-11: the same request fifty times at once', () => {
  test.each(Object.entries(requests))('%s takes effect once', async (_name, prepare) => {
    const { send, countEffects } = await prepare()
    await Promise.allSettled(Array.from({ length: times }, send))
    expect(await countEffects()).toBe(1)
    expect(fixture.server.log()).not.toContain('unexpected error')
  })
})

test('FAULT-11: an equal filter that is added later is a new one', async () => {
  const later = { ...filter, name: 'Due volte' }
  const { id } = await manager.api.savedFilters.save.mutate(later)
  expect((await manager.api.savedFilters.save.mutate(later)).id).toBe(id)
  await owner().unsafe(`
    ALTER TABLE saved_filter DISABLE TRIGGER USER;
    UPDATE saved_filter SET changed_at = now() - interval '2 minutes' WHERE id = ${id};
    ALTER TABLE saved_filter ENABLE TRIGGER USER`)
  expect((await manager.api.savedFilters.save.mutate(later)).id).not.toBe(id)
})
