import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre, makePatient } from '@registry/db/testing/fixtures'
import { readPdf } from '../../shared/pdf/testing/read-pdf.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const password = 'Sette-mele-sul-ponte-9'
let server: TestServer
let number = 0

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(() => server[Symbol.asyncDispose]())

/** A patient who has just signed in. */
const openWithdrawal = async () => {
  const { accountId, subject } = await makePatient(server.database.owner, {
    centre: 'RM01',
    centrePatientCode: `W${(number += 1)}`,
    name: 'NICOLÒ',
    surname: 'D’ANGELO',
    passwordHash: await server.deps.hashing.hashSecret(password),
  })
  const { api } = await server.signIn(accountId, 'myconsent')
  const { version, hash } = await api.consents.withdrawalChoices.query()
  return { api, subject, shown: { version, hash } }
}

describe('REQ-ACC-21: a withdrawal in MyConsent', () => {
  test.each(['v2', 'v3'] as const)('%s requires the password at once, and changes nothing without it', async (choice) => {
    const { api, subject, shown } = await openWithdrawal()
    for (const [sent, code] of [
      [{}, 'reauthentication_required'],
      [{ password: 'not it' }, 'password_wrong'],
    ] as const)
      await expect(api.consents.withdraw.mutate({ choice, shown, ...sent })).rejects.toMatchObject({
        data: { detail: { code, fields: { password: expect.any(String) } } },
      })
    expect(await api.consents.current.query()).toMatchObject({ withdrawal: null })
    expect(await server.database.owner`SELECT FROM consent_event WHERE subject = ${subject}`).toEqual([])
    expect(await api.consents.withdraw.mutate({ choice, shown, password })).toMatchObject({ deletionCode: null })
  })

  test('v1, which deletes nothing, requires no password in the first ten minutes', async () => {
    const { api, shown } = await openWithdrawal()
    expect(await api.consents.withdraw.mutate({ choice: 'v1', shown })).toMatchObject({ deletionCode: null })
  })
})

test.each([
  ['v1', 'Fermare tutto da oggi', 'Quanto raccolto finora resta utilizzabile'],
  ['v3', 'Cancellare i miei dati', 'sono stati cancellati dal registro'],
] as const)('REQ-CON-10: the person receives a PDF that proves the withdrawal %s', async (choice, option, consequence) => {
  const { api, shown } = await openWithdrawal()
  const { proof } = await api.consents.withdraw.mutate({ choice, shown, password })
  const read = await readPdf(new Uint8Array(Buffer.from(proof ?? '', 'base64')))
  expect(read).toMatchObject({ title: 'Conferma del ritiro', language: 'it-IT', marked: true })
  expect(read.text).toContain('Paziente: Nicolò D’Angelo')
  expect(read.text).toContain(option)
  expect(read.text).toContain(`Versione ${shown.version}`)
  expect(read.text).toContain(consequence)
})
