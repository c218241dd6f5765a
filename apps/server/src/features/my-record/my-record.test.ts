import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { allConsents, type GuardianshipOptions, makeGuardianship, makePatient, type PatientOptions } from '@registry/db/testing/fixtures'
import type { Client } from '../../testing/client.ts'
import { createSignInFixture, patientPassword, type SignInFixture } from '../sign-in/testing/sign-in-fixture.ts'

const minute = 60_000

let fixture: SignInFixture
let number = 0
let email: string
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => {
  number += 1
  email = `record${number}@example.org`
})

const makeOwner = (options: Partial<PatientOptions> = {}) => fixture.patient({ centrePatientCode: `R${number}`, email, ...options })

/** Signs in with password and code, as a patient does. */
const enter = async (): Promise<Client> => {
  const { browser, code } = await fixture.requestCode(email)
  await browser.api.signIn.withCode.mutate({ username: email, otp: code })
  return browser
}
/** Signs in once more, with the second code. */
const enterAgain = async (): Promise<Client> => {
  const visitor = fixture.browser('myconsent')
  await visitor.call('/otp', { json: { username: email, password: patientPassword, lang: 'it' } })
  await visitor.api.signIn.withCode.mutate({ username: email, otp: await fixture.codeFor(email, 1) })
  return visitor
}
const read = (client: Client, otp?: string) => client.api.myRecord.read.mutate(otp === undefined ? {} : { otp })

const rejected = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'not rejected',
    (error: { data?: { detail?: unknown } }) => error.data?.detail,
  )
const findField = (record: Awaited<ReturnType<typeof read>>, name: string) =>
  record.sections.flatMap(({ fields }) => fields).find(({ field }) => field === name)

describe('REQ-PAT-25: the patient’s record', () => {
  test('is readable without any consent, in words, and says that it is not in use', async () => {
    await makeOwner({ medical: { lic_last: 8.5, blood_group: 'A_POS', hospedal_causes: ['038.2'] } })
    const record = await read(await enter())
    const sections = Object.fromEntries(record.sections.map(({ section, inUse }) => [section, inUse]))
    expect(sections).toMatchObject({ iron: false, blood: false, personal: false, registration: true })
    expect(findField(record, 'LIC_LAST')).toMatchObject({
      label: 'Ferro epatico (LIC), ultimo',
      value: 8.5,
      text: '8,5 mg/g di peso secco',
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      meaning: 'È il ferro nel fegato, misurato con la risonanza o con una biopsia.',
      band: { limits: [3, 7, 15], index: 2, labels: ['senza accumulo', 'accumulo lieve', 'accumulo medio', 'accumulo alto'] },
    })
    expect(findField(record, 'HOSPEDAL_CAUSES')).toMatchObject({ value: ['038.2'], text: expect.stringContaining('038.2 ') })
    expect(findField(record, 'HB_LAST')).toMatchObject({ value: null, text: null, missing: null, day: null })
    expect(record.lastChange).toBe(findField(record, 'LIC_LAST')?.day)
  })

  test('has the reason of a missing value, and the source of the last change', async () => {
    await makeOwner({ consents: allConsents, medical: { weight: 60 } })
    const centre = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
    const save = { code: `R${number}`, changes: { WEIGHT: String.raw`\N:refused`, HB_LAST: 9 } }
    await centre.api.ecrf.save.mutate(save)
    const record = await read(await enter())
    expect(findField(record, 'WEIGHT')).toMatchObject({ value: null, missing: 'refused', missingText: 'Rifiutato dal paziente' })
    expect(findField(record, 'HB_LAST')).toMatchObject({ value: 9, source: 'form' })
    expect(record.sections.find(({ section }) => section === 'laboratory')?.inUse).toBe(true)
    const entry = (await fixture.server.readAuditLog()).find(({ command, action }) => command === 'MyRecord' && action === 'READ')
    expect(entry).toBeDefined()
    expect(JSON.stringify(await centre.api.ecrf.read.query({ code: `R${number}` })), 'the centre does not see it').not.toContain('MyRecord')
  })

  test('has the day of each answer to the consents, and that the patient gave it', async () => {
    await makeOwner({ consents: { C_DB_P: true, C_S: false } })
    const record = await read(await enter())
    for (const field of ['C_DB_P', 'c_s'])
      expect(findField(record, field)).toMatchObject({ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), source: 'patient' })
    expect(findField(record, 'C_DB_M')).toMatchObject({ value: null, day: null })
  })

  test('in English it is in English', async () => {
    await makeOwner({ medical: { t2_heart_last: 22 } })
    const browser = await enter()
    await browser.api.session.chooseLanguage.mutate({ language: 'en' })
    expect(findField(await read(browser), 'T2_HEART_LAST')).toMatchObject({ label: 'Cardiac T2*, last', text: '22 ms', band: { index: 2 } })
  })

  test('a record without any value has all sections', async () => {
    await makeOwner()
    expect((await read(await enter())).sections).toHaveLength(15)
  })

  test('a minor reads it from 14 on, or from the age that the operator sets', async () => {
    const birthday = (years: number): string =>
      new Date(fixture.now())
        .toISOString()
        .replace(/^\d+/, (year) => String(Number(year) - years))
        .slice(0, 10)
    await makeOwner({ personal: { dob: birthday(13) } })
    const browser = await enter()
    expect(await rejected(read(browser))).toMatchObject({ code: 'record_minor', message: expect.stringContaining('dai 14 anni') })
    const { owner } = fixture.server.database
    await owner`UPDATE setting SET value = '13' WHERE key = 'minor_sees_record_age'`
    expect((await read(browser)).sections).toHaveLength(15)
    await owner`UPDATE setting SET value = '14' WHERE key = 'minor_sees_record_age'`
  })

  test('an unknown key of the input is refused', async () => {
    await makeOwner()
    const browser = await enter()
    expect(await rejected(browser.api.myRecord.read.mutate(JSON.parse('{"patient":1}')))).toMatchObject({ code: 'validation_failed' })
  })
})

describe('REQ-CON-06: the record of a patient after a withdrawal', () => {
  test.each(['v2', 'v3'] as const)('%s: nobody can read it, because the session, the account and the record are gone', async (choice) => {
    const { id } = await makeOwner({ consents: allConsents, medical: { lic_last: 8.5 } })
    const browser = await enter()
    expect(findField(await read(browser), 'LIC_LAST')).toMatchObject({ value: 8.5 })
    await fixture.server.withdraw(browser, choice)
    expect(await rejected(read(browser))).toMatchObject({ code: 'session_required' })
    const { owner } = fixture.server.database
    expect(await owner`SELECT FROM account WHERE patient_id = ${id}`).toEqual([])
    expect(await owner`SELECT FROM patient_medical WHERE patient_id = ${id}`).toEqual([])
  })
})

describe('REQ-PAT-30: the series of a test', () => {
  test('has day, source and value of each present result, the usual limits and one sentence', async () => {
    await makeOwner({ consents: allConsents })
    const centre = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
    const result = (value: string, takenOn: string, comparator = '') => ({
      analyte: 'FERRITIN',
      value,
      unit: 'ng/mL',
      comparator,
      takenOn,
      sample: '',
    })
    const code = `R${number}`
    await centre.api.observations.add.mutate({
      code,
      results: [result('812', '2025-03-01'), result('1200', '2024-03-01'), result('7', '2025-06-01', '<')],
    })
    const { observations } = await centre.api.observations.list.query({ code })
    const wrong = observations.find(({ value }) => value === 812)!
    await centre.api.observations.remove.mutate({ code, id: wrong.id, reason: 'di un altro paziente' })
    const browser = await enter()
    expect(await browser.api.myRecord.series.mutate({ analyte: 'FERRITIN' })).toEqual({
      label: 'Ferritina',
      meaning: expect.stringContaining('La ferritina dice quanto ferro'),
      limits: expect.arrayContaining([expect.any(Number)]),
      labels: expect.arrayContaining([expect.any(String)]),
      results: [
        { day: '2024-03-01', value: 1200, text: '1.200 ng/mL', source: 'form' },
        { day: '2025-06-01', value: 7, text: '< 7 ng/mL', source: 'form' },
      ],
      delayed: [],
    })
    expect(await browser.api.myRecord.series.mutate({ analyte: 'LIC' })).toMatchObject({ limits: [], results: [] })
    expect(await rejected(browser.api.myRecord.series.mutate({ analyte: 'NOTHING' }))).toMatchObject({ code: 'validation_failed' })
    fixture.advanceClock(11 * minute)
    expect(await rejected(browser.api.myRecord.series.mutate({ analyte: 'LIC' }))).toMatchObject({ code: 'record_code_required' })
  })
})

describe('REQ-PAT-26, THREAT-65: a code for the patient’s record', () => {
  test('that of the sign-in serves for ten minutes, then one more for ten minutes', async () => {
    await makeOwner()
    const browser = await enter()
    fixture.advanceClock(10 * minute)
    await read(browser)
    fixture.advanceClock(1000)
    expect(await rejected(read(browser))).toMatchObject({ code: 'record_code_required' })
    expect(await browser.api.myRecord.requestCode.mutate({})).toMatchObject({ channel: 'mail', validMinutes: 5 })
    const code = await fixture.codeFor(email, 1)
    await read(browser, code)
    fixture.advanceClock(9 * minute)
    await read(browser)
    expect(await rejected(read(browser, code)), 'a code is used once').toMatchObject({ fields: { otp: expect.any(String) } })
  })

  test('neither that of another session nor an older one opens it', async () => {
    await makeOwner()
    const first = await enter()
    fixture.advanceClock(61_000)
    const second = await enterAgain()
    fixture.advanceClock(11 * minute)
    await first.api.myRecord.requestCode.mutate({})
    const old = await fixture.codeFor(email, 2)
    expect(await rejected(read(second, old))).toMatchObject({
      fields: { otp: 'Codice non corretto o non più valido. Se serve, chiedine un altro' },
    })
    fixture.advanceClock(61_000)
    await first.api.myRecord.requestCode.mutate({})
    await fixture.codeFor(email, 3)
    expect(await rejected(read(first, old))).toMatchObject({ fields: { otp: expect.stringContaining('Questo codice è vecchio') } })
    expect(await rejected(read(first))).toMatchObject({ code: 'record_code_required' })
  })

  test('five wrong guesses end a code', async () => {
    await makeOwner()
    const browser = await enter()
    fixture.advanceClock(11 * minute)
    await browser.api.myRecord.requestCode.mutate({})
    const code = await fixture.codeFor(email, 1)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let guess = 0; guess < 5; guess++) expect(await rejected(read(browser, wrong))).toMatchObject({ code: 'validation_failed' })
    expect(await rejected(read(browser, code))).toMatchObject({ code: 'validation_failed' })
  })

  test('its limits count no code of the sign-in', async () => {
    await makeOwner()
    const browser = await enter()
    await browser.api.myRecord.requestCode.mutate({})
    expect(await rejected(browser.api.myRecord.requestCode.mutate({}))).toMatchObject({ code: 'code_limit' })
    fixture.advanceClock(61_000)
    const visitor = fixture.browser('myconsent')
    expect(await visitor.call('/otp', { json: { username: email, password: patientPassword, lang: 'it' } })).toEqual({ success: true })
  })

  test('a new password gives no more minutes, and another person’s record is out of reach', async () => {
    const { accountId } = await makeOwner()
    const withoutCode = await fixture.server.signIn(accountId, 'myconsent')
    expect(await rejected(read(withoutCode))).toMatchObject({ code: 'record_code_required' })
    const staff = await fixture.server.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
    expect(await rejected(read(staff))).toMatchObject({ code: 'permission_denied' })
    expect(await rejected(read(fixture.browser('myconsent')))).toMatchObject({ code: 'session_required' })
  })
})

describe('REQ-PAT-25: a guardian reads the record of the patient for whom they act', () => {
  const database = () => fixture.server.database.owner
  /** The day of birth in Italy of a person of this age. */
  const born = async (years: number): Promise<string> => {
    const [row] = await database()<{ day: string }[]>`
      SELECT ((now() AT TIME ZONE 'Europe/Rome')::date - make_interval(years => ${years}))::date::text AS day`
    return row!.day
  }
  let serial = 0
  const makeChild = () => {
    serial += 1
    return makePatient(database(), { centre: 'RM01', centrePatientCode: `RC${serial}`, name: 'LEA', medical: { lic_last: 8.5 } })
  }
  const addGuardian = async (patientId: number, given: Partial<GuardianshipOptions> = {}) => {
    const contact = given.contact ?? `record.guardian${(serial += 1)}@example.org`
    const birthDate = given.kind === 'TUTOR' ? null : await born(9)
    const { accountId } = await database().begin((sql) =>
      makeGuardianship(sql, { patientId, centre: 'RM01', contact, kind: 'PARENT', birthDate, accepted: true, ...given }),
    )
    const client = await fixture.server.signIn(accountId, 'myconsent')
    const [child] = await client.api.guardian.children.query()
    await client.api.guardian.actFor.mutate({ patient: child!.patient })
    return { client, contact, child: child!.patient }
  }
  const open = async ({ client, contact }: { readonly client: Client; readonly contact: string }) => {
    await client.api.myRecord.requestCode.mutate({})
    return read(client, await fixture.codeFor(contact))
  }
  const turn = async (patientId: number, years: number): Promise<void> => {
    const birthDate = await born(years)
    await database().begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'ca', true)`
      await sql`UPDATE patient_identity SET birth_date = ${birthDate} WHERE patient_id = ${patientId}`
    })
  }

  test('with a code to the guardian’s contact, for each of two children and for no other', async () => {
    const [first, second, other] = [await makeChild(), await makeChild(), await makeChild()]
    const guardian = await addGuardian(first.id)
    const { child } = await addGuardian(other.id)
    await database().begin((sql) =>
      makeGuardianship(sql, { patientId: second.id, centre: 'RM01', contact: guardian.contact, accepted: true, kind: 'TUTOR' }),
    )
    await database()`UPDATE guardianship SET accepted_at = now() WHERE patient_id = ${second.id}`
    expect(await rejected(read(guardian.client))).toMatchObject({ code: 'record_code_required' })
    expect(findField(await open(guardian), 'LIC_LAST')).toMatchObject({ value: 8.5 })
    const children = await guardian.client.api.guardian.children.query()
    const sibling = children.find(({ patient }) => patient !== guardian.child)!
    await guardian.client.api.guardian.actFor.mutate({ patient: sibling.patient })
    expect((await read(guardian.client)).sections).toHaveLength(15)
    expect(await rejected(guardian.client.api.guardian.actFor.mutate({ patient: child }))).toMatchObject({ code: 'permission_denied' })
    const names = (await fixture.server.readAuditLog()).flatMap(({ command, username }) => (command === 'MyRecord' ? [username] : []))
    expect(names).toContainEqual(expect.stringContaining('guardian '))
  })

  test('until the 18th birthday', async () => {
    const child = await makeChild()
    const guardian = await addGuardian(child.id)
    await open(guardian)
    await turn(child.id, 18)
    expect(await rejected(read(guardian.client))).toMatchObject({ code: 'permission_denied' })
    expect(await rejected(guardian.client.api.corrections.list.query())).toMatchObject({ code: 'permission_denied' })
  })

  test('REQ-GRD-07: from 14 on only if the registry allows it, with the reason; a tutor of an adult always', async () => {
    const [child, adult] = [await makeChild(), await makeChild()]
    const [guardian, tutor] = [await addGuardian(child.id), await addGuardian(adult.id, { kind: 'TUTOR' })]
    await turn(child.id, 14)
    await open(guardian)
    await database()`UPDATE setting SET value = 'none' WHERE key = 'guardian_sees_from_14'`
    try {
      const hidden = { code: 'record_of_patient_only', message: expect.stringContaining('Dai 14 anni') }
      expect(await rejected(read(guardian.client))).toMatchObject(hidden)
      expect(await rejected(guardian.client.api.corrections.ask.mutate({ text: 'Peso' }))).toMatchObject(hidden)
      expect(await rejected(guardian.client.api.corrections.list.query())).toMatchObject(hidden)
      expect(findField(await open(tutor), 'LIC_LAST')).toMatchObject({ value: 8.5 })
      await turn(child.id, 13)
      expect(findField(await read(guardian.client), 'LIC_LAST')).toMatchObject({ value: 8.5 })
    } finally {
      await database()`UPDATE setting SET value = 'all' WHERE key = 'guardian_sees_from_14'`
    }
  })

  test('REQ-PAT-31: not a new value before its day', async () => {
    const guardian = await addGuardian((await makeChild()).id)
    await database()`UPDATE setting SET value = '20' WHERE key = 'record_delay_days'`
    try {
      expect(findField(await open(guardian), 'LIC_LAST')).toMatchObject({ value: null, readableFrom: expect.any(String) })
    } finally {
      await database()`UPDATE setting SET value = '0' WHERE key = 'record_delay_days'`
    }
  })

  test('REQ-PAT-28: also while a request to erase the data is open, with a copy to take along', async () => {
    const guardian = await addGuardian((await makeChild()).id)
    await guardian.client.api.guardian.stop.mutate({ patient: guardian.child, choice: 'v3' })
    expect(findField(await open(guardian), 'LIC_LAST')).toMatchObject({ value: 8.5 })
    const { file } = await guardian.client.api.myRecord.download.mutate({ format: 'csv', language: 'it' })
    expect(Buffer.from(file, 'base64').toString()).toContain('LIC_LAST')
  })

  test('REQ-PAT-27: asks for a correction, which the centre answers and nobody else reads', async () => {
    const child = await makeChild()
    const [anna, ugo] = [await addGuardian(child.id), await addGuardian(child.id)]
    const { id } = await anna.client.api.corrections.ask.mutate({ field: 'SURNAME', text: 'Il cognome' })
    const same = await ugo.client.api.corrections.ask.mutate({ field: 'SURNAME', text: 'Il cognome' })
    expect(same.id).not.toBe(id)
    const patient = await fixture.server.signIn(child.accountId, 'myconsent')
    expect(await patient.api.corrections.list.query()).toEqual([])
    expect(await ugo.client.api.corrections.list.query()).toMatchObject([{ id: same.id }])
    expect(await rejected(ugo.client.api.corrections.withdraw.mutate({ id }))).toMatchObject({ code: 'not_found' })
    const centre = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'asked.guardian@example.org')
    expect((await centre.api.corrections.open.query({})).find((one) => one.id === id)).toMatchObject({ byGuardian: true })
    await centre.api.corrections.answer.mutate({ id, state: 'EXPLAINED', text: 'È come nel documento' })
    expect(await anna.client.api.corrections.list.query()).toMatchObject([{ id, answer: 'È come nel documento' }])
    const listMails = () => fixture.mail.mails.filter(({ text }) => text.includes('richiesta di correzione'))
    await eventually(() => expect(listMails().flatMap(({ recipients }) => recipients)).toEqual([anna.contact]))
    expect(listMails()[0]?.text, 'it names no patient').not.toContain('LEA')
    await ugo.client.api.corrections.withdraw.mutate({ id: same.id })
  })
})

// The last one, because it moves the clock by days.
test('REQ-PAT-31: page and series say that a new clinical value exists, and show it from its day', async () => {
  const { id } = await makeOwner({ consents: allConsents, medical: { lic_last: 8.5 } })
  const centre = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  const code = `R${number}`
  await centre.api.ecrf.save.mutate({ code, changes: { WEIGHT: String.raw`\N:refused` } })
  const result = { analyte: 'FERRITIN', value: '812', unit: 'ng/mL', comparator: '', takenOn: '2025-03-01', sample: '' }
  await centre.api.observations.add.mutate({ code, results: [result] })
  const { owner } = fixture.server.database
  const [received] = await owner<{ readableFrom: string }[]>`
    SELECT ((recorded_at AT TIME ZONE 'Europe/Rome')::date + 20)::text AS "readableFrom" FROM observation WHERE patient_id = ${id}`
  await owner`UPDATE setting SET value = '20' WHERE key = 'record_delay_days'`
  const browser = await enter()
  const record = await read(browser)
  const absent = { value: null, text: null, missing: null, missingText: null, day: null, source: null, band: null, ...received }
  for (const field of ['LIC_LAST', 'WEIGHT', 'FERRITIN_LAST', 'FERRITIN_MEAN']) expect(findField(record, field)).toMatchObject(absent)
  expect(findField(record, 'SURNAME')).toMatchObject({ value: expect.any(String), readableFrom: null })
  expect(findField(record, 'C_DB_M')).toMatchObject({ value: true, readableFrom: null })
  expect(record.delayDays).toBe(20)
  expect(await browser.api.myRecord.series.mutate({ analyte: 'FERRITIN' })).toMatchObject({
    limits: [],
    results: [],
    delayed: [{ day: '2025-03-01', ...received }],
  })
  fixture.advanceClock(20 * 24 * 60 * minute)
  const later = await enterAgain()
  const readable = await read(later)
  expect(findField(readable, 'LIC_LAST')).toMatchObject({ value: 8.5, readableFrom: null })
  expect(findField(readable, 'FERRITIN_LAST')).toMatchObject({ value: 812, readableFrom: null })
  expect(readable.delayDays).toBe(0)
  expect(await later.api.myRecord.series.mutate({ analyte: 'FERRITIN' })).toMatchObject({ results: [{ value: 812 }], delayed: [] })
})
