import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCentre, makeGuardianship, makePatient } from '@registry/db/testing/fixtures'
import { verifyLedger } from '@registry/db/verify-ledger'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { giveConsents } from '../receipts/testing/receipts-fixture.ts'

let server: TestServer
let rome: Awaited<ReturnType<TestServer['staff']>>
let serial = 0
beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
  rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

/** Moves the 18th birthday to some days ago, in Italy. */
const comeOfAge = (patientId: number, days: number) =>
  server.database.owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'ca', true)`
    await sql`
      UPDATE patient_identity SET birth_date = (now() AT TIME ZONE 'Europe/Rome')::date - ${days}::integer - interval '18 years' WHERE patient_id = ${patientId}`
  })
const createChild = async () => {
  const code = `M${(serial += 1)}`
  const child = await makePatient(server.database.owner, { centre: 'RM01', centrePatientCode: code, medical: { hb: 9 } })
  const { accountId } = await server.database.owner.begin((sql) =>
    makeGuardianship(sql, {
      patientId: child.id,
      centre: 'RM01',
      contact: `parent.${code}@example.org`.toLowerCase(),
      kind: 'PARENT',
      birthDate: '2020-01-01',
      accepted: true,
    }),
  )
  const guardian = await server.signIn(accountId, 'myconsent')
  const [found] = await guardian.api.guardian.children.query()
  await guardian.api.guardian.actFor.mutate({ patient: found!.patient })
  await giveConsents(guardian)
  return { ...child, code, guardian }
}
const readFlags = (id: number) => server.database.owner`SELECT c_db, c_db_p, c_db_m FROM patient WHERE id = ${id}`
const getConsents = async (code: string) => {
  const answer = await rome.call('/getConsents', { json: { centerCode: 'RM01', format: 'json' } })
  return (JSON.stringify(answer).match(new RegExp(`\\{[^{}]*${code}"[^{}]*\\}`)) ?? [])[0]
}
const given = { c_db: true, c_db_p: true, c_db_m: true }

test('REQ-GRD-06: on the 18th birthday the guardian is refused, and the answers hold during the days of grace', async () => {
  const { id, code, guardian } = await createChild()
  expect(await rome.api.ecrf.read.query({ code })).toMatchObject({ consents: { medical: true } })
  await comeOfAge(id, 0)
  await expect(guardian.api.consents.current.query()).rejects.toMatchObject({
    data: { detail: { code: 'permission_denied' }, httpStatus: 403 },
  })
  await comeOfAge(id, 89)
  expect(await rome.api.ecrf.read.query({ code })).toMatchObject({ consents: { medical: true } })
  expect(await readFlags(id)).toEqual([given])
})

test('REQ-GRD-06: after the days of grace nobody sees the data although no job ran, and the own answer brings them back', async () => {
  const { id, code, subject, accountId } = await createChild()
  await comeOfAge(id, 90)
  const closed = await rome.api.ecrf.read.query({ code })
  expect(closed).toMatchObject({ consents: { personal: false, medical: false } })
  expect(closed.values).not.toHaveProperty('HB')
  expect(await readFlags(id)).toEqual([{ c_db: null, c_db_p: null, c_db_m: null }])
  expect(await getConsents(code)).not.toMatch(/true|false/)
  expect(
    await server.database.owner`SELECT DISTINCT channel, answer FROM consent_event WHERE subject = ${subject} AND answer IN ('"lapsed"')`,
  ).toEqual([{ channel: 'system', answer: 'lapsed' }])
  await rome.api.ecrf.read.query({ code })
  expect(
    await server.database.owner`SELECT FROM consent_event WHERE subject = ${subject} AND field = 'C_DB' AND answer = '"lapsed"'`,
  ).toHaveLength(1)

  const patient = await server.signIn(accountId, 'myconsent')
  expect(await patient.api.consents.current.query()).toMatchObject({ given: false, answers: {} })
  await giveConsents(patient)
  expect(await readFlags(id)).toEqual([given])
  expect(await rome.api.ecrf.read.query({ code })).toMatchObject({ consents: { medical: true }, values: { HB: 9 } })
  expect(await verifyLedger(server.database.owner)).toBeUndefined()
})

test('REQ-GRD-06: a patient who answered after the birthday keeps the answers', async () => {
  const { id, code, accountId } = await createChild()
  await comeOfAge(id, 10)
  await giveConsents(await server.signIn(accountId, 'myconsent'))
  await comeOfAge(id, 10)
  await server.database.owner`UPDATE setting SET value = '5' WHERE key = 'majority_grace_days'`
  expect(await rome.api.ecrf.read.query({ code })).toMatchObject({ consents: { medical: true } })
  await server.database.owner`UPDATE setting SET value = '90' WHERE key = 'majority_grace_days'`
})
