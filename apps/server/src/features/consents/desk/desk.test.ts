import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre, makeGuardianship } from '@registry/db/testing/fixtures'
import { listQuestions } from '@registry/domain/consent/questions'
import { removeExpiredData } from '../../../jobs/housekeeping.ts'
import { giveConsents, yes } from '../../receipts/testing/receipts-fixture.ts'
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

const answer = async (secret: string, otp: string, given: Readonly<Record<string, boolean | number>> = {}, assent = false) => {
  const { information, preliminary, consents, assentText } = await tablet().open.mutate({ secret })
  const pick = ({ version, hash }: typeof consents) => ({ version, hash })
  return tablet().answer.mutate({
    secret,
    otp,
    assent,
    ...(assent && assentText && { assentText: pick(assentText) }),
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
const codesSent = new Map<string, number>()
const sendCode = async (secret: string, contact: string, respondent: number | null = null): Promise<string> => {
  await tablet().sendCode.mutate({ secret, respondent })
  const before = codesSent.get(contact) ?? 0
  codesSent.set(contact, before + 1)
  return fixture.codeFor(contact, before)
}
const endGuardianship = async (patientId: number, id: number): Promise<void> => {
  await fixture.server.database.owner`
    UPDATE guardianship SET ended_at = now(), ended_by = 'anna', end_reason = 'separation' WHERE (patient_id, id) = (${patientId}, ${id})`
}

describe('REQ-CON-33: consents at the desk', () => {
  test('are answered on a device without a session, and confirmed by a code to the contact of the patient', async () => {
    const { code, email, subject, id } = await patient()
    const secret = await start(code)
    const opened = await tablet().open.mutate({ secret })
    expect(opened).toMatchObject({ respondents: [{ respondent: null, contact: expect.stringMatching(/^d….*@example\.org$/) }] })
    expect(await answer(secret, await sendCode(secret, email), { C_S: false })).toMatchObject({ waiting: false })
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

  test('THREAT-72: a link stores the answers of one of two devices at once', async () => {
    const { code, email, subject } = await patient()
    const secret = await start(code)
    const otp = await sendCode(secret, email)
    const results = await Promise.allSettled([answer(secret, otp), answer(secret, otp, { C_S: false })])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(
      await fixture.server.database.owner`SELECT count(*)::int AS answers FROM consent_event WHERE subject = ${subject} AND field = 'C_S'`,
    ).toEqual([{ answers: 1 }])
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

  test('a link that has ended, and a code to one who left, are deleted by the cleanup', async () => {
    const { code, id } = await patient()
    await start(code)
    const other = await patient()
    const secret = await start(other.code)
    const { owner, server } = fixture.server.database
    await owner`UPDATE desk_link SET started_at = started_at - interval '1 hour', ends_at = ends_at - interval '1 hour' WHERE patient_id = ${id}`
    await removeExpiredData(server)
    expect(await owner`SELECT patient_id FROM desk_link WHERE patient_id = ANY (${[id, other.id]})`).toEqual([{ patient_id: other.id }])
    expect(await tablet().open.mutate({ secret })).toMatchObject({ name: expect.any(String) })
  })
})

describe('REQ-GRD-03: at the desk, for a child', () => {
  const family = async ({ age = 9, guardians = 2, ownContact = false } = {}) => {
    const child = await patient()
    const { owner } = fixture.server.database
    const added = []
    for (let index = 0; index < guardians; index++) {
      const contact = `${child.code}.${index}@example.org`.toLowerCase()
      const birthDate = `${new Date().getFullYear() - age - 1}-01-01`
      const held = await owner.begin((sql) =>
        makeGuardianship(sql, { patientId: child.id, centre: 'RM01', contact, kind: 'PARENT', birthDate }),
      )
      added.push({ ...held, contact })
    }
    if (!ownContact)
      await owner.begin(async (sql) => {
        await sql`SELECT set_config('app.actor', 'test', true), set_config('app.source', 'system', true)`
        await sql`UPDATE patient_identity SET email = NULL WHERE patient_id = ${child.id}`
      })
    return { ...child, guardians: added }
  }
  type Child = Awaited<ReturnType<typeof family>>
  type Given = Readonly<Record<string, boolean | number>>
  const answerAs = async ({ code, guardians }: Child, index: number, given: Given = {}, assent = false) => {
    const { id, contact } = guardians[index]!
    const secret = await start(code)
    return answer(secret, await sendCode(secret, contact, id), given, assent)
  }
  const readMedical = async ({ id }: Child) =>
    (await fixture.server.database.owner<{ c_db_m: boolean | null }[]>`SELECT c_db_m FROM patient WHERE id = ${id}`)[0]?.c_db_m
  const listAnswers = ({ subject }: Child) =>
    fixture.server.database.owner<{ channel: string; guardian_id: number | null; answer: unknown }[]>`
      SELECT channel, guardian_id, answer FROM consent_event WHERE subject = ${subject} AND field = 'C_DB_M' ORDER BY seq`

  test('each guardian who must sign answers with their own code, and the last signature opens', async () => {
    const child = await family()
    expect(await answerAs(child, 0)).toMatchObject({ waiting: true })
    expect(await readMedical(child)).toBeNull()
    expect(await listAnswers(child)).toEqual([])
    expect(await answerAs(child, 1)).toMatchObject({ waiting: false })
    expect(await readMedical(child)).toBe(true)
    expect(await listAnswers(child)).toEqual([{ channel: 'desk', guardian_id: child.guardians[1]!.guardianId, answer: true }])
  })

  test('one No closes at once, and ends the signature of the other', async () => {
    const child = await family()
    for (const index of [0, 1]) await answerAs(child, index)
    expect(await answerAs(child, 0, { C_DB_M: false })).toMatchObject({ waiting: false })
    expect(await readMedical(child)).toBe(false)
    expect(await answerAs(child, 1)).toMatchObject({ waiting: true })
    expect(await answerAs(child, 0, { C_DB_M: false })).toMatchObject({ waiting: false })
    expect(await answerAs(child, 1)).toMatchObject({ waiting: true })
    expect(await readMedical(child)).toBe(false)
  })

  test('a signature at home and one at the desk are enough together', async () => {
    const child = await family()
    const { owner } = fixture.server.database
    await owner`UPDATE guardianship SET accepted_at = now() WHERE id = ${child.guardians[0]!.id}`
    const mother = await fixture.server.signIn(child.guardians[0]!.accountId, 'myconsent')
    const [chosen] = await mother.api.guardian.children.query()
    await mother.api.guardian.actFor.mutate({ patient: chosen!.patient })
    await giveConsents(mother, yes)
    expect(await readMedical(child)).toBeNull()
    await answerAs(child, 1, yes)
    expect(await readMedical(child)).toBe(true)
  })

  test('THREAT-63: the code to a mistyped contact of a guardian names nobody, and confirms nothing without the device', async () => {
    const child = await family()
    const mother = child.guardians[0]!
    await sendCode(await start(child.code), mother.contact, mother.id)
    const texts = fixture.mail.mails.filter(({ recipients }) => recipients.includes(mother.contact)).map(({ text }) => text)
    expect(texts).toHaveLength(1)
    expect(texts[0]).not.toMatch(/BIANCHI|LUCA|VERDI|DESK-/i)
    expect(texts[0]).toContain('Se non sei al centro adesso')
    expect(await readMedical(child)).toBeNull()
  })

  test('THREAT-64: a code that was not used ends when the signers change', async () => {
    const child = await family()
    const mother = child.guardians[0]!
    const secret = await start(child.code)
    const otp = await sendCode(secret, mother.contact, mother.id)
    await endGuardianship(child.id, child.guardians[1]!.id)
    await expect(answer(secret, otp)).rejects.toMatchObject(rejectedCode)
    expect(await readMedical(child)).toBeNull()
    await answer(secret, await sendCode(secret, mother.contact, mother.id))
    expect(await readMedical(child)).toBe(true)
  })

  test('THREAT-64: a guardian whose right has ended is not asked, and their code is refused', async () => {
    const child = await family()
    const [mother, father] = [child.guardians[0]!, child.guardians[1]!]
    const secret = await start(child.code)
    const otp = await sendCode(secret, father.contact, father.id)
    await endGuardianship(child.id, father.id)
    await expect(answer(secret, otp)).rejects.toMatchObject(rejectedCode)
    expect((await tablet().open.mutate({ secret })).respondents.map(({ respondent }) => respondent)).not.toContain(father.id)
    expect((await tablet().open.mutate({ secret })).respondents.map(({ respondent }) => respondent)).toContain(mother.id)
    await expect(tablet().sendCode.mutate({ secret, respondent: father.id })).rejects.toMatchObject(rejected('desk_link_ended'))
  })

  test('the child is heard with the code of a guardian, which is recorded as assent and opens nothing', async () => {
    const child = await family({ age: 12, guardians: 1 })
    const { respondents } = await tablet().open.mutate({ secret: await start(child.code) })
    expect(respondents.map(({ respondent, assent }) => ({ respondent, assent }))).toEqual([
      { respondent: child.guardians[0]!.id, assent: false },
      { respondent: child.guardians[0]!.id, assent: true },
    ])
    expect(await answerAs(child, 0)).toMatchObject({ asksAssent: true })
    expect(await readMedical(child)).toBe(true)
    await answerAs(child, 0, { C_DB_M: false })
    expect(await answerAs(child, 0, {}, true)).toEqual({ waiting: false, asksAssent: false })
    expect(await readMedical(child)).toBe(false)
    await answerAs(child, 0)
    expect(await readMedical(child)).toBe(true)
    expect((await listAnswers(child)).map(({ channel }) => channel)).toEqual(['desk', 'desk', 'assent', 'desk'])
    expect(
      await fixture.server.database.owner`
        SELECT channel, assent_kind, assent_version FROM consent_event WHERE subject = ${child.subject} AND field = 'C_DB_M' AND assent_hash IS NOT NULL`,
    ).toEqual([{ channel: 'assent', assent_kind: 'assent_child', assent_version: 1 }])
  })

  test('the No of a child closes, and then prevents a guardian’s Yes', async () => {
    const child = await family({ age: 13, guardians: 1 })
    await answerAs(child, 0)
    await answerAs(child, 0, { C_DB_M: false }, true)
    expect(await readMedical(child)).toBe(false)
    await expect(answerAs(child, 0)).rejects.toMatchObject(rejected('consent_assent_missing'))
    await answerAs(child, 0, { C_DB_M: true }, true)
    await answerAs(child, 0)
    expect(await readMedical(child)).toBe(true)
  })

  test('a child with a contact confirms with the code to that contact', async () => {
    const child = await family({ age: 15, guardians: 1, ownContact: true })
    const secret = await start(child.code)
    const { respondents } = await tablet().open.mutate({ secret })
    expect(respondents.filter(({ assent }) => assent)).toMatchObject([
      { respondent: null, contact: expect.stringMatching(/^d….*@example\.org$/) },
    ])
    await answer(secret, await sendCode(secret, child.email))
    expect(await readMedical(child)).toBeNull()
    expect(await listAnswers(child)).toEqual([{ channel: 'assent', guardian_id: null, answer: true }])
  })

  test('THREAT-72: the code of a guardian who need not sign never confirms the answers of an adult', async () => {
    const adult = await patient()
    const { owner } = fixture.server.database
    const contact = `${adult.code}.s@example.org`.toLowerCase()
    const { id } = await owner.begin((sql) =>
      makeGuardianship(sql, { patientId: adult.id, centre: 'RM01', contact, kind: 'SUPPORT_ALONE', mustSign: false }),
    )
    const secret = await start(adult.code)
    await expect(answer(secret, await sendCode(secret, contact, id), {}, true)).rejects.toMatchObject(rejected('desk_link_ended'))
  })
})
