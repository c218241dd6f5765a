import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { allConsents, giveConsents, makeCentre, makePatient, sendTexts } from '../testing/fixtures.ts'
import { withTransaction, type TransactionContext } from '../transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await makeCentre(database.owner, 'RM01')
  await makeCentre(database.owner, 'MI01', 'ITC4')
})
afterAll(() => database.dispose())

const newPatient = (consents?: Record<string, boolean | number>, centre = 'RM01') =>
  makePatient(database.owner, { centre, centerId: crypto.randomUUID(), ...(consents ? { consents } : {}) })
const asPatient = (patientId: number): TransactionContext => ({
  actor: `patient ${patientId}`,
  via: 'patient',
  scope: { kind: 'patient', patientId },
})
const asCentre: TransactionContext = { actor: 'center RM01', via: 'service', scope: { kind: 'centre', centre: 'RM01' } }

const points = ['C_DB_P', 'C_DB_M', 'C_S', 'C_EXTRAEU', 'C_P_DB', 'C_F'] as const
type Answer = { field: string; answer: boolean | number }
const answer = fc.oneof(
  fc.record({ field: fc.constantFrom<string>(...points), answer: fc.boolean() }),
  fc.record({ field: fc.constant('C_INCIDENTAL'), answer: fc.integer({ min: 1, max: 3 }) }),
)

/** The flags as D8 tells them, worked out anew: the last answer to each point counts. */
const recomputed = (answers: readonly Answer[]) => {
  const last = (field: string) => answers.findLast((given) => given.field === field)?.answer ?? null
  const flags = Object.fromEntries([...points, 'C_INCIDENTAL'].map((field) => [field.toLowerCase(), last(field)]))
  return { c_db: answers.length > 0 ? true : null, ...flags }
}

test('D8: whatever is answered in whatever order, the flags and the two blocks are what the ledger says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { maxLength: 12 }), async (answers) => {
      const { id, subject } = await newPatient()
      for (const { field, answer: given } of answers) await giveConsents(database.owner, subject, { [field]: given })
      const [found] =
        await database.owner`SELECT c_db, c_db_p, c_db_m, c_s, c_extraeu, c_p_db, c_f, c_incidental FROM patient WHERE id = ${id}`
      const flags: Record<string, unknown> = recomputed(answers)
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
])('D8: %s taken back closes %s, and given again opens it', async (field, block) => {
  const { id, subject } = await newPatient({ C_DB_P: true, C_DB_M: true })
  const consented = async () => {
    const [row] = await database.owner<{ consented: boolean }[]>`SELECT consented FROM ${database.owner(block)} WHERE patient_id = ${id}`
    return row?.consented
  }
  expect(await consented()).toBe(true)
  await giveConsents(database.owner, subject, { [field]: false })
  expect(await consented()).toBe(false)
  await giveConsents(database.owner, subject, { [field]: true })
  expect(await consented()).toBe(true)
})

describe('D8: who may write to the ledger', () => {
  const write = (context: TransactionContext, subject: string, channel: string, field = 'C_DB_P') =>
    withTransaction(
      database.server,
      context,
      ({ sql }) => sql`
      INSERT INTO consent_event (subject, field, answer, kind, version, language, client, information_version, preliminary_version, channel, actor)
      VALUES (${subject}, ${field}, 'true', 'consents', 1, 'it', 'myconsent', 1, 1, ${channel}, ${context.actor})`,
    )

  test('a patient writes for themself, and their number does not stand beside the answer', async () => {
    const { id, subject } = await newPatient()
    await sendTexts(database.owner, subject)
    await write(asPatient(id), subject, 'patient')
    expect(await withTransaction(database.server, asPatient(id), ({ sql }) => sql`SELECT field, actor FROM consent_event`)).toEqual([
      { field: 'C_DB_P', actor: 'patient' },
    ])
  })

  test('THREAT-34: neither another patient nor a centre writes what a patient consents to', async () => {
    const [mine, other] = [await newPatient(), await newPatient()]
    await expect(write(asPatient(mine.id), other.subject, 'patient')).rejects.toThrow('row-level security')
    await expect(write(asCentre, mine.subject, 'centre')).rejects.toThrow('row-level security')
    await expect(write(asCentre, mine.subject, 'patient')).rejects.toThrow('row-level security')
  })

  test('a centre registers its own patient and nobody else’s', async () => {
    const [mine, other] = [await newPatient(), await newPatient(undefined, 'MI01')]
    const register = (subject: string) =>
      withTransaction(
        database.server,
        asCentre,
        ({ sql }) =>
          sql`INSERT INTO consent_event (subject, field, answer, channel, actor) VALUES (${subject}, 'C_DB', 'true', 'service', 'center RM01')`,
      )
    await register(mine.subject)
    expect(await database.owner`SELECT c_db, c_db_p FROM patient WHERE id = ${mine.id}`).toEqual([{ c_db: true, c_db_p: null }])
    await expect(register(other.subject)).rejects.toThrow('row-level security')
  })

  test('an answer without the text it was given to is none', async () => {
    const { id, subject } = await newPatient()
    const bare = withTransaction(
      database.server,
      asPatient(id),
      ({ sql }) =>
        sql`INSERT INTO consent_event (subject, field, answer, channel, actor) VALUES (${subject}, 'C_DB_P', 'true', 'patient', 'x')`,
    )
    await expect(bare).rejects.toMatchObject({ constraint_name: 'consent_event_evidence' })
  })

  test('a subject that nobody goes by is refused', async () => {
    await expect(giveConsents(database.owner, crypto.randomUUID(), allConsents)).rejects.toMatchObject({
      constraint_name: 'consent_event_subject',
    })
  })
})
