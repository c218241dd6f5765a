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
    ['a missing question', `content #- '{it,10}'`],
    ['a missing sub-question', `content #- '{en,2,questions,0}'`],
    ['an additional option', `jsonb_set(content, '{it,0,options,5}', '"x"')`],
    ['one language only', `content - 'en'`],
  ])('one with %s is rejected', async (_case, content) => {
    const insert = database.owner.unsafe(
      `INSERT INTO sf36_version (version, description_it, description_en, content) SELECT 9, 'x', 'x', ${content} FROM sf36_version WHERE version = 1`,
    )
    expect(await catchQueryError(insert)).toMatchObject({ constraint_name: 'sf36_version_structure' })
  })
})

/** Two items: one with two sub-questions and three options, one with two options. */
const freeQuestions = [
  { text: 'a', help: '', options: ['1', '2', '3'], questions: ['x', 'y'] },
  { text: 'b', help: '', options: ['1', '2'], questions: [] },
]
type FreeVersion = { readonly it?: unknown; readonly en?: unknown; readonly scoring?: string; readonly published?: boolean }
const createFree = (
  version: number,
  { it = freeQuestions, en = freeQuestions, scoring = 'none', published = true }: FreeVersion = {},
) => database.owner`
  INSERT INTO sf36_version (version, description_it, description_en, scoring, content, published_at)
  VALUES (${version}, 'Sonno', 'Sleep', ${scoring}, ${JSON.stringify({ it, en })}, CASE WHEN ${published} THEN now() END)`

describe('REQ-PAT-21: a questionnaire with other items', () => {
  const [first, second] = freeQuestions as [(typeof freeQuestions)[0], (typeof freeQuestions)[0]]
  test('is published without scores', async () => {
    await createFree(20)
    expect(await database.owner`SELECT scoring, shape FROM sf36_version WHERE version = 20`).toEqual([
      {
        scoring: 'none',
        shape: [
          [3, 2],
          [2, 0],
        ],
      },
    ])
  })

  test.each<[string, FreeVersion, string]>([
    ['with the scores of the SF-36', { scoring: 'sf36' }, 'sf36_version_structure'],
    ['with unknown scores', { scoring: 'x' }, 'sf36_version_scoring'],
    ['with other questions in English', { en: freeQuestions.slice(1) }, 'sf36_version_structure'],
    ['with other answers in English', { en: [first, { ...second, options: ['1', '2', '3'] }] }, 'sf36_version_structure'],
    ['with something else than questions', { en: [1, 2] }, 'sf36_version_structure'],
    ['without English', { en: undefined }, 'sf36_version_structure'],
    [
      'with 51 questions',
      { it: Array.from({ length: 51 }, () => second), en: Array.from({ length: 51 }, () => second) },
      'sf36_version_structure',
    ],
    ['without a question', { it: [], en: [] }, 'sf36_version_complete'],
    ['with one answer', { it: [{ ...second, options: ['1'] }], en: [{ ...second, options: ['1'] }] }, 'sf36_version_complete'],
    ['with an empty text', { it: [{ ...second, text: '' }], en: [second] }, 'sf36_version_complete'],
  ])('one %s is rejected', async (_case, version, constraint) => {
    const insert =
      'en' in version && version.en === undefined
        ? database.owner`INSERT INTO sf36_version (version, description_it, description_en, scoring, content) VALUES (21, 'x', 'x', 'none', ${JSON.stringify({ it: freeQuestions })})`
        : createFree(21, version)
    expect(await catchQueryError(insert)).toMatchObject({ constraint_name: constraint })
  })

  test('a draft may be without items', async () => {
    await createFree(22, { it: [], en: [], published: false })
    await database.owner`DELETE FROM sf36_version WHERE version = 22`
  })

  test.each<[string, Filled]>([
    ['ten answers', { answers: firstSf36Options }],
    ['a number for sub-questions', { answers: [1, 1] }],
    ['a missing sub-answer', { answers: [[1], 1] }],
    ['an option after the last', { answers: [[1, 4], 1] }],
    ['a list for one item', { answers: [[1, 3], [1]] }],
    ['no answers', { answers: [] }],
  ])('the database rejects %s', async (_case, { answers }) => {
    const { id } = await database.createPatient({ consents: allConsents })
    expect(await catchQueryError(fill(id, { answers, version: 20, score: null }))).toMatchObject({
      constraint_name: 'sf36_response_answers',
    })
  })

  test('its answers are stored without scores', async () => {
    const { id } = await database.createPatient({ consents: allConsents })
    const answers = [[3, 1], 2]
    expect(await catchQueryError(fill(id, { answers, version: 20 }))).toMatchObject({ constraint_name: 'sf36_response_unscored' })
    await fill(id, { answers, version: 20, score: null })
    expect(await database.owner`SELECT answers FROM sf36_response WHERE patient_id = ${id}`).toEqual([{ answers }])
  })
})

type Filled = { readonly answers?: unknown; readonly version?: number; readonly hash?: string; readonly score?: number | null }

const fill = (patientId: number, { answers = firstSf36Options, version = 1, hash, score = 50 }: Filled = {}, asPatient = patientId) =>
  withTransaction(
    database.server,
    patientContext(asPatient),
    ({ sql }) => sql`
      INSERT INTO sf36_response (patient_id, key, version, language, shown_hash, answers, pf)
      VALUES (${patientId}, ${randomUUID()}, ${version}, 'it', ${hash ?? null}, ${JSON.stringify(answers)}, ${score})`,
  )

describe('REQ-PAT-13: filled questionnaires', () => {
  test('patients store and read their own ones, with the hash of the words', async () => {
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
  ])('the database rejects %s', async (_case, filled, constraint) => {
    if (filled.version === 3) await createVersion(3, false)
    const { id } = await database.createPatient({ consents: allConsents })
    expect(await catchQueryError(fill(id, filled))).toMatchObject({ constraint_name: constraint })
  })
})
