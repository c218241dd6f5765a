import { describe, expect, test } from 'vitest'
import { makeGuardianship, makePatient, sendDocuments, type GuardianshipOptions } from '../testing/fixtures.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { withTransaction, type Transaction } from '../transaction.ts'
import { verifyLedger } from '../verify-ledger.ts'

const database = useTestDatabase('RM01', 'MI01')
let made = 0
const createChild = (options: { readonly email?: string; readonly centre?: string } = {}) =>
  makePatient(database.owner, {
    centre: 'RM01',
    centrePatientCode: `C${(made += 1)}`,
    ...options,
  })
const contact = () => `guardian${(made += 1)}@example.org`
const add = (patientId: number, options: Partial<GuardianshipOptions> = {}) =>
  database.owner.begin((sql) => makeGuardianship(sql, { patientId, centre: 'RM01', contact: contact(), accepted: true, ...options }))

/** A day of birth whose 18th birthday is some days from now, in Italy. */
const bornForMajorityIn = async (days: number): Promise<string> => {
  const [row] = await database.owner<{ day: string }[]>`
    SELECT ((now() AT TIME ZONE 'Europe/Rome')::date + ${days}::integer - interval '18 years')::date::text AS day`
  return row?.day ?? ''
}
const changeAsCentre = (statement: string) =>
  database.owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'ca', true)`
    await sql.unsafe(statement)
  })
const openSession = async (accountId: number, childId: number | null): Promise<Uint8Array> => {
  const [row] = await database.owner<{ hash: Uint8Array }[]>`
    INSERT INTO session (token_hash, account_id, site, acting_for, ends_at)
    VALUES (sha256(gen_random_uuid()::text::bytea), ${accountId}, 'myconsent', ${childId}, now() + interval '1 hour') RETURNING token_hash AS hash`
  return row?.hash ?? new Uint8Array()
}
const actFor = <T>(session: Uint8Array, childId: number, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  withTransaction(database.server, { actor: 'guardian 1', source: 'patient', scope: { kind: 'child', childId, session } }, work)
const countVisible = (session: Uint8Array, childId: number) =>
  actFor(session, childId, async ({ sql }) => (await sql`SELECT FROM patient`).length)

describe('THREAT-62: the database computes the patient of a guardian', () => {
  test('a guardian sees the chosen patient, and none whom the session did not choose or who is not theirs', async () => {
    const [own, sibling, other] = [await createChild(), await createChild(), await createChild()]
    const email = contact()
    const { accountId } = await add(own.id, { contact: email })
    await add(sibling.id, { contact: email, accepted: false })
    await database.owner`UPDATE guardianship SET accepted_at = now() WHERE patient_id = ${sibling.id}`
    const session = await openSession(accountId, own.id)
    expect(await countVisible(session, own.id)).toBe(1)
    expect(await countVisible(session, sibling.id)).toBe(0)
    expect(await countVisible(session, other.id)).toBe(0)
    expect(await countVisible(await openSession(accountId, other.id), other.id)).toBe(0)
    expect(await countVisible(new Uint8Array(32), own.id)).toBe(0)
  })

  test.each([
    ['ended', `ended_at = now(), ended_by = 'ca', end_reason = 'x'`],
    ['not accepted', 'accepted_at = NULL'],
    ['past the decree', `valid_until = (now() AT TIME ZONE 'Europe/Rome')::date - 1`],
  ])('a guardianship that is %s shows nothing', async (_what, change) => {
    const child = await createChild()
    const { id, accountId } = await add(child.id)
    const session = await openSession(accountId, child.id)
    expect(await countVisible(session, child.id)).toBe(1)
    await database.owner.unsafe(`UPDATE guardianship SET ${change} WHERE id = ${id}`)
    expect(await countVisible(session, child.id)).toBe(0)
  })

  test('a restricted or ended session shows nothing', async () => {
    const child = await createChild()
    const { accountId } = await add(child.id)
    for (const change of ['restricted = true', `ends_at = now() - interval '1 second'`]) {
      const session = await openSession(accountId, child.id)
      await database.owner.unsafe(`UPDATE session SET ${change} WHERE token_hash = '\\x${Buffer.from(session).toString('hex')}'`)
      expect(await countVisible(session, child.id)).toBe(0)
    }
  })

  test('with `guardian_sees_from_14` none, the clinical data of a patient of 14 are hidden', async () => {
    const consents = { C_DB_P: true, C_DB_M: true }
    const young = await makePatient(database.owner, { centre: 'RM01', centrePatientCode: 'YOUNG', consents, medical: { hb: 9 } })
    const old = await makePatient(database.owner, { centre: 'RM01', centrePatientCode: 'OLD', consents, medical: { hb: 9 } })
    const [{ before, after } = { before: '', after: '' }] = await database.owner<{ before: string; after: string }[]>`
      SELECT (today - interval '14 years' + interval '1 day')::date::text AS before, (today - interval '14 years')::date::text AS after
      FROM (SELECT (now() AT TIME ZONE 'Europe/Rome')::date AS today) AS t`
    const readMedical = async (child: number, accountId: number) =>
      actFor(await openSession(accountId, child), child, async ({ sql }) => (await sql`SELECT FROM patient_medical`).length)
    const ofYoung = await add(young.id, { kind: 'PARENT', birthDate: before })
    const ofOld = await add(old.id, { kind: 'PARENT', birthDate: after })
    expect(await readMedical(old.id, ofOld.accountId)).toBe(1)
    await database.owner`UPDATE setting SET value = 'none' WHERE key = 'guardian_sees_from_14'`
    expect([await readMedical(young.id, ofYoung.accountId), await readMedical(old.id, ofOld.accountId)]).toEqual([1, 0])
    await database.owner`UPDATE setting SET value = 'all' WHERE key = 'guardian_sees_from_14'`
  })
})

describe('REQ-GRD-06: the 18th birthday in Rome', () => {
  test('a parent of a child of 17 years and 364 days acts, and on the birthday no more', async () => {
    const child = await createChild()
    const { accountId } = await add(child.id, { kind: 'PARENT', birthDate: await bornForMajorityIn(1) })
    const session = await openSession(accountId, child.id)
    expect(await countVisible(session, child.id)).toBe(1)
    await changeAsCentre(`UPDATE patient_identity SET birth_date = '${await bornForMajorityIn(0)}' WHERE patient_id = ${child.id}`)
    expect(await countVisible(session, child.id)).toBe(0)
  })

  test('of two birth dates the earlier majority counts', async () => {
    const child = await createChild()
    const { accountId } = await add(child.id, { kind: 'PARENT', birthDate: await bornForMajorityIn(300) })
    const session = await openSession(accountId, child.id)
    await changeAsCentre(`UPDATE patient_personal SET dob = '${await bornForMajorityIn(0)}' WHERE patient_id = ${child.id}`)
    expect(await countVisible(session, child.id)).toBe(0)
  })

  test.each(['PARENT', 'GUARDIAN'] as const)('a %s needs a minor with a birth date', async (kind) => {
    const [unknown, adult] = [await createChild(), await createChild()]
    await expect(add(unknown.id, { kind })).rejects.toMatchObject({ constraint_name: 'guardianship_minor' })
    await expect(add(adult.id, { kind, birthDate: await bornForMajorityIn(0) })).rejects.toMatchObject({
      constraint_name: 'guardianship_minor',
    })
    await add(unknown.id, { kind: 'TUTOR' })
  })
})

describe('REQ-GRD-01: the account of a guardian', () => {
  test('is one for siblings at two centres, and its first password accepts what waits', async () => {
    const email = contact()
    const [first, second] = [await createChild(), await createChild({ centre: 'MI01' })]
    const one = await add(first.id, { contact: email, accepted: false })
    const two = await add(second.id, { contact: email, centre: 'MI01', accepted: true })
    expect(two).toMatchObject({ guardianId: one.guardianId, accountId: one.accountId })
    expect(await database.owner`SELECT FROM guardianship WHERE guardian_id = ${one.guardianId} AND accepted_at IS NOT NULL`).toHaveLength(2)
    const later = await add((await createChild()).id, { contact: email, accepted: false })
    expect(await database.owner`SELECT accepted_at FROM guardianship WHERE id = ${later.id}`).toEqual([{ accepted_at: null }])
  })

  test('is that of a parent who is a patient, and stays when the parent withdraws', async () => {
    const parent = await makePatient(database.owner, { centre: 'MI01', centrePatientCode: 'PARENT', email: contact(), passwordHash: 'x' })
    const [{ email } = { email: '' }] = await database.owner<
      { email: string }[]
    >`SELECT email FROM patient_identity WHERE patient_id = ${parent.id}`
    const { guardianId, accountId } = await add((await createChild()).id, { contact: email, accepted: false })
    expect(accountId).toBe(parent.accountId)
    await database.owner.begin(async (sql) => {
      await sql`SELECT set_config('app.patient', ${String(parent.id)}, true)`
      await sql`SELECT withdraw_patient(${parent.id}, 'v3')`
    })
    expect(
      await database.owner`
      SELECT a.patient_id, g.contact, c.contact AS used FROM account AS a JOIN guardian AS g ON g.id = a.guardian_id JOIN sign_in_contact AS c ON c.account_id = a.id
      WHERE a.guardian_id = ${guardianId}`,
    ).toEqual([{ patient_id: null, contact: email, used: email }])
  })

  test('takes over the contact of a child that is the guardian’s, and the child has none', async () => {
    const email = contact()
    const child = await createChild({ email })
    await database.owner`UPDATE account SET password_hash = 'x', password_changed_at = now() WHERE id = ${child.accountId}`
    const { accountId } = await add(child.id, { kind: 'PARENT', birthDate: await bornForMajorityIn(300), contact: email, accepted: false })
    expect(accountId).toBe(child.accountId)
    await database.owner`SELECT accept_guardianship(id) FROM guardianship WHERE patient_id = ${child.id}`
    expect(
      await database.owner`
      SELECT a.patient_id, i.email, c.contact FROM account AS a JOIN sign_in_contact AS c ON c.account_id = a.id CROSS JOIN patient_identity AS i
      WHERE a.id = ${accountId} AND i.patient_id = ${child.id}`,
    ).toEqual([{ patient_id: null, email: null, contact: email }])
  })

  test('an adult is no own guardian', async () => {
    const email = contact()
    const adult = await createChild({ email })
    await database.owner`UPDATE account SET password_hash = 'x', password_changed_at = now() WHERE id = ${adult.accountId}`
    await expect(add(adult.id, { contact: email })).rejects.toMatchObject({ constraint_name: 'guardianship_self' })
  })

  test('two guardians of one patient never share a contact', async () => {
    const child = await createChild()
    const email = contact()
    await add(child.id, { contact: email })
    await expect(add(child.id, { contact: email })).rejects.toMatchObject({ constraint_name: 'guardianship_open' })
  })

  test('is adopted by the account of a patient that uses the contact later', async () => {
    const email = contact()
    const guardian = await add((await createChild()).id, { contact: email, accepted: false })
    const patient = await createChild({ email })
    await database.owner`UPDATE account SET password_hash = 'x', password_changed_at = now() WHERE id = ${patient.accountId}`
    expect(await database.owner`SELECT id, patient_id FROM account WHERE guardian_id = ${guardian.guardianId}`).toEqual([
      { id: patient.accountId, patient_id: patient.id },
    ])
  })
})

describe('REQ-GRD-02: the ledger', () => {
  const answer = {
    field: 'C_DB_P',
    answer: 'true',
    kind: 'consents',
    version: 3,
    language: 'it',
    client: 'myconsent',
    information_version: 4,
    preliminary_version: 2,
  }
  const insert = (session: Uint8Array, childId: number, row: object) =>
    actFor(session, childId, ({ sql }) => sql`INSERT INTO consent_event ${sql({ ...answer, actor: 'guardian', ...row })}`)

  test('takes an answer of a guardian in force in the guardian’s name, and no other', async () => {
    const child = await createChild()
    const { guardianId, accountId, id } = await add(child.id)
    await sendDocuments(database.owner, child.subject)
    const session = await openSession(accountId, child.id)
    const row = { subject: child.subject, channel: 'guardian', guardian_id: guardianId }
    await expect(insert(session, child.id, { ...row, channel: 'patient', guardian_id: null })).rejects.toThrow('row-level security')
    await expect(insert(session, child.id, { ...row, guardian_id: guardianId + 1 })).rejects.toThrow('only the guardian of the session')
    const other = await add(child.id)
    await expect(insert(session, child.id, { ...row, guardian_id: other.guardianId })).rejects.toThrow('only the guardian of the session')
    expect(await database.owner`SELECT FROM consent_proposal WHERE patient_id = ${child.id}`).toEqual([])
    await database.owner`UPDATE guardianship SET ended_at = now(), ended_by = 'ca', end_reason = 'x' WHERE id = ${other.id}`
    await insert(session, child.id, row)
    expect(await database.owner`SELECT c_db, c_db_p FROM patient WHERE id = ${child.id}`).toEqual([{ c_db: true, c_db_p: true }])
    await database.owner`UPDATE guardianship SET ended_at = now(), ended_by = 'ca', end_reason = 'x' WHERE id = ${id}`
    await expect(
      database.owner`INSERT INTO consent_event ${database.owner({ ...answer, ...row, actor: 'guardian' })}`,
    ).rejects.toMatchObject({ constraint_name: 'consent_event_guardian_in_force' })
  })

  test('a guardian does not withdraw the patient', async () => {
    const child = await createChild()
    const { guardianId, accountId } = await add(child.id)
    const session = await openSession(accountId, child.id)
    await expect(actFor(session, child.id, ({ sql }) => sql`SELECT withdraw_patient(${child.id}, 'v1')`)).rejects.toThrow(
      'only the patient',
    )
    await expect(
      database.owner`INSERT INTO consent_event ${database.owner({ subject: child.subject, field: 'C_DB_NO_NOTIFICATION', answer: '"v1"', channel: 'guardian', actor: 'x', guardian_id: guardianId })}`,
    ).rejects.toMatchObject({ constraint_name: 'consent_event_guardian_withdraws' })
  })

  test('an assent opens nothing, and a lapse makes an answer none', async () => {
    const child = await createChild()
    await sendDocuments(database.owner, child.subject)
    const flags = () => database.owner`SELECT c_db, c_db_p FROM patient WHERE id = ${child.id}`
    const write = (row: object) =>
      database.owner`INSERT INTO consent_event ${database.owner({ ...answer, subject: child.subject, actor: 'x', ...row })}`
    await write({ channel: 'assent' })
    expect(await flags()).toEqual([{ c_db: null, c_db_p: null }])
    await write({ channel: 'patient' })
    expect(await flags()).toEqual([{ c_db: true, c_db_p: true }])
    for (const field of ['C_DB', 'C_DB_P'])
      await database.owner`INSERT INTO consent_event (subject, field, answer, channel, actor) VALUES (${child.subject}, ${field}, '"lapsed"', 'system', 'system')`
    expect(await flags()).toEqual([{ c_db: null, c_db_p: null }])
    await expect(
      database.owner`INSERT INTO consent_event (subject, field, answer, channel, actor) VALUES (${child.subject}, 'C_DB', '"lapsed"', 'centre', 'x')`,
    ).rejects.toMatchObject({ constraint_name: 'consent_event_lapsed' })
    await write({ channel: 'patient' })
    expect(await flags()).toEqual([{ c_db: true, c_db_p: true }])
    expect(await verifyLedger(database.owner)).toBeUndefined()
  })

  test('REQ-GRD-08: erasing the patient removes guardian and guardianship, and the chain verifies', async () => {
    const child = await createChild()
    const { guardianId, accountId } = await add(child.id)
    await sendDocuments(database.owner, child.subject)
    await insert(await openSession(accountId, child.id), child.id, { subject: child.subject, channel: 'guardian', guardian_id: guardianId })
    await database.owner`SELECT erase_patient(${child.id})`
    expect(await database.owner`SELECT at, actor, guardian_id FROM consent_event WHERE subject = ${child.subject}`).toEqual([
      { at: null, actor: 'guardian', guardian_id: null },
    ])
    expect(await database.owner`SELECT FROM guardian WHERE id = ${guardianId}`).toEqual([])
    expect(await database.owner`SELECT FROM account WHERE id = ${accountId}`).toEqual([])
    expect(await verifyLedger(database.owner)).toBeUndefined()
  })
})

describe('REQ-GRD-09: a patient who comes of age within three months', () => {
  const claim = async (id: number) =>
    (await database.owner`SELECT * FROM claim_majority_notices()`).filter((row) => row['patient_id'] === id)

  test('is told once, with the guardians in force', async () => {
    const child = await createChild()
    const email = contact()
    await add(child.id, { kind: 'PARENT', birthDate: await bornForMajorityIn(60), contact: email })
    await add(child.id, { kind: 'PARENT', accepted: false })
    expect(await claim(child.id)).toMatchObject([{ centre: 'RM01', guardians: [{ contact: email, language: 'it' }] }])
    expect(await claim(child.id)).toEqual([])
  })

  test('is not told before, nor on the birthday', async () => {
    const [later, adult] = [await createChild(), await createChild()]
    await changeAsCentre(`UPDATE patient_identity SET birth_date = '${await bornForMajorityIn(95)}' WHERE patient_id = ${later.id}`)
    await changeAsCentre(`UPDATE patient_identity SET birth_date = '${await bornForMajorityIn(0)}' WHERE patient_id = ${adult.id}`)
    expect([await claim(later.id), await claim(adult.id)]).toEqual([[], []])
  })
})

describe('REQ-GRD-08: a registration that nobody answers', () => {
  const age = async (id: number) => {
    await database.owner`UPDATE patient SET created_at = now() - interval '91 days' WHERE id = ${id}`
    await database.owner`UPDATE guardianship SET created_at = now() - interval '91 days' WHERE patient_id = ${id}`
  }
  const exists = async (id: number) => (await database.owner`SELECT FROM patient WHERE id = ${id}`).length === 1

  test('ends after 90 days, and stays once a guardian accepted', async () => {
    const [waiting, accepted] = [await createChild(), await createChild()]
    await database.owner`DELETE FROM account WHERE id = ANY (${[waiting.accountId, accepted.accountId]})`
    await add(waiting.id, { accepted: false })
    await add(accepted.id)
    await age(waiting.id)
    await age(accepted.id)
    await database.owner`SELECT end_unanswered_registrations()`
    expect([await exists(waiting.id), await exists(accepted.id)]).toEqual([false, true])
  })

  test('stays for 90 days after a guardian was added, and while a signed form waits for its confirmation', async () => {
    const [late, signed] = [await createChild(), await createChild()]
    await add(signed.id, { accepted: false })
    await age(late.id)
    await age(signed.id)
    await add(late.id, { accepted: false })
    await database.owner`
      INSERT INTO paper_form (number, patient_id, centre_code, language, information_version, preliminary_version, consents_version, printed_by)
      VALUES ('0000-0009', ${signed.id}, 'RM01', 'it', 1, 1, 1, 'ca')`
    await database.owner`
      INSERT INTO paper_consent (form_number, patient_id, centre_code, answers, signed_on, signers, scan, scan_name, scan_type, scan_sha256, recorded_by)
      VALUES ('0000-0009', ${signed.id}, 'RM01', '{"C_DB_M": true}', '2026-01-01', '{patient}', '', 'x.png', 'image/png', ${'0'.repeat(64)}, 'ca')`
    await database.owner`SELECT end_unanswered_registrations()`
    expect([await exists(late.id), await exists(signed.id)]).toEqual([true, true])
    await age(late.id)
    await database.owner`UPDATE paper_consent SET state = 'REFUSED', decided_by = 'cb', decided_at = now(), reason = 'x' WHERE patient_id = ${signed.id}`
    await database.owner`SELECT end_unanswered_registrations()`
    expect([await exists(late.id), await exists(signed.id)]).toEqual([false, false])
  })
})
