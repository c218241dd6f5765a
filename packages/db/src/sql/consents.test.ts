import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allConsents, giveConsents, sendDocuments } from '../testing/fixtures.ts'
import { withTransaction, type TransactionContext } from '../transaction.ts'
import { countReads, patientContext, useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase('RM01', 'MI01')

const serviceContext: TransactionContext = { actor: 'center RM01', source: 'service', scope: { kind: 'centre', centre: 'RM01' } }

const questions = ['C_DB_P', 'C_DB_M', 'C_S', 'C_EXTRAEU', 'C_P_DB', 'C_F'] as const
type Answer = { field: string; answer: boolean | number }
const answer = fc.oneof(
  fc.record({ field: fc.constantFrom<string>(...questions), answer: fc.boolean() }),
  fc.record({ field: fc.constant('C_INCIDENTAL'), answer: fc.integer({ min: 1, max: 3 }) }),
)

/** Computes the flags independently of the database: the last answer to each question counts (REQ-CON-04). */
const computeFlags = (answers: readonly Answer[]) => {
  const last = (field: string) => answers.findLast((answer) => answer.field === field)?.answer ?? null
  const flags = Object.fromEntries([...questions, 'C_INCIDENTAL'].map((field) => [field.toLowerCase(), last(field)]))
  return { c_db: answers.length > 0 ? true : null, ...flags }
}

test('REQ-CON-04: flags and sections follow the ledger for any answers in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { maxLength: 12 }), async (answers) => {
      const { id, subject } = await database.createPatient()
      for (const { field, answer } of answers) await giveConsents(database.owner, subject, { [field]: answer })
      const [found] =
        await database.owner`SELECT c_db, c_db_p, c_db_m, c_s, c_extraeu, c_p_db, c_f, c_incidental FROM patient WHERE id = ${id}`
      const flags: Record<string, unknown> = computeFlags(answers)
      expect(found).toEqual(flags)
      expect(
        await database.owner`SELECT p.consented AS p, m.consented AS m FROM patient_personal p JOIN patient_medical m USING (patient_id) WHERE patient_id = ${id}`,
      ).toEqual([{ p: flags['c_db_p'] === true, m: flags['c_db_m'] === true }])
    }),
    { numRuns: 25 },
  )
})

test.each([
  ['C_DB_P', 'patient_personal'],
  ['C_DB_M', 'patient_medical'],
])('REQ-CON-11: withdrawing %s closes %s, and giving it again opens it', async (field, dataDomain) => {
  const { id, subject } = await database.createPatient({ consents: { C_DB_P: true, C_DB_M: true } })
  const consented = async () => {
    const [row] = await database.owner<
      { consented: boolean }[]
    >`SELECT consented FROM ${database.owner(dataDomain)} WHERE patient_id = ${id}`
    return row?.consented
  }
  expect(await consented()).toBe(true)
  await giveConsents(database.owner, subject, { [field]: false })
  expect(await consented()).toBe(false)
  await giveConsents(database.owner, subject, { [field]: true })
  expect(await consented()).toBe(true)
})

test.each(['consent_event', 'consent_document_sent', 'consent_receipt'])(
  'patients find their rows of %s by an index, however many patients have some',
  async (table) => {
    const { id } = await database.createPatient()
    const plan = await withTransaction(database.server, patientContext(id), async ({ sql }) => {
      // Without statistics of many rows, Postgres would scan the small table of the test.
      await sql`SET LOCAL enable_seqscan = off`
      return sql<{ 'QUERY PLAN': string }[]>`EXPLAIN SELECT * FROM ${sql(table)}`
    })
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index Cond: \(subject = /)
  },
)

test('an answer reads the patient by the index, however many patients there are', async () => {
  const { subject } = await database.createPatient()
  await database.owner`INSERT INTO patient (centre_code, login_mode) SELECT 'RM01', 'Email' FROM generate_series(1, 2000)`
  await database.owner`ANALYZE patient`
  const read = await database.owner.begin((sql) => countReads(sql, 'patient', () => giveConsents(sql, subject, allConsents)))
  expect(read).toMatchObject({ scanned: 0 })
})

describe('REQ-CON-04: write access to the ledger', () => {
  const write = (context: TransactionContext, subject: string, channel: string, field = 'C_DB_P') =>
    withTransaction(
      database.server,
      context,
      ({ sql }) => sql`
      INSERT INTO consent_event (subject, field, answer, kind, version, language, client, information_version, preliminary_version, channel, actor)
      VALUES (${subject}, ${field}, 'true', 'consents', 3, 'it', 'myconsent', 4, 2, ${channel}, ${context.actor})`,
    )

  test('patients write their own answers, and the row does not contain the patient id', async () => {
    const { id, subject } = await database.createPatient()
    await sendDocuments(database.owner, subject)
    await write(patientContext(id), subject, 'patient')
    expect(await withTransaction(database.server, patientContext(id), ({ sql }) => sql`SELECT field, actor FROM consent_event`)).toEqual([
      { field: 'C_DB_P', actor: 'patient' },
    ])
  })

  test('THREAT-34: neither another patient nor a centre can answer for a patient', async () => {
    const [own, other] = [await database.createPatient(), await database.createPatient()]
    await expect(write(patientContext(own.id), other.subject, 'patient')).rejects.toThrow('row-level security')
    await expect(write(serviceContext, own.subject, 'centre')).rejects.toThrow('row-level security')
    await expect(write(serviceContext, own.subject, 'patient')).rejects.toThrow('row-level security')
  })

  test('a centre registers only its own patients', async () => {
    const [own, other] = [await database.createPatient(), await database.createPatient({ centre: 'MI01' })]
    const register = (subject: string) =>
      withTransaction(
        database.server,
        serviceContext,
        ({ sql }) =>
          sql`INSERT INTO consent_event (subject, field, answer, channel, actor) VALUES (${subject}, 'C_DB', 'true', 'service', 'center RM01')`,
      )
    await register(own.subject)
    expect(await database.owner`SELECT c_db, c_db_p FROM patient WHERE id = ${own.id}`).toEqual([{ c_db: true, c_db_p: null }])
    await expect(register(other.subject)).rejects.toThrow('row-level security')
  })

  test('an answer without its text is rejected', async () => {
    const { id, subject } = await database.createPatient()
    const bare = withTransaction(
      database.server,
      patientContext(id),
      ({ sql }) =>
        sql`INSERT INTO consent_event (subject, field, answer, channel, actor) VALUES (${subject}, 'C_DB_P', 'true', 'patient', 'x')`,
    )
    await expect(bare).rejects.toMatchObject({ constraint_name: 'consent_event_evidence' })
  })

  test('a subject without a patient is rejected', async () => {
    await expect(giveConsents(database.owner, crypto.randomUUID(), allConsents)).rejects.toMatchObject({
      constraint_name: 'consent_event_subject',
    })
  })
})
