import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { allConsents } from '@registry/db/testing/fixtures'
import { createSignInFixture, type SignInFixture } from './sign-in/testing/sign-in-fixture.ts'

/** Calls that the screens make and that no test of a feature makes through the contract, with what they do. */
let kit: SignInFixture
beforeAll(async () => {
  kit = await createSignInFixture()
})
afterAll(() => kit[Symbol.asyncDispose]())

const manager = () => kit.server.staff([{ role: 'DataManager', areaid: 'IT' }])
const mailTo = (contact: string) =>
  eventually(() => {
    const mail = kit.mail.mails.find(({ recipients }) => recipients.includes(contact))
    if (!mail) throw new Error(`no mail came for ${contact}`)
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

  test('gives a field’s type, operators, unit and options', async () => {
    const { api } = await manager()
    expect(await api.savedFilters.fieldInfo.query('hb')).toMatchObject({ name: 'HB', type: 'float', unit: 'g/dL', options: [] })
    const { type, options, operators } = await api.savedFilters.fieldInfo.query('SEX')
    expect([type, operators]).toEqual(['list', ['=', '<>', 'in', 'not in', 'is null', 'is not null']])
    expect(options.map(({ id }) => id).toSorted()).toEqual(['F', 'M', 'U'])
  })
})

test('the information text comes with its version and hash', async () => {
  const patient = await kit.server.patient({ centre: 'RM01', centerId: 'INFORMATION' })
  const document = await patient.api.consents.information.query()
  expect(document).toMatchObject({ kind: 'information', version: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(document.points.length).toBeGreaterThan(5)
})

test('a withdrawal ends the session and leaves no way to sign in', async () => {
  const patient = await kit.server.patient({ centre: 'RM01', centerId: 'WITHDRAWS', email: 'withdraws@example.org', consents: allConsents })
  const { version, hash } = await patient.api.consents.withdrawalChoices.query()
  expect(await patient.api.consents.withdraw.mutate({ choice: 'v1', shown: { version, hash } })).toEqual({ done: true })
  await expect(patient.api.consents.current.query()).rejects.toThrow()
  const [account] = await kit.server.database.owner`SELECT FROM account WHERE patient_id = ${patient.fixture.id}`
  expect(account).toBeUndefined()
})

test('an enrolment request is stored and answered as it was stored', async () => {
  const asked = {
    cognome: 'Rossi',
    nome: 'Ada',
    email: 'ada.rossi@example.org',
    telefono: '',
    cellulare: '',
    identita: 'username',
  } as const
  const answer = await kit.browser('staff').api.identityRequests.add.mutate({ ...asked, lang: 'it' })
  expect(answer.user).toEqual(asked)
  expect(await kit.server.database.owner`SELECT surname, name FROM identity_request`).toEqual([{ surname: 'Rossi', name: 'Ada' }])
})

test('a patient’s forgotten password becomes a link that opens a session for choosing a new one', async () => {
  await kit.patient({ centerId: 'FORGETS', email: 'forgets@example.org' })
  expect(await kit.browser('myconsent').api.signIn.forgottenByPatient.mutate({ username: 'forgets@example.org', lang: 'it' })).toEqual({
    done: true,
  })
  const { text } = await mailTo('forgets@example.org')
  const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  const browser = kit.browser('myconsent')
  await browser.api.signIn.openLink.mutate({ username: link.searchParams.get('u') ?? '', password: link.searchParams.get('p') ?? '' })
  expect(await browser.api.session.current.query()).toMatchObject({ email: 'forgets@example.org', passwordExpired: true })
})

test('a staff user’s forgotten password becomes a temporary one, and the old one stays valid', async () => {
  await kit.staff('forgets.too@example.org')
  expect(await kit.browser('staff').api.signIn.forgottenByStaff.mutate({ username: 'forgets.too@example.org', lang: 'it' })).toEqual({
    done: true,
  })
  await mailTo('forgets.too@example.org')
})

test('signing out ends the session on the server', async () => {
  const patient = await kit.server.patient({ centre: 'RM01', centerId: 'LEAVES' })
  const cookies = new Map(patient.cookies)
  expect(await patient.api.session.end.mutate()).toEqual({ done: true })
  for (const [name, value] of cookies) patient.cookies.set(name, value)
  await expect(patient.api.consents.current.query()).rejects.toThrow()
})

test('an export that nobody began has no progress to wait for', async () => {
  const progress = await (await manager()).api.savedFilters.exportProgress.query(randomUUID())
  expect(progress).toEqual({ rows: 0, total: 0, finished: true })
})
