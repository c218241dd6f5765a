import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { allConsents } from '@registry/db/testing/fixtures'
import { createSignInFixture, type SignInFixture } from '../features/sign-in/testing/sign-in-fixture.ts'

/** Valid calls of the screens that no other test makes through the contract. */
let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const manager = () => fixture.server.staff([{ role: 'DataManager', areaid: 'IT' }])
const findMail = (contact: string) =>
  eventually(() => {
    const mail = fixture.mail.mails.find(({ recipients }) => recipients.includes(contact))
    if (!mail) throw new Error(`no mail arrived for ${contact}`)
    return mail
  })

describe('the picker of fields', () => {
  test('offers personal and medical fields in the caller’s language, and no identifying one', async () => {
    const { personal, medical } = await (await manager()).api.savedFilters.picker.query()
    const names = [...personal, ...medical.flatMap(({ fields }) => fields)].map(({ name }) => name)
    expect(medical.map(({ category }) => category)).toContain('Laboratory')
    expect(names).toContain('HB')
    expect(names.filter((name) => /^(surname|name|legal_id|email|mobile|dob)$/i.test(name))).toEqual([])
  })

  test('returns a field’s type, operators, unit and options', async () => {
    const { api } = await manager()
    expect(await api.savedFilters.fieldInfo.query('hb')).toMatchObject({ name: 'HB', type: 'float', unit: 'g/dL', options: [] })
    const { type, options, operators } = await api.savedFilters.fieldInfo.query('SEX')
    expect([type, operators]).toEqual(['list', ['=', '<>', 'in', 'not in', 'is null', 'is not null']])
    expect(options.map(({ id }) => id).toSorted()).toEqual(['F', 'M', 'U'])
  })
})

test('the information text has its version and hash', async () => {
  const patient = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'INFORMATION' })
  const document = await patient.api.consents.information.query()
  expect(document).toMatchObject({ kind: 'information', version: 4, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(document.paragraphs.length).toBeGreaterThan(5)
})

test('a withdrawal ends the session and removes the account', async () => {
  const patient = await fixture.server.patient({
    centre: 'RM01',
    centrePatientCode: 'WITHDRAWS',
    email: 'withdraws@example.org',
    consents: allConsents,
  })
  expect(await fixture.server.withdraw(patient, 'v1')).toMatchObject({ deletionCode: null })
  await expect(patient.api.consents.current.query()).rejects.toThrow()
  const [account] = await fixture.server.database.owner`SELECT FROM account WHERE patient_id = ${patient.fixture.id}`
  expect(account).toBeUndefined()
})

test('an enrolment request is stored, and the response repeats it', async () => {
  const request = {
    cognome: 'Rossi',
    nome: 'Ada',
    email: 'ada.rossi@example.org',
    telefono: '',
    cellulare: '',
    identita: 'username',
  } as const
  const answer = await fixture.browser('staff').api.enrolmentRequests.add.mutate({ ...request, lang: 'it' })
  expect(answer.user).toEqual(request)
  expect(await fixture.server.database.owner`SELECT surname, name FROM enrolment_request`).toEqual([{ surname: 'Rossi', name: 'Ada' }])
})

test('a patient with a forgotten password receives a link, which opens a session for a new password', async () => {
  await fixture.patient({ centrePatientCode: 'FORGETS', email: 'forgets@example.org' })
  expect(await fixture.browser('myconsent').api.signIn.forgottenByPatient.mutate({ username: 'forgets@example.org', lang: 'it' })).toEqual({
    done: true,
  })
  const { text } = await findMail('forgets@example.org')
  const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  const browser = fixture.browser('myconsent')
  await browser.api.signIn.openLink.mutate({ username: link.searchParams.get('u') ?? '', password: link.searchParams.get('p') ?? '' })
  expect(await browser.api.session.current.query()).toMatchObject({ email: 'forgets@example.org', passwordExpired: true })
})

test('a staff user with a forgotten password receives a temporary one', async () => {
  await fixture.staff('forgets.too@example.org')
  expect(await fixture.browser('staff').api.signIn.forgottenByStaff.mutate({ username: 'forgets.too@example.org', lang: 'it' })).toEqual({
    done: true,
  })
  await findMail('forgets.too@example.org')
})

test('signing out ends the session on the server', async () => {
  const patient = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'LEAVES' })
  const cookies = new Map(patient.cookies)
  expect(await patient.api.session.end.mutate()).toEqual({ done: true })
  for (const [name, value] of cookies) patient.cookies.set(name, value)
  await expect(patient.api.consents.current.query()).rejects.toThrow()
})

test('an unknown export or upload counts as finished', async () => {
  const finished = { state: 'finished', rows: 0, total: null }
  expect(await (await manager()).api.savedFilters.exportProgress.query(randomUUID())).toEqual(finished)
  const admin = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  expect(await admin.api.imports.progress.query(randomUUID())).toEqual(finished)
})
