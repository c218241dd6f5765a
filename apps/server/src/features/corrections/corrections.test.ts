import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents, makeCentre, type PatientFixture } from '@registry/db/testing/fixtures'
import { correctionDays, maxOpenCorrections } from '@registry/domain/corrections/corrections'
import type { Client } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

type Owner = Client & { readonly fixture: PatientFixture }
let server: TestServer
let centre: Client
let colleague: Client
let milan: Client
beforeAll(async () => {
  server = await startTestServer()
  for (const code of ['RM01', 'MI01']) await makeCentre(server.database.owner, code)
  centre = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
  colleague = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca2@example.org')
  milan = await server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'mi@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

const makeOwner = (code: string, consents: Parameters<TestServer['patient']>[0]['consents'] = allConsents): Promise<Owner> =>
  server.patient({ centre: 'RM01', centrePatientCode: code, consents, medical: { weight: 60 } })
const rejected = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'not rejected',
    (error: { data?: { detail?: unknown } }) => error.data?.detail,
  )
const ask = { field: 'WEIGHT', shownValue: '60 kg', text: 'Peso 65 chili' } as const
const listOpen = async (client: Client, code: string) => (await client.api.corrections.open.query({})).filter((one) => one.code === code)

describe('REQ-PAT-27: a request for correction', () => {
  test('reaches the centre with what was shown, is answered, and the patient reads the answer', async () => {
    const patient = await makeOwner('C1')
    const { id } = await patient.api.corrections.ask.mutate(ask)
    await centre.api.ecrf.save.mutate({ code: 'C1', changes: { WEIGHT: 61 } })
    expect(await listOpen(centre, 'C1')).toMatchObject([
      { id, label: 'Peso', shownValue: '60 kg', currentValue: '61 kg', text: 'Peso 65 chili', overdue: false },
    ])
    expect(await centre.api.corrections.open.query()).toContainEqual(expect.objectContaining({ id }))
    await centre.api.corrections.answer.mutate({ id, state: 'CHANGED', text: 'Corretto' })
    expect(await listOpen(centre, 'C1')).toEqual([])
    const sent = await server.database.owner`SELECT recipient FROM notification WHERE patient_id = ${patient.fixture.id}`
    expect(sent, 'a message that an answer is there').toHaveLength(1)
    expect(await patient.api.corrections.list.query()).toMatchObject([
      { id, state: 'CHANGED', answer: 'Corretto', shownValue: '60 kg', answeredAt: expect.any(String) },
    ])
  })

  test('of two answers the first counts', async () => {
    const { id } = await (await makeOwner('C2')).api.corrections.ask.mutate({ text: 'Il mio nome è sbagliato' })
    const answer = (client: Client, text: string) => client.api.corrections.answer.mutate({ id, state: 'EXPLAINED', text })
    const outcomes = await Promise.all([rejected(answer(centre, 'uno')), rejected(answer(colleague, 'due'))])
    expect(outcomes.filter((outcome) => outcome === 'not rejected')).toHaveLength(1)
    expect(outcomes).toContainEqual(expect.objectContaining({ code: 'correction_closed' }))
  })

  test('twice is one request; 501 characters and an unknown key are refused; markup stays text', async () => {
    const patient = await makeOwner('C3')
    const [first, second] = [await patient.api.corrections.ask.mutate(ask), await patient.api.corrections.ask.mutate(ask)]
    expect(second.id).toBe(first.id)
    expect(await rejected(patient.api.corrections.ask.mutate({ text: 'x'.repeat(501) }))).toMatchObject({
      fields: { text: 'Al massimo 500 caratteri' },
    })
    expect(await rejected(patient.api.corrections.ask.mutate(JSON.parse('{"text":"x","patient":1}')))).toMatchObject({
      code: 'validation_failed',
    })
    const { text } = await patient.api.corrections.ask.mutate({ text: '<b>peso</b> {name}' })
    expect(text).toBe('<b>peso</b> {name}')
  })

  test.each(['a\u0001', 'a\uD83D', '\u200B'])('a text that nobody can read is refused at its field: %j', async (unreadable) => {
    const patient = await makeOwner(`U${unreadable.charCodeAt(unreadable.length - 1)}`)
    const fields = { text: expect.stringMatching(/caratteri non ammessi|obbligatorio/) }
    expect(await rejected(patient.api.corrections.ask.mutate({ text: unreadable }))).toMatchObject({ fields })
    const { id } = await patient.api.corrections.ask.mutate(ask)
    expect(await rejected(centre.api.corrections.answer.mutate({ id, state: 'EXPLAINED', text: unreadable }))).toMatchObject({ fields })
    if (unreadable !== '\u200B')
      expect(await rejected(patient.api.corrections.ask.mutate({ ...ask, shownValue: unreadable }))).toMatchObject({
        fields: { shownValue: expect.any(String) },
      })
  })

  test('is withdrawn once by its patient, and is unknown to every other person', async () => {
    const [patient, other] = [await makeOwner('C4'), await makeOwner('C5')]
    const { id } = await patient.api.corrections.ask.mutate(ask)
    expect(await rejected(other.api.corrections.withdraw.mutate({ id }))).toMatchObject({ code: 'not_found' })
    expect(await rejected(milan.api.corrections.answer.mutate({ id, state: 'CHANGED', text: 'x' }))).toMatchObject({ code: 'not_found' })
    expect(await other.api.corrections.list.query()).toEqual([])
    expect(await patient.api.corrections.withdraw.mutate({ id })).toMatchObject({ state: 'WITHDRAWN' })
    expect(await rejected(patient.api.corrections.withdraw.mutate({ id }))).toMatchObject({ code: 'correction_closed' })
    expect(await listOpen(centre, 'C4')).toEqual([])
    expect(await rejected(patient.api.corrections.open.query({}))).toMatchObject({ code: 'permission_denied' })
  })

  test('about clinical data is hidden from the centre without the consent, one about the registration is not', async () => {
    const patient = await makeOwner('C6', {})
    await patient.api.corrections.ask.mutate(ask)
    await patient.api.corrections.ask.mutate({ field: 'SURNAME', text: 'Il cognome' })
    expect(await listOpen(centre, 'C6')).toMatchObject([{ field: 'SURNAME' }])
  })

  test('is overdue after 30 days, on the home page of the centre too', async () => {
    const { id } = await (await makeOwner('C7')).api.corrections.ask.mutate(ask)
    await server.database
      .owner`UPDATE correction_request SET asked_at = asked_at - make_interval(days => ${correctionDays + 1}) WHERE id = ${id}`
    expect(await listOpen(centre, 'C7')).toMatchObject([{ id, overdue: true }])
    const { tasks } = await centre.api.home.staff.query()
    expect(tasks.find(({ task }) => task === 'overdue corrections')).toMatchObject({ count: 1 })
    expect(tasks.find(({ task }) => task === 'corrections to answer')?.count).toBeGreaterThanOrEqual(1)
  })

  test('a patient has a limit of open requests', async () => {
    const patient = await makeOwner('C8')
    const outcomes = await Promise.all(
      Array.from({ length: maxOpenCorrections + 10 }, (_, at) => rejected(patient.api.corrections.ask.mutate({ text: `richiesta ${at}` }))),
    )
    expect(outcomes.filter((outcome) => outcome === 'not rejected')).toHaveLength(maxOpenCorrections)
    expect(outcomes).toContainEqual(expect.objectContaining({ code: 'correction_limit' }))
  })

  test('is no work of the centre any more after the withdrawal v1, because nobody could read the answer', async () => {
    const patient = await makeOwner('W-v1')
    const { id } = await patient.api.corrections.ask.mutate(ask)
    await server.withdraw(patient, 'v1')
    expect(await listOpen(centre, 'W-v1')).toEqual([])
    expect(await rejected(centre.api.corrections.answer.mutate({ id, state: 'EXPLAINED', text: 'x' }))).toMatchObject({
      code: 'correction_closed',
    })
  })

  test.each(['v2', 'v3'] as const)('is deleted by the withdrawal %s', async (choice) => {
    const patient = await makeOwner(`W-${choice}`)
    const { id } = await patient.api.corrections.ask.mutate(ask)
    await server.withdraw(patient, choice)
    expect(await server.database.owner`SELECT id FROM correction_request WHERE id = ${id}`).toHaveLength(0)
  })
})
