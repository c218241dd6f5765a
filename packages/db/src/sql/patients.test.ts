import { describe, expect, test } from 'vitest'
import { makePatient } from '../testing/fixtures.ts'
import { withTransaction } from '../transaction.ts'
import { catchQueryError, centreContext, useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase('RM01', 'MI01')

const rome = centreContext('RM01')

describe('REQ-PAT-01, REQ-PAT-02: identity', () => {
  test('a code is unique within its centre, and the error reveals no other centre', async () => {
    await makePatient(database.owner, { centre: 'MI01', centrePatientCode: 'SAME', surname: 'CANARY', email: 'canary@example.org' })
    await makePatient(database.owner, { centre: 'RM01', centrePatientCode: 'SAME', email: 'mine@example.org' })
    const again = await catchQueryError(
      makePatient(database.owner, { centre: 'RM01', centrePatientCode: 'SAME', email: 'other@example.org' }),
    )
    expect(again?.constraint_name).toBe('patient_identity_centre_patient_code')
    expect(JSON.stringify(again)).not.toContain('CANARY')
  })

  test('THREAT-12, THREAT-44: a contact in use at another centre is accepted like any other', async () => {
    await makePatient(database.owner, {
      centre: 'MI01',
      centrePatientCode: 'CANARY-2',
      surname: 'CANARY',
      email: 'taken@example.org',
      passwordHash: 'x',
    })
    const register = (centrePatientCode: string, email: string) =>
      withTransaction(database.server, rome, async ({ sql }) => {
        const [made] = await sql<{ id: number }[]>`INSERT INTO patient (centre_code, login_mode) VALUES ('RM01', 'Email') RETURNING id`
        await sql`INSERT INTO patient_identity (patient_id, centre_code, centre_patient_code, surname, name, email) VALUES (${made?.id ?? 0}, 'RM01', ${centrePatientCode}, 'A', 'B', ${email})`
      })
    expect(await catchQueryError(register('N1', 'taken@example.org'))).toBeUndefined()
    const rejected = await catchQueryError(register('N2', 'taken@example.org'))
    expect(rejected?.constraint_name).toBe('patient_identity_email')
    expect(JSON.stringify({ ...rejected, text: String(rejected?.message) })).not.toContain('CANARY')
  })

  test('patients can share a contact that they do not sign in with', async () => {
    await makePatient(database.owner, { centre: 'RM01', centrePatientCode: 'M1', mobile: '3331234567', email: 'family@example.org' })
    await makePatient(database.owner, { centre: 'RM01', centrePatientCode: 'M2', mobile: '3331234568', email: 'family@example.org' })
    const twice = await catchQueryError(makePatient(database.owner, { centre: 'RM01', centrePatientCode: 'M3', mobile: '3331234567' }))
    expect(twice?.constraint_name).toBe('patient_identity_mobile')
    const [second] = await database.owner<
      { patient_id: number }[]
    >`SELECT patient_id FROM patient_identity WHERE centre_patient_code = 'M2'`
    const [first] = await database.owner<{ patient_id: number }[]>`SELECT patient_id FROM patient_identity WHERE centre_patient_code = 'M1'`
    await database.owner`UPDATE patient SET login_mode = 'Email' WHERE id = ${first?.patient_id ?? 0}`
    const changed = await catchQueryError(database.owner`UPDATE patient SET login_mode = 'Email' WHERE id = ${second?.patient_id ?? 0}`)
    expect(changed?.constraint_name).toBe('patient_identity_email')
  })

  test.each([
    ['an e-mail in capitals', { email: 'Luca@example.org' }],
    ['an e-mail without @', { email: 'luca.example.org' }],
    ['a mobile with letters', { mobile: '333abc' }],
    ['THREAT-14: a landline', { mobile: '0612345678' }],
  ])('%s is rejected', async (_name, contact) => {
    expect(
      (await catchQueryError(makePatient(database.owner, { centre: 'RM01', centrePatientCode: crypto.randomUUID(), ...contact })))
        ?.constraint_name,
    ).toMatch(/^patient_identity_(email|mobile)_(shape|italian)$/)
  })
})

test('THREAT-14: a new mobile needs a prefix of the list; a shorter list keeps stored mobiles', async () => {
  const { owner } = database
  const { id } = await makePatient(owner, { centre: 'RM01', centrePatientCode: 'PREFIX', mobile: '3331239876' })
  const { id: withEmail } = await makePatient(owner, { centre: 'RM01', centrePatientCode: 'PREFIX-2', email: 'prefix@example.org' })
  const setMobile = (prefix: string, mobile: string, patient = id) =>
    catchQueryError(
      withTransaction(
        owner,
        rome,
        ({ sql }) => sql`UPDATE patient_identity SET mobile_prefix = ${prefix}, mobile = ${mobile} WHERE patient_id = ${patient}`,
      ),
    )
  expect(await setMobile('+41', '791234567', withEmail)).toBeUndefined()
  expect((await setMobile('+41', '791234567'))?.constraint_name).toBe('patient_identity_mobile_prefix')
  await owner`UPDATE setting SET value = '+39, +41' WHERE key = 'mobile_prefixes'`
  expect(await setMobile('+41', '791234567')).toBeUndefined()
  await owner`UPDATE setting SET value = '+39' WHERE key = 'mobile_prefixes'`
  expect(await setMobile('+41', '791234568')).toBeUndefined()
  expect((await setMobile('+44', '7911123456'))?.constraint_name).toBe('patient_identity_mobile_prefix')
})

describe('REQ-PAT-02, REQ-PAT-03: the sign-in contact', () => {
  const listContacts = async (contact: string) =>
    (
      await database.owner<{ centre: string; in_use: boolean }[]>`
        SELECT p.centre_code AS centre, c.in_use FROM sign_in_contact c JOIN account a ON a.id = c.account_id JOIN patient p ON p.id = a.patient_id
        WHERE c.contact = ${contact} ORDER BY c.account_id`
    ).map(({ centre, in_use: inUse }) => `${centre} ${inUse ? 'in use' : 'pending'}`)

  test('is pending until a password is chosen; then one account uses it', async () => {
    const { accountId: firstAccount } = await makePatient(database.owner, {
      centre: 'RM01',
      centrePatientCode: 'U1',
      email: 'same@example.org',
    })
    const { accountId: secondAccount } = await makePatient(database.owner, {
      centre: 'MI01',
      centrePatientCode: 'U1',
      email: 'same@example.org',
    })
    expect(await listContacts('same@example.org')).toEqual(['RM01 pending', 'MI01 pending'])
    const choosePassword = (accountId: number) => database.owner`UPDATE account SET password_hash = 'x' WHERE id = ${accountId}`
    await choosePassword(firstAccount)
    expect(await listContacts('same@example.org')).toEqual(['RM01 in use', 'MI01 pending'])
    expect((await catchQueryError(choosePassword(secondAccount)))?.constraint_name).toBe('sign_in_contact_in_use')
    await database.owner`UPDATE account SET password_hash = 'y' WHERE id = ${firstAccount}`
    expect(await listContacts('same@example.org')).toEqual(['RM01 in use', 'MI01 pending'])
  })

  test('follows identity and sign-in mode, and is deleted with the account', async () => {
    const { id } = await makePatient(database.owner, {
      centre: 'RM01',
      centrePatientCode: 'U2',
      mobile: '3331230001',
      email: 'u2@example.org',
      passwordHash: 'x',
    })
    expect(await listContacts('+393331230001')).toEqual(['RM01 in use'])
    await database.owner`UPDATE patient SET login_mode = 'Email' WHERE id = ${id}`
    expect([await listContacts('+393331230001'), await listContacts('u2@example.org')]).toEqual([[], ['RM01 in use']])
    const setEmail = (email: string | null) =>
      withTransaction(database.owner, rome, ({ sql }) => sql`UPDATE patient_identity SET email = ${email} WHERE patient_id = ${id}`)
    await setEmail(null)
    expect(await listContacts('u2@example.org')).toEqual([])
    await setEmail('new.u2@example.org')
    expect(await listContacts('new.u2@example.org')).toEqual(['RM01 in use'])
    await database.owner`DELETE FROM account WHERE patient_id = ${id}`
    expect(await listContacts('new.u2@example.org')).toEqual([])
  })
})
