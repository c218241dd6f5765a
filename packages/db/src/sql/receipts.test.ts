import { beforeAll, expect, test } from 'vitest'
import { allConsents, type PatientFixture } from '../testing/fixtures.ts'
import { patientContext, useTestDatabase } from '../testing/use-test-database.ts'
import { withTransaction } from '../transaction.ts'

const database = useTestDatabase('RM01')
let patient: PatientFixture
let other: PatientFixture
beforeAll(async () => {
  patient = await database.createPatient({ consents: allConsents })
  other = await database.createPatient({ consents: allConsents })
})

const buildCode = (digit: number): string => Array.from({ length: 7 }, () => String(digit).repeat(4)).join('-')
type Receipt = { readonly subject: string; readonly first: number; readonly seq: number; readonly code: string; readonly content: object }

const insertReceipt = (as: PatientFixture, changed: Partial<Receipt> = {}) => {
  const { code = buildCode(0) } = changed
  const own: Receipt = { subject: as.subject, first: 1, seq: 3, code, content: { receipt_metadata: { receipt_id: code } } }
  const { subject, first, seq, content } = { ...own, ...changed }
  return withTransaction(
    database.server,
    patientContext(as.id),
    ({ sql }) =>
      sql`INSERT INTO consent_receipt (subject, first_seq, seq, code, content) VALUES (${subject}, ${first}, ${seq}, ${code}, ${JSON.stringify(content)})`,
  )
}
const findReceipt = (code: string) => database.server`SELECT state FROM find_consent_receipt(${code})`

test('a receipt has its own code, in its file too, and answers of the ledger (REQ-CON-14)', async () => {
  await expect(insertReceipt(patient, { code: 'SHORT' })).rejects.toMatchObject({ constraint_name: 'consent_receipt_code' })
  await expect(insertReceipt(patient, { content: { receipt_metadata: { receipt_id: buildCode(9) } } })).rejects.toMatchObject({
    constraint_name: 'consent_receipt_content',
  })
  await expect(insertReceipt(patient, { content: {} })).rejects.toMatchObject({ constraint_name: 'consent_receipt_content' })
  await expect(insertReceipt(patient, { first: 4 })).rejects.toMatchObject({ constraint_name: 'consent_receipt_answers' })
  await expect(insertReceipt(patient, { seq: 999 })).rejects.toMatchObject({ constraint_name: 'consent_receipt_last_answer' })
  await expect(insertReceipt(patient, { first: 0 })).rejects.toMatchObject({ constraint_name: 'consent_receipt_first_answer' })
})

test('only the patient reads and adds the patient’s receipts, and nobody changes one (THREAT-44)', async () => {
  await insertReceipt(patient, { code: buildCode(1) })
  const list = (as: PatientFixture) =>
    withTransaction(database.server, patientContext(as.id), ({ sql }) => sql<{ code: string }[]>`SELECT code FROM consent_receipt`)
  expect(await list(patient)).toEqual([{ code: buildCode(1) }])
  expect(await list(other)).toEqual([])
  await expect(insertReceipt(other, { subject: patient.subject, code: buildCode(2) })).rejects.toThrow('row-level security')
  await expect(database.owner`UPDATE consent_receipt SET content = content`).rejects.toThrow('is never changed')
  await expect(database.owner`DELETE FROM consent_receipt`).rejects.toThrow('is never changed')
})

test('its code shows whether later answers or a withdrawal followed, and v2 and v3 delete it (REQ-CON-16, REQ-CON-10)', async () => {
  for (const [choice, digit] of [
    ['v1', 3],
    ['v2', 4],
    ['v3', 5],
  ] as const) {
    const leaving = await database.createPatient({ consents: allConsents })
    const [code, later] = [buildCode(digit), buildCode(digit + 3)]
    await insertReceipt(leaving, { code, seq: 2 })
    expect(await findReceipt(code)).toEqual([{ state: 'newest' }])
    await insertReceipt(leaving, { code: later, first: 3, seq: 4 })
    expect([...(await findReceipt(code)), ...(await findReceipt(later))]).toEqual([{ state: 'replaced' }, { state: 'newest' }])
    await withTransaction(
      database.server,
      patientContext(leaving.id),
      ({ sql }) => sql`SELECT withdraw_patient(${leaving.id}::integer, ${choice}, 'it', 'host')`,
    )
    expect(await findReceipt(later)).toEqual(choice === 'v1' ? [{ state: 'withdrawn' }] : [])
    expect(await database.owner`SELECT FROM consent_receipt WHERE subject = ${leaving.subject}`).toHaveLength(choice === 'v1' ? 2 : 0)
  }
  expect(await findReceipt(buildCode(9))).toEqual([])
})
