import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre, makeGuardianship, makePatient } from '@registry/db/testing/fixtures'
import { verifyLedger } from '@registry/db/verify-ledger'
import { isMinor } from '@registry/domain/guardians/majority'
import { formatItalianDay } from '../../shared/day.ts'
import { lapseDueConsents } from '../../shared/lapse-consents.ts'
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
/** A patient whose answers were signed on paper on a day, when the registry knew no birth date. */
const createSigned = async (signedOn: string, dob: string) => {
  const { owner } = server.database
  const code = `S${(serial += 1)}`
  const signed = await makePatient(owner, { centre: 'RM01', centrePatientCode: code, medical: { hb: 9 } })
  await owner`
    INSERT INTO consent_event (subject, field, answer, kind, channel, actor, signed_on, paper_reference, paper_version)
    SELECT ${signed.subject}, field, 'true', 'consents', 'paper_import', 'operator', ${signedOn}, 'A-1', '2015' FROM unnest(ARRAY['C_DB_P', 'C_DB_M']) AS field`
  await owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'ca', true)`
    await sql`UPDATE patient_personal SET dob = ${dob} WHERE patient_id = ${signed.id}`
  })
  return { ...signed, code }
}
/** A day in Italy, some years and days before today. */
const daysAgo = async (years: number, days: number): Promise<string> => {
  const [row] = await server.database.owner<{ day: string }[]>`
    SELECT ((now() AT TIME ZONE 'Europe/Rome')::date - ${days}::integer - make_interval(years => ${years}))::date::text AS day`
  return row!.day
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

test('REQ-GRD-06: after the days of grace nobody sees the data although no job ran, and the patient’s answer brings them back', async () => {
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

describe('REQ-GRD-06: a patient whose only birth date is that of the record', () => {
  test.each([
    ['lapse after the days of grace', 18, 90, 19, 0, null],
    ['hold during the days of grace', 18, 89, 19, 0, true],
    ['hold for an adult who signed after the birthday', 19, 0, 0, 300, true],
  ])('answers from before the majority %s', async (_what, years, days, signedYears, signedDays, open) => {
    const { id, code } = await createSigned(await daysAgo(signedYears, signedDays), await daysAgo(years, days))
    await rome.api.ecrf.read.query({ code })
    expect(await readFlags(id)).toEqual([{ c_db: open, c_db_p: open, c_db_m: open }])
  })

  test('a majority of years ago that becomes known late is found by the hourly job', async () => {
    const { id, code } = await createSigned(await daysAgo(10, 0), await daysAgo(25, 0))
    await rome.api.ecrf.read.query({ code })
    expect(await readFlags(id)).toEqual([given])
    await lapseDueConsents(server.database.server, 'all')
    expect(await readFlags(id)).toEqual([{ c_db: null, c_db_p: null, c_db_m: null }])
  })
})

test('REQ-GRD-06: answers whose row another transaction holds lapse with the next operation', async () => {
  const { id, code } = await createChild()
  await comeOfAge(id, 90)
  await server.database.owner.begin(async (sql) => {
    await sql`SELECT FROM patient WHERE id = ${id} FOR UPDATE`
    await rome.api.ecrf.patients.query({})
    expect(await readFlags(id)).toEqual([given])
  })
  expect((await rome.api.ecrf.read.query({ code })).values).not.toHaveProperty('HB')
  expect(await readFlags(id)).toEqual([{ c_db: null, c_db_p: null, c_db_m: null }])
})

test('REQ-GRD-06: shortly after the hourly job an operation still finds corrected birth dates, fewer days of grace and the birthdays of the day', async () => {
  const { owner } = server.database
  const [corrected, sooner, today] = [await createChild(), await createChild(), await createChild()]
  await comeOfAge(sooner.id, 40)
  await comeOfAge(today.id, 90)
  await owner`UPDATE guardianship SET birth_date_changed_at = NULL`
  await owner`INSERT INTO job_run (name, holder, lease_until, last_success_at) VALUES ('housekeeping', 'a server', now(), now())`
  await comeOfAge(corrected.id, 400)
  await rome.api.ecrf.patients.query({})
  const none = { c_db: null, c_db_p: null, c_db_m: null }
  expect([await readFlags(corrected.id), await readFlags(today.id), await readFlags(sooner.id)]).toEqual([[none], [none], [given]])
  await owner`UPDATE setting SET value = '30' WHERE key = 'majority_grace_days'`
  await rome.api.ecrf.patients.query({})
  expect(await readFlags(sooner.id)).toEqual([none])
  await owner`UPDATE setting SET value = '90' WHERE key = 'majority_grace_days'`
  await owner`DELETE FROM job_run`
})

test('REQ-GRD-06: a tutor’s answer after the birthday holds', async () => {
  const { id, code, guardian } = await createChild()
  await comeOfAge(id, 90)
  const contact = `tutor.${code}@example.org`.toLowerCase()
  const tutor = await server.database.owner.begin((sql) =>
    makeGuardianship(sql, { patientId: id, centre: 'RM01', contact, kind: 'TUTOR', accepted: true }),
  )
  const client = await server.signIn(tutor.accountId, 'myconsent')
  const [adult] = await client.api.guardian.children.query()
  await client.api.guardian.actFor.mutate({ patient: adult!.patient })
  await giveConsents(client)
  expect(await rome.api.ecrf.read.query({ code })).toMatchObject({ consents: { medical: true }, values: { HB: 9 } })
  expect(await guardian.api.guardian.children.query()).toEqual([])
})

describe('REQ-GRD-06: the 18th birthday begins at midnight in Rome', () => {
  test.each([
    ['winter', '2008-01-15', '2026-01-14T22:59:59Z', '2026-01-14T23:00:00Z'],
    ['summer', '2008-07-15', '2026-07-14T21:59:59Z', '2026-07-14T22:00:00Z'],
    ['29 February', '2008-02-29', '2026-02-27T22:59:59Z', '2026-02-27T23:00:00Z'],
  ])('in %s', async (_when, birthDate, before, midnight) => {
    const code = `B${(serial += 1)}`
    const { id } = await makePatient(server.database.owner, { centre: 'RM01', centrePatientCode: code })
    const held = await server.database.owner.begin(async (sql) => {
      const { id: guardianshipId } = await makeGuardianship(sql, {
        patientId: id,
        centre: 'RM01',
        contact: `${code.toLowerCase()}@parents.example.org`,
        kind: 'PARENT',
        birthDate: '2020-01-01',
        accepted: true,
      })
      await sql`UPDATE patient_identity SET birth_date = ${birthDate} WHERE patient_id = ${id}`
      return sql<{ valid: boolean }[]>`
        SELECT is_guardianship_valid(g, (moment AT TIME ZONE 'Europe/Rome')::date) AS valid
        FROM guardianship AS g CROSS JOIN unnest(${[before, midnight]}::timestamptz[]) AS moment WHERE g.id = ${guardianshipId} ORDER BY moment`
    })
    expect(held).toEqual([{ valid: true }, { valid: false }])
    expect([before, midnight].map((moment) => isMinor(birthDate, formatItalianDay(new Date(moment))))).toEqual([true, false])
  })
})

describe('REQ-GRD-06: a birth date of the record that differs from that of the registration', () => {
  const listOpen = async () =>
    (await rome.api.discrepancies.list.query({ state: 'open' })).discrepancies.filter(({ checkKey }) => checkKey === 'REGISTRATION.DOB')

  test('opens a discrepancy with the save, which a correction offers for closing', async () => {
    const { code, id } = await createChild()
    const save = async (DOB: string) => {
      await rome.api.ecrf.save.mutate({ code, changes: { DOB, SEX: 'F' }, reason: 'errore' })
    }
    await save('2020-01-01')
    expect(await listOpen()).toEqual([])
    await save('2019-01-01')
    expect(await listOpen()).toMatchObject([{ code, fields: ['DOB'], message: expect.stringContaining('Tutori') }])
    expect(await server.database.owner`SELECT find_majority(${id})::text AS majority`).toEqual([{ majority: '2037-01-01' }])
    await save('2020-01-01')
    expect(await listOpen()).toEqual([])
  })

  test('is found when a guardian is added with another birth date', async () => {
    const { code } = await createSigned(await daysAgo(0, 1), await daysAgo(10, 0))
    await rome.api.guardians.add.mutate({
      code,
      kind: 'PARENT',
      mustSign: true,
      evidence: 'ID_SEEN',
      birthDate: await daysAgo(11, 0),
      surname: 'VERDI',
      name: 'ANNA',
      loginMode: 'Email',
      email: 'late.parent@example.org',
    })
    expect((await listOpen()).map((one) => one.code)).toContain(code)
  })
})
