import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPoints } from '../consent-hash.ts'
import type { DocumentPoint } from '../schema/consents.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { makeCentre, makePatient, sendTexts } from '../testing/fixtures.ts'

let database: TestDatabase
let hashes: Readonly<Record<string, { readonly it: string; readonly en: string }>>
beforeAll(async () => {
  database = await testDatabase()
  await makeCentre(database.owner, 'RM01')
  const documents = await database.owner<
    { kind: string; it: string; en: string }[]
  >`SELECT kind, hash_it AS it, hash_en AS en FROM consent_document`
  hashes = Object.fromEntries(documents.map(({ kind, ...both }) => [kind, both]))
})
afterAll(() => database.dispose())

const newPatient = async (): Promise<string> =>
  (await makePatient(database.owner, { centre: 'RM01', centerId: crypto.randomUUID() })).subject

/** An answer as MyConsent gives it, in Italian, to texts that were sent. */
const whole = {
  field: 'C_DB_P',
  answer: 'true',
  kind: 'consents',
  version: 1,
  language: 'it',
  client: 'myconsent',
  information_version: 1,
  preliminary_version: 1,
  channel: 'patient',
  actor: 'patient',
}
const add = (subject: string, changed: Readonly<Record<string, unknown>> = {}) =>
  database.owner`INSERT INTO consent_event ${database.owner({ ...whole, subject, ...changed })}`
const send = (subject: string, text: Readonly<Record<string, unknown>>) =>
  database.owner`INSERT INTO consent_text_sent ${database.owner({ client: 'myconsent', version: 1, language: 'it', subject, ...text })}`
const publish = (kind: string, version: number, at = new Date().toISOString()) =>
  database.owner`
    INSERT INTO consent_document (kind, version, content, published_at)
    SELECT kind, ${version}, content, ${at} FROM consent_document WHERE kind = ${kind} AND version = 1`

describe('THREAT-34: the database binds an answer to the texts that were shown', () => {
  test('it computes the hashes of all of them', async () => {
    const subject = await newPatient()
    await sendTexts(database.owner, subject)
    await add(subject)
    expect(
      await database.owner`SELECT shown_hash, information_hash, preliminary_hash FROM consent_event WHERE subject = ${subject}`,
    ).toEqual([
      { shown_hash: hashes['consents']?.it, information_hash: hashes['information']?.it, preliminary_hash: hashes['preliminary']?.it },
    ])
  })

  const zeros = '0'.repeat(64)
  test.each<[string, () => Readonly<Record<string, unknown>>, string]>([
    ['a hash of zeros', () => ({ shown_hash: zeros }), 'consent_event_hash'],
    ['the hash of the other language', () => ({ shown_hash: hashes['consents']?.en }), 'consent_event_hash'],
    ['the hash of another text', () => ({ shown_hash: hashes['preliminary']?.it }), 'consent_event_hash'],
    ['a hash of zeros for the information', () => ({ information_hash: zeros }), 'consent_event_hash'],
    ['a hash of zeros for the preliminary questions', () => ({ preliminary_hash: zeros }), 'consent_event_hash'],
    ['an unknown field', () => ({ field: 'C_UNKNOWN' }), 'consent_event_field'],
    ['an unknown field without a document', () => ({ field: 'C_OTHER', kind: null, channel: 'system' }), 'consent_event_evidence'],
    ['an unknown version', () => ({ version: 99, shown_hash: zeros }), 'consent_event_document'],
    ['no version', () => ({ version: null }), 'consent_event_evidence'],
    ['no information text', () => ({ information_version: null }), 'consent_event_information'],
    ['no preliminary text', () => ({ preliminary_version: null }), 'consent_event_preliminary'],
    ['no program', () => ({ client: null }), 'consent_event_client'],
    ['an unknown language', () => ({ language: 'fr', shown_hash: zeros }), 'consent_event_hash'],
    ['a language in which it was not sent', () => ({ language: 'en' }), 'consent_event_sent'],
    ['a program to which it was not sent', () => ({ client: 'legacy' }), 'consent_event_sent'],
    ['an answer older than its text', () => ({ at: '2001-01-01T00:00:00Z' }), 'consent_event_published'],
    ['the information in a language that was not sent', () => ({ information_hash: hashes['information']?.en }), 'consent_event_sent'],
  ])('%s is refused', async (_what, changed, constraint) => {
    const subject = await newPatient()
    await sendTexts(database.owner, subject)
    await expect(add(subject, changed())).rejects.toMatchObject({ constraint_name: constraint })
    await add(subject)
  })

  test.each(['information', 'preliminary', 'consents'])('without the %s text sent to this patient it is refused', async (missing) => {
    const [subject, other] = [await newPatient(), await newPatient()]
    await sendTexts(database.owner, other)
    for (const kind of ['information', 'preliminary', 'consents']) if (kind !== missing) await send(subject, { kind })
    await expect(add(subject)).rejects.toMatchObject({ constraint_name: 'consent_event_sent' })
    await send(subject, { kind: missing })
    await add(subject)
  })

  test.each(['information', 'preliminary', 'consents'] as const)('a version of the %s text that was not sent is refused', async (kind) => {
    await publish(kind, 7)
    const subject = await newPatient()
    await sendTexts(database.owner, subject)
    const versions = { information: 'information_version', preliminary: 'preliminary_version', consents: 'version' }
    for (const text of ['information', 'preliminary', 'consents']) await send(subject, { kind: text })
    await add(subject)
    await add(subject, { [versions[kind]]: 7 })
    const another = await newPatient()
    for (const text of ['information', 'preliminary', 'consents']) await send(another, { kind: text })
    await expect(add(another, { [versions[kind]]: 7 })).rejects.toMatchObject({ constraint_name: 'consent_event_sent' })
  })
})

describe('D8: the choice of a withdrawal is an answer to a text', () => {
  const choose = (subject: string, changed: Readonly<Record<string, unknown>> = {}) => {
    const choice = { subject, field: 'C_DB_NO_NOTIFICATION', answer: '"v1"', channel: 'patient', actor: 'patient', ...changed }
    return database.owner`INSERT INTO consent_event ${database.owner(choice)}`
  }
  const evidence = (subject: string) =>
    database.owner`SELECT kind, version, language, shown_hash FROM consent_event WHERE subject = ${subject} AND field = 'C_DB_NO_NOTIFICATION'`

  test('it is bound to the text of the choices published last, in the language of the patient', async () => {
    const [italian, english] = [await newPatient(), await newPatient()]
    await choose(italian)
    expect(await evidence(italian)).toEqual([{ kind: 'withdrawal', version: 1, language: 'it', shown_hash: hashes['withdrawal']?.it }])
    await choose(english, { language: 'en' })
    expect(await evidence(english)).toEqual([{ kind: 'withdrawal', version: 1, language: 'en', shown_hash: hashes['withdrawal']?.en }])
  })

  test('a text published after it is not its text', async () => {
    await publish('withdrawal', 2, '2999-01-01T00:00:00Z')
    const subject = await newPatient()
    await choose(subject)
    expect(await evidence(subject)).toMatchObject([{ version: 1 }])
  })
})

describe('D8: the hash of a text', () => {
  const point: fc.Arbitrary<DocumentPoint> = fc.oneof(
    fc.record({ type: fc.constantFrom('title' as const, 'text' as const), text: fc.string({ unit: 'binary' }) }),
    fc.record({
      type: fc.constant('radio' as const),
      text: fc.string({ unit: 'grapheme' }),
      options: fc.array(fc.string(), { minLength: 3, maxLength: 4 }),
      field: fc.string(),
    }),
  )
  const withoutNul = (points: readonly DocumentPoint[]): DocumentPoint[] =>
    JSON.parse(JSON.stringify(points).replaceAll(String.raw`\u0000`, ' ')) as DocumentPoint[]

  test('is the same in the database and in the program, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(point, { maxLength: 6 }).map(withoutNul), async (points) => {
        const [computed] = await database.owner`SELECT hash_consent_text(${database.owner.json(points)}) AS hash`
        expect(computed?.['hash']).toBe(hashPoints(points))
      }),
      { numRuns: 200 },
    )
  })

  test('changes with every part of it', async () => {
    const points: DocumentPoint[] = [
      { type: 'title', text: 'Titolo' },
      { type: 'text', text: 'Testo' },
      { type: 'radio', text: 'Domanda', options: ['a', 'b', 'c'], field: 'C_A' },
    ]
    const [title, text, question] = points as [DocumentPoint, DocumentPoint, Extract<DocumentPoint, { type: 'radio' }>]
    const changed: readonly (readonly DocumentPoint[])[] = [
      [{ ...title, text: 'Altro' }, text, question],
      [{ type: 'text', text: 'Titolo' }, text, question],
      [title, { ...text, text: 'Testo.' }, question],
      [title, text, { ...question, text: 'Domanda?' }],
      [title, text, { ...question, options: ['a', 'c', 'b'] }],
      [title, text, { ...question, options: ['a', 'b'] }],
      [title, text, { ...question, options: ['a', 'b', 'c '] }],
      [title, text, { ...question, field: 'C_B' }],
      [text, title, question],
      [title, text],
      [title, text, question, text],
    ]
    const inDatabase = async (each: readonly DocumentPoint[]) =>
      (await database.owner`SELECT hash_consent_text(${database.owner.json([...each])}) AS hash`)[0]?.['hash'] as string
    const all = [points, ...changed]
    expect(new Set(all.map(hashPoints)).size).toBe(all.length)
    expect(new Set(await Promise.all(all.map(inDatabase))).size).toBe(all.length)
  })

  const yesOrNo = (options: readonly string[], field = 'C_A'): DocumentPoint => ({ type: 'radio', text: '?', options, field })
  const italian = [yesOrNo(['Sì', 'No'])]
  test.each<[string, unknown, string]>([
    ['a hash that is not its own', { it: italian, en: [yesOrNo(['Yes', 'No'])] }, 'consent_document_hash'],
    ['English options swapped', { it: italian, en: [yesOrNo(['No', 'Yes'])] }, 'consent_document_yes_first'],
    ['Italian options swapped', { it: [yesOrNo(['No', 'Sì'])], en: [yesOrNo(['Yes', 'No'])] }, 'consent_document_yes_first'],
    ['another field in English', { it: italian, en: [yesOrNo(['Yes', 'No'], 'C_B')] }, 'consent_document_languages'],
    ['more points in English', { it: italian, en: [yesOrNo(['Yes', 'No']), { type: 'text', text: '' }] }, 'consent_document_languages'],
    ['more options in English', { it: italian, en: [yesOrNo(['Yes', 'No', 'Maybe'])] }, 'consent_document_languages'],
  ])('a document with %s is not published', async (_what, content, constraint) => {
    const hash = constraint === 'consent_document_hash' ? '0'.repeat(64) : null
    const published = database.owner`
      INSERT INTO consent_document (kind, version, content, hash_it) VALUES ('consents', 50, ${JSON.stringify(content)}, ${hash})`
    await expect(published).rejects.toMatchObject({ constraint_name: constraint })
  })
})

test('D8: the record of sent texts holds no time, and is never changed', async () => {
  const subject = await newPatient()
  await Promise.all([1, 2, 3, 4].map(() => send(subject, { kind: 'consents' })))
  const rows = await database.owner`SELECT * FROM consent_text_sent WHERE subject = ${subject} ORDER BY seq`
  expect(rows.map(({ seq }) => seq as number)).toEqual([1, 2, 3, 4])
  expect(Object.keys(rows[0] ?? {})).toEqual(['subject', 'seq', 'client', 'kind', 'version', 'language'])
  await expect(database.owner`UPDATE consent_text_sent SET language = 'en' WHERE subject = ${subject}`).rejects.toThrow('never changed')
})
