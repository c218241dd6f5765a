import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { allConsents, makePatient, type PatientFixture } from '../testing/fixtures.ts'
import { withRole, withTransaction } from '../transaction.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase('RM01', 'MI01')

/** Creates a session like an opened link. Returns the hash of its token. */
const createLinkSession = async (accountId: number, restricted = true): Promise<Buffer> => {
  const hash = createHash('sha256').update(randomBytes(32)).digest()
  await database.owner`INSERT INTO session (token_hash, account_id, site, restricted, ends_at) VALUES (${hash}, ${accountId}, 'myconsent', ${restricted}, now() + interval '30 minutes')`
  return hash
}

const runAsPatient = <T>(patientId: number, work: Parameters<typeof withTransaction<T>>[2]) =>
  withTransaction(database.server, { actor: `patient ${patientId}`, source: 'system', scope: { kind: 'none' } }, work)
const findInvitingCentre = async (token: Buffer): Promise<string | null | undefined> =>
  (await database.server<{ centre: string | null }[]>`SELECT find_inviting_centre(${token}) AS centre`)[0]?.centre
const move = (patientId: number, token: Buffer) =>
  runAsPatient(patientId, async ({ sql }) =>
    (await sql`SELECT * FROM move_to_inviting_centre(${token}, 'it', '10.0.0.1')`).map((row) => ({ ...row })),
  )

const createFormerAndInvited = async (contact: string): Promise<{ former: PatientFixture; invited: PatientFixture }> => ({
  former: await makePatient(database.owner, {
    centre: 'RM01',
    centrePatientCode: `F-${contact}`,
    email: contact,
    passwordHash: 'x',
    consents: allConsents,
    medical: { hb: 9 },
  }),
  invited: await makePatient(database.owner, { centre: 'MI01', centrePatientCode: `I-${contact}`, email: contact }),
})

describe('REQ-PAT-04: an invitation to a contact in use', () => {
  test('THREAT-12: only the session of its link learns of the choice', async () => {
    const { former, invited } = await createFormerAndInvited('choice@example.org')
    const alone = await makePatient(database.owner, { centre: 'MI01', centrePatientCode: 'ALONE', email: 'alone@example.org' })
    expect(await findInvitingCentre(await createLinkSession(invited.accountId))).toBe('Centro MI01')
    for (const session of [
      createLinkSession(invited.accountId, false),
      createLinkSession(former.accountId),
      createLinkSession(alone.accountId),
    ]) {
      expect(await findInvitingCentre(await session)).toBeNull()
    }
    expect(await findInvitingCentre(randomBytes(32))).toBeNull()
  })

  test('moving closes the previous record as by withdrawal v1 and takes over its contact', async () => {
    const { former, invited } = await createFormerAndInvited('moves@example.org')
    const formerSession = await createLinkSession(former.accountId, false)
    expect(await move(invited.id, await createLinkSession(invited.accountId))).toEqual([
      { centre: 'RM01', code_at_centre: 'F-moves@example.org', contact: 'moves@example.org', patient_id: invited.id, language: 'it' },
    ])
    const { owner } = database
    expect(await owner`SELECT c_db_no_notification AS withdrawn, c_db_m FROM patient WHERE id = ${former.id}`).toMatchObject([
      { withdrawn: 'v1', c_db_m: true },
    ])
    expect(await owner`SELECT email, surname FROM patient_identity WHERE patient_id = ${former.id}`).toMatchObject([
      { email: null, surname: 'BIANCHI' },
    ])
    expect(await owner`SELECT hb, closed FROM patient_medical WHERE patient_id = ${former.id}`).toMatchObject([{ hb: 9, closed: true }])
    expect(await owner`SELECT FROM account WHERE patient_id = ${former.id}`).toHaveLength(0)
    expect(await owner`SELECT FROM session WHERE token_hash = ${formerSession}`).toHaveLength(0)
    expect(await owner`SELECT account_id, in_use FROM sign_in_contact WHERE contact = 'moves@example.org'`).toMatchObject([
      { account_id: invited.accountId, in_use: true },
    ])
    const versions = await owner`SELECT actor FROM patient_identity_version WHERE patient_id = ${former.id} ORDER BY version DESC LIMIT 1`
    expect(versions).toMatchObject([{ actor: `patient ${former.id}` }])
  })

  test('a session without an invitation to answer moves nobody', async () => {
    const { former, invited } = await createFormerAndInvited('stays@example.org')
    for (const token of [randomBytes(32), await createLinkSession(former.accountId), await createLinkSession(invited.accountId, false)]) {
      expect(await move(invited.id, token)).toEqual([])
    }
    expect(await database.owner`SELECT c_db_no_notification AS withdrawn FROM patient WHERE id = ${former.id}`).toMatchObject([
      { withdrawn: null },
    ])
  })

  test('the previous centre can register the person again under another code', async () => {
    const { invited } = await createFormerAndInvited('returns@example.org')
    await move(invited.id, await createLinkSession(invited.accountId))
    await makePatient(database.owner, { centre: 'RM01', centrePatientCode: 'AGAIN', email: 'returns@example.org' })
  })
})

describe('REQ-PAT-04: a registration without an answer', () => {
  const endUnanswered = () =>
    withTransaction(database.server, { actor: '', source: 'system', scope: { kind: 'none' } }, (tx) =>
      withRole(tx, 'registry_worker', async ({ sql }) =>
        (await sql`SELECT * FROM end_unanswered_registrations()`).map((row) => ({ ...row })),
      ),
    )
  const setAge = (id: number, days: number) =>
    database.owner`UPDATE patient SET created_at = now() - make_interval(days => ${days}) WHERE id = ${id}`

  test('ends after 90 days, even with a contact in use, and keeps only the registration in the ledger', async () => {
    const { owner } = database
    const { invited } = await createFormerAndInvited('silent@example.org')
    const alone = await makePatient(owner, { centre: 'RM01', centrePatientCode: 'SILENT', email: 'silent.alone@example.org' })
    for (const { id, subject } of [invited, alone]) {
      await setAge(id, 89)
      await owner`INSERT INTO consent_event (subject, field, answer, channel, actor, ip_address) VALUES (${subject}, 'C_DB', 'true', 'service', 'center RM01', '10.0.0.1')`
    }
    expect(await endUnanswered()).toEqual([])
    for (const { id } of [invited, alone]) await setAge(id, 91)
    expect(await endUnanswered()).toEqual([
      { centre: 'MI01', code_at_centre: 'I-silent@example.org' },
      { centre: 'RM01', code_at_centre: 'SILENT' },
    ])
    const tables = [
      'patient_identity',
      'patient_identity_version',
      'patient_personal',
      'patient_medical',
      'account',
      'notification',
    ] as const
    for (const table of tables) {
      expect(await owner`SELECT FROM ${owner(table)} WHERE patient_id IN (${invited.id}, ${alone.id})`, table).toHaveLength(0)
    }
    expect(await owner`SELECT FROM patient WHERE id IN (${invited.id}, ${alone.id})`).toHaveLength(0)
    const events = await owner`SELECT field, actor, ip_address FROM consent_event WHERE subject IN (${invited.subject}, ${alone.subject})`
    expect(events.map((row) => ({ ...row }))).toEqual([1, 2].map(() => ({ field: 'C_DB', actor: 'service', ip_address: '' })))
    await makePatient(owner, { centre: 'RM01', centrePatientCode: 'SILENT', email: 'silent.alone@example.org' })
  })

  test('does not end with a password, an answer, a withdrawal, saved data, or without an account', async () => {
    const { owner } = database
    const registered = [
      await makePatient(owner, { centre: 'RM01', centrePatientCode: 'REGISTERED-1', passwordHash: 'x' }),
      await makePatient(owner, { centre: 'RM01', centrePatientCode: 'REGISTERED-2', consents: allConsents }),
      await makePatient(owner, { centre: 'RM01', centrePatientCode: 'REGISTERED-3' }),
      await makePatient(owner, { centre: 'RM01', centrePatientCode: 'REGISTERED-4' }),
      await makePatient(owner, { centre: 'RM01', centrePatientCode: 'REGISTERED-5', medical: { hb: 9 } }),
    ]
    await owner`DELETE FROM account WHERE id = ${registered[2]?.accountId ?? 0}`
    await owner.begin(async (sql) => {
      await sql`SELECT set_config('app.patient', ${String(registered[3]?.id)}, true), set_config('app.actor', 'patient', true)`
      await sql`SELECT withdraw_patient(${registered[3]?.id ?? 0}, 'v1')`
    })
    for (const { id } of registered) await setAge(id, 400)
    expect(await endUnanswered()).toEqual([])
  })
})
