import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csv, createImportFixture, type Answer, type ImportFixture } from './testing/import-fixture.ts'

let fixture: ImportFixture
beforeAll(async () => {
  fixture = await createImportFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const header = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL'
const formatRow = (code: string, contact = code): string => `${code},VERDI,ADA,Email,${contact.toLowerCase()}@example.org`
const formatFile = (...rows: readonly string[]): string => csv(header, ...rows)
const register = (file: string, centre = 'RM01'): Promise<Answer> => fixture.send('/createPatients', file, { centre })

const counts = async (contact: string) => {
  const [found] = await fixture.server.database.owner`
    SELECT (SELECT count(*)::int FROM patient_identity WHERE email = ${contact}) AS patients,
      (SELECT count(*)::int FROM notification WHERE recipient = ${contact} AND body LIKE '%/loginp?%') AS invitations`
  return found
}

/** Registers a patient by file and withdraws them. */
const leave = async (code: string, choice: 'v1' | 'v2' | 'v3', personal?: Readonly<Record<string, unknown>>): Promise<string> => {
  const file = formatFile(formatRow(code))
  expect(await register(file)).toMatchObject({ ok: 1, ko: 0 })
  const { owner } = fixture.server.database
  const [made] = await owner<{ id: number; account: number }[]>`
    SELECT p.id, a.id AS account FROM patient_identity i JOIN patient p ON p.id = i.patient_id JOIN account a ON a.patient_id = p.id WHERE i.centre_patient_code = ${code}`
  if (personal) {
    await owner.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'test', true)`
      await sql`UPDATE patient_personal SET ${sql(personal)} WHERE patient_id = ${made!.id}`
    })
  }
  const patient = await fixture.server.signIn(made!.account, 'myconsent')
  await fixture.server.withdraw(patient, choice)
  return file
}

describe('a file does not register a person again who was anonymised or erased (REQ-PAT-06)', () => {
  test.each(['v1', 'v2', 'v3'] as const)('after %s the same file is rejected with the same words, and invites nobody', async (choice) => {
    const file = await leave(`BACK-${choice}`, choice)
    const again = await register(file)
    expect(again).toMatchObject({
      success: true,
      ok: 0,
      ko: 1,
      detail: [{ row: 1, key: `BACK-${choice}`, field: 'CENTER_ID', code: 'consent_withdrawn', message: expect.any(String) }],
    })
    const v1 = await register(formatFile(formatRow('BACK-v1')))
    expect(again.detail?.[0]?.message).toBe(v1.detail?.[0]?.message)
    expect(await counts(`back-${choice}@example.org`)).toEqual({ patients: choice === 'v1' ? 1 : 0, invitations: 0 })
  })

  test.each(['v1', 'v2', 'v3'] as const)(
    'after %s another code with the same contact is rejected like a contact in use',
    async (choice) => {
      await leave(`SAME-${choice}`, choice)
      expect(await register(formatFile(formatRow(`NEW-${choice}`, `SAME-${choice}`)))).toMatchObject({
        ko: 1,
        detail: [{ row: 1, key: `NEW-${choice}`, field: 'EMAIL', code: 'import_contact_taken' }],
      })
    },
  )

  test('a mobile counts with its prefix in any notation, and the other rows are registered', async () => {
    const { owner } = fixture.server.database
    const mobile = (code: string, written: string) =>
      csv('CENTER_ID,SURNAME,NAME,LOGIN_MODE,MOBILE_PREFIX,MOBILE', `${code},VERDI,ADA,Mobile,+39,${written}`)
    expect(await register(mobile('PHONE', '3331234567'))).toMatchObject({ ok: 1 })
    const [account] = await owner<
      { id: number }[]
    >`SELECT a.id FROM account a JOIN patient_identity i ON i.patient_id = a.patient_id WHERE i.centre_patient_code = 'PHONE'`
    const leaving = await fixture.server.signIn(account!.id, 'myconsent')
    await fixture.server.withdraw(leaving, 'v3')
    expect(await register(mobile('PHONE-2', '333 123 4567'))).toMatchObject({
      ko: 1,
      detail: [{ field: 'MOBILE', code: 'import_contact_taken' }],
    })
    expect(await register(formatFile(formatRow('PHONE'), formatRow('BESIDE')))).toMatchObject({
      ok: 1,
      ko: 1,
      detail: [{ row: 1, code: 'consent_withdrawn' }],
    })
  })
})

describe('the tax code (REQ-PAT-06)', () => {
  test('of an erased person rejects its row under any code; other rows are imported', async () => {
    await leave('TAXED', 'v3', { legal_id: 'RSSMRA80A01H501U' })
    for (const code of ['TAX-1', 'TAX-2', 'TAX-3']) await fixture.patient(code, { email: `${code.toLowerCase()}@example.org` })
    const file = csv('CENTER_ID,LEGAL_ID,ADDRESS_TOWN', 'TAX-1,RSSMRA80A01H501U,ROMA', 'TAX-2,,MILANO', 'TAX-3,,ROMA')
    const answer = await fixture.send('/putPersonalData', file)
    expect(answer).toMatchObject({ ok: 2, ko: 1 })
    expect(answer.detail).toContainEqual(expect.objectContaining({ row: 1, key: 'TAX-1', field: 'legal_id', code: 'consent_withdrawn' }))
    expect(await fixture.stored('patient_personal', 'TAX-1')).toMatchObject({ legal_id: null, address_town: null })
    expect(await fixture.stored('patient_personal', 'TAX-2')).toMatchObject({ address_town: 'MILANO' })
  })
})

describe('fingerprints reveal nothing (REQ-PAT-06)', () => {
  test('THREAT-04: another centre’s rows with the same code and contact are registered like any other', async () => {
    const file = await leave('ELSEWHERE', 'v3')
    expect(await register(file, 'MI01')).toEqual(await register(formatFile(formatRow('NOBODY-EVER')), 'MI01'))
    expect(await counts('elsewhere@example.org')).toEqual({ patients: 1, invitations: 1 })
  })

  test('they are keyed, one for each identifier, and do not show which belong to one centre', async () => {
    const { owner } = fixture.server.database
    await leave('KEYED', 'v2', { legal_id: 'RSSMRA85T10A562S' })
    const prints = await owner<{ person: string; hash: string }[]>`SELECT person, hash FROM withdrawn_fingerprint`
    const ofKeyed = [...Map.groupBy(prints, ({ person }) => person).values()].find((own) => own.length === 3)
    expect(ofKeyed).toHaveLength(3)
    expect(new Set(prints.map(({ hash }) => hash)).size).toBe(prints.length)
    const { createHash } = await import('node:crypto')
    const plain = ['KEYED', 'keyed@example.org', 'RM01 KEYED', 'RSSMRA85T10A562S'].map((text) =>
      createHash('sha256').update(text).digest('hex'),
    )
    expect(prints.filter(({ hash }) => plain.includes(hash) || !/^[0-9a-f]{64}$/.test(hash))).toEqual([])
  })

  test('v1 stores none, because the registration stays', async () => {
    const { owner } = fixture.server.database
    const count = async () => (await owner`SELECT FROM withdrawn_fingerprint`).length
    const before = await count()
    await leave('STOPPED', 'v1')
    expect(await count()).toBe(before)
  })
})
