import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre, makeGuardianship } from '@registry/db/testing/fixtures'
import { listQuestions } from '@registry/domain/consent/questions'
import { createSignInFixture, type SignInFixture } from '../../sign-in/testing/sign-in-fixture.ts'

type Staff = Awaited<ReturnType<SignInFixture['server']['staff']>>
let fixture: SignInFixture
let [anna, milan]: Staff[] = []
let serial = 0
beforeAll(async () => {
  fixture = await createSignInFixture()
  await makeCentre(fixture.server.database.owner, 'MI01', 'ITC4')
  anna = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'anna.desk@example.org')
  milan = await fixture.server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan.desk@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const rejected = (code: string) => ({ data: { detail: { code } } })
const rejectedCode = { data: { detail: { code: 'validation_failed', fields: { otp: expect.any(String) } } } }
const tablet = () => fixture.server.visitor('myconsent').api.deskConsents
const patient = async () => {
  const code = `DESK-${serial++}`
  const email = `${code.toLowerCase()}@example.org`
  const { fixture: made } = await fixture.server.patient({ centre: 'RM01', centrePatientCode: code, email, consents: {} })
  return { ...made, code, email }
}
const start = async (code: string, by = anna!): Promise<string> =>
  new URL((await by.api.deskConsents.start.mutate({ code })).link).hash.slice(1)

const answer = async (secret: string, otp: string, given: Readonly<Record<string, boolean | number>> = {}) => {
  const { information, preliminary, consents } = await tablet().open.mutate({ secret })
  const pick = ({ version, hash }: typeof consents) => ({ version, hash })
  return tablet().answer.mutate({
    secret,
    otp,
    information: pick(information),
    preliminary: {
      ...pick(preliminary),
      answers: Object.fromEntries(listQuestions(preliminary.paragraphs).map(({ field }) => [field, true])),
    },
    consents: {
      ...pick(consents),
      answers: {
        ...Object.fromEntries(listQuestions(consents.paragraphs).map(({ field, options }) => [field, options.length === 2 ? true : 1])),
        ...given,
      },
    },
  })
}
const sendCode = async (secret: string, email: string, respondent: number | null = null, after = 0): Promise<string> => {
  await tablet().sendCode.mutate({ secret, respondent })
  return fixture.codeFor(email, after)
}

describe('REQ-CON-33: consents at the desk', () => {
  test('are answered on a device without a session, and confirmed by a code to the contact of the patient', async () => {
    const { code, email, subject, id } = await patient()
    const secret = await start(code)
    const opened = await tablet().open.mutate({ secret })
    expect(opened).toMatchObject({ respondents: [{ respondent: null, contact: expect.stringMatching(/^d….*@example\.org$/) }] })
    expect(await answer(secret, await sendCode(secret, email), { C_S: false })).toEqual({ given: true })
    const { owner } = fixture.server.database
    expect(await owner`SELECT c_db_p, c_db_m, c_s FROM patient WHERE id = ${id}`).toEqual([{ c_db_p: true, c_db_m: true, c_s: false }])
    expect(
      await owner`SELECT DISTINCT channel, actor, guardian_id, client, num_nulls(shown_hash, information_hash, preliminary_hash) AS missing
        FROM consent_event WHERE subject = ${subject} AND kind = 'consents'`,
    ).toEqual([{ channel: 'desk', actor: 'anna.desk@example.org', guardian_id: null, client: 'myconsent', missing: 0 }])
    expect(
      await owner`SELECT content::jsonb #>> '{consent_record,pii_processing,collection_method}' AS how FROM consent_receipt WHERE subject = ${subject}`,
    ).toEqual([{ how: 'desk' }])
  })

  test('THREAT-72: a link works once, and ends the one before', async () => {
    const { code, email } = await patient()
    const first = await start(code)
    const secret = await start(code)
    await expect(tablet().open.mutate({ secret: first })).rejects.toMatchObject(rejected('desk_link_ended'))
    const otp = await sendCode(secret, email)
    await answer(secret, otp)
    await expect(tablet().open.mutate({ secret })).rejects.toMatchObject(rejected('desk_link_ended'))
    await expect(tablet().sendCode.mutate({ secret, respondent: null })).rejects.toMatchObject(rejected('desk_link_ended'))
  })

  test('THREAT-72: a device that was left open is closed after 30 minutes, also for answers with a code', async () => {
    const { code, email } = await patient()
    const secret = await start(code)
    await fixture.server.database.owner`
      UPDATE desk_link SET started_at = started_at - interval '29 minutes', ends_at = ends_at - interval '29 minutes' WHERE used_at IS NULL`
    const otp = await sendCode(secret, email)
    await fixture.server.database.owner`
      UPDATE desk_link SET started_at = started_at - interval '1 minute', ends_at = ends_at - interval '1 minute' WHERE used_at IS NULL`
    for (const call of [() => tablet().open.mutate({ secret }), () => answer(secret, otp)])
      await expect(call()).rejects.toMatchObject(rejected('desk_link_ended'))
    await expect(fixture.server.database.owner`UPDATE desk_link SET ends_at = ends_at + interval '1 hour'`).rejects.toMatchObject({
      constraint_name: 'desk_link_length',
    })
  })

  test('THREAT-72: the link opens nothing but the consents of its patient', async () => {
    const [one, other] = [await patient(), await patient()]
    const [secret, otherSecret] = [await start(one.code), await start(other.code)]
    const otp = await sendCode(secret, one.email)
    await sendCode(otherSecret, other.email)
    await expect(answer(otherSecret, otp)).rejects.toMatchObject(rejectedCode)
    const { server } = fixture.server.database
    const forged = server.begin(async (sql) => {
      await sql`SELECT set_config('app.patient', ${String(other.id)}, true)`
      await sql`INSERT INTO consent_event (subject, field, answer, kind, version, language, client, channel, actor) VALUES (${other.subject}, 'C_DB_M', 'true', 'consents', 3, 'it', 'myconsent', 'desk', 'x')`
    })
    await expect(forged).rejects.toThrow(/row-level security/)
    for (const wrong of ['', 'x'.repeat(43)])
      await expect(tablet().open.mutate({ secret: wrong })).rejects.toMatchObject(rejected('desk_link_ended'))
  })

  test('a wrong code stores nothing, and five wrong ones end the code', async () => {
    const { code, email, id } = await patient()
    const secret = await start(code)
    const otp = await sendCode(secret, email)
    const wrong = otp === '000000' ? '111111' : '000000'
    for (let attempt = 0; attempt < 5; attempt++) await expect(answer(secret, wrong)).rejects.toMatchObject(rejectedCode)
    await expect(answer(secret, otp)).rejects.toMatchObject(rejectedCode)
    await expect(tablet().sendCode.mutate({ secret, respondent: null })).rejects.toMatchObject(rejected('code_limit'))
    expect(await fixture.server.database.owner`SELECT c_db_m FROM patient WHERE id = ${id}`).toEqual([{ c_db_m: null }])
  })

  test('are started by the centre of the patient, and not after a withdrawal', async () => {
    const { code, id } = await patient()
    await expect(start(code, milan)).rejects.toMatchObject(rejected('import_patient_unknown'))
    const secret = await start(code)
    await fixture.server.database.owner.begin(async (sql) => {
      await sql`SELECT set_config('app.patient', ${String(id)}, true)`
      await sql`SELECT withdraw_patient(${id}, 'v1')`
    })
    await expect(start(code)).rejects.toMatchObject(rejected('consent_withdrawn'))
    await expect(tablet().open.mutate({ secret })).rejects.toMatchObject(rejected('desk_link_ended'))
  })

  test('a guardian answers for a child with a code to their contact, and alone only where no other must sign', async () => {
    const { code, id, subject } = await patient()
    const { owner } = fixture.server.database
    const add = (contact: string) =>
      owner.begin((sql) =>
        makeGuardianship(sql, {
          patientId: id,
          centre: 'RM01',
          contact,
          kind: 'PARENT',
          birthDate: `${new Date().getFullYear() - 9}-01-01`,
        }),
      )
    const mother = await add(`mother.${code}@example.org`.toLowerCase())
    const secret = await start(code)
    expect((await tablet().open.mutate({ secret })).respondents).toMatchObject([{ respondent: mother.id }])
    await answer(secret, await sendCode(secret, `mother.${code}@example.org`.toLowerCase(), mother.id))
    expect(await owner`SELECT DISTINCT channel, guardian_id FROM consent_event WHERE subject = ${subject} AND kind = 'consents'`).toEqual([
      { channel: 'desk', guardian_id: mother.guardianId },
    ])
    await add(`father.${code}@example.org`.toLowerCase())
    const second = await start(code)
    const otp = await sendCode(second, `mother.${code}@example.org`.toLowerCase(), mother.id, 1)
    await expect(answer(second, otp)).rejects.toMatchObject(rejected('desk_signatures'))
  })
})
