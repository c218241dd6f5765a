import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { withTransaction } from '../transaction.ts'
import { allConsents, fillSf36, firstSf36Options } from '../testing/fixtures.ts'
import { catchQueryError, centreContext, patientContext, useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase('RM01')

const createVersion = async (version: number, published: boolean): Promise<void> => {
  await database.owner`
    INSERT INTO sf36_version (version, description_it, description_en, content, published_at)
    SELECT ${version}, 'Prova', 'Trial', content, CASE WHEN ${published} THEN now() END FROM sf36_version WHERE version = 1`
}

describe('REQ-PAT-13: wordings of the questionnaire', () => {
  test('the project publishes a demonstration wording without a licence', async () => {
    expect(await database.owner`SELECT version, licence, published_at IS NOT NULL AS published FROM sf36_version`).toEqual([
      { version: 1, licence: null, published: true },
    ])
  })

  test.each([
    ['changed', `UPDATE sf36_version SET description_it = 'x' WHERE version = 1`],
    ['deleted', 'DELETE FROM sf36_version WHERE version = 1'],
    ['taken back', 'UPDATE sf36_version SET published_at = NULL WHERE version = 1'],
    ['emptied', 'TRUNCATE sf36_version CASCADE'],
  ])('a published one is never %s', async (_change, statement) => {
    await expect(database.owner.unsafe(statement)).rejects.toThrow('never changed')
  })

  test('a draft changes, gets its hashes, and is published', async () => {
    await createVersion(2, false)
    await database.owner`UPDATE sf36_version SET content = jsonb_set(content, '{it,0,text}', '"Come stai?"') WHERE version = 2`
    await database.owner`UPDATE sf36_version SET published_at = now() WHERE version = 2`
    const [hashes] = await database.owner`
      SELECT new.hash_it <> old.hash_it AS it, new.hash_en = old.hash_en AS en FROM sf36_version AS new, sf36_version AS old WHERE new.version = 2 AND old.version = 1`
    expect(hashes).toEqual({ it: true, en: true })
  })

  test.each([
    ['a missing point', `content #- '{it,10}'`],
    ['a missing sub-question', `content #- '{en,2,questions,0}'`],
    ['an additional option', `jsonb_set(content, '{it,0,options,5}', '"x"')`],
    ['one language only', `content - 'en'`],
  ])('one with %s is refused', async (_case, content) => {
    const insert = database.owner.unsafe(
      `INSERT INTO sf36_version (version, description_it, description_en, content) SELECT 9, 'x', 'x', ${content} FROM sf36_version WHERE version = 1`,
    )
    expect(await catchQueryError(insert)).toMatchObject({ constraint_name: 'sf36_version_structure' })
  })
})

type Filled = { readonly answers?: unknown; readonly version?: number; readonly hash?: string; readonly score?: number }

/** Stores a questionnaire with the rights of the server. */
const fill = (patientId: number, { answers = firstSf36Options, version = 1, hash, score = 50 }: Filled = {}, asPatient = patientId) =>
  withTransaction(
    database.server,
    patientContext(asPatient),
    ({ sql }) => sql`
      INSERT INTO sf36_response (patient_id, key, version, language, shown_hash, answers, pf)
      VALUES (${patientId}, ${randomUUID()}, ${version}, 'it', ${hash ?? null}, ${JSON.stringify(answers)}, ${score})`,
  )

describe('REQ-PAT-13: filled questionnaires', () => {
  test('the patient stores and reads the own ones, with the hash of the words', async () => {
    const { id } = await database.createPatient({ consents: allConsents })
    await fill(id)
    const read = await withTransaction(
      database.server,
      patientContext(id),
      ({ sql }) => sql`SELECT shown_hash = hash_it AS shown, answers FROM sf36_response JOIN sf36_version USING (version)`,
    )
    expect(read).toEqual([{ shown: true, answers: firstSf36Options }])
  })

  test('THREAT-04: neither another patient nor the centre sees them', async () => {
    const { id } = await database.createPatient({ consents: allConsents })
    const other = await database.createPatient({ consents: allConsents })
    await fillSf36(database.owner, id)
    for (const context of [patientContext(other.id), centreContext('RM01')])
      expect(await withTransaction(database.server, context, ({ sql }) => sql`SELECT FROM sf36_response`)).toEqual([])
    await expect(fill(id, {}, other.id)).rejects.toThrow('row-level security')
  })

  test.each([
    ['never answered', {}],
    ['refused medical data', { ...allConsents, C_DB_M: false }],
  ])('REQ-CON-11: a patient who %s stores none', async (_case, consents) => {
    const { id } = await database.createPatient({ consents })
    await expect(fill(id)).rejects.toThrow('row-level security')
  })

  const replaceFirst = (answer: unknown) => [answer, ...firstSf36Options.slice(1)]
  test.each<[string, Filled, string]>([
    ['a draft', { version: 3 }, 'sf36_response_published'],
    ['other words', { hash: 'x' }, 'sf36_response_hash'],
    ['ten answers', { answers: firstSf36Options.slice(1) }, 'sf36_response_answers'],
    ['an option after the last', { answers: replaceFirst(6) }, 'sf36_response_answers'],
    ['a part of an option', { answers: replaceFirst(1.5) }, 'sf36_response_answers'],
    ['no answer', { answers: replaceFirst(null) }, 'sf36_response_answers'],
    ['a list for one item', { answers: replaceFirst([1]) }, 'sf36_response_answers'],
    ['no list', { answers: 'x' }, 'sf36_response_answers'],
    ['a score above 100', { score: 100.01 }, 'sf36_response_scores'],
  ])('the database refuses %s', async (_case, filled, constraint) => {
    if (filled.version === 3) await createVersion(3, false)
    const { id } = await database.createPatient({ consents: allConsents })
    expect(await catchQueryError(fill(id, filled))).toMatchObject({ constraint_name: constraint })
  })
})
