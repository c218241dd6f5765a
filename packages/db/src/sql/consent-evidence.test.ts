import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashParagraphs } from '../consent-hash.ts'
import type { DocumentParagraph } from '../schema/consents.ts'
import { sendDocuments } from '../testing/fixtures.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase('RM01')
let hashes: Readonly<Record<string, { readonly it: string; readonly en: string }>>
beforeAll(async () => {
  const documents = await database.owner<
    { kind: string; it: string; en: string }[]
  >`SELECT kind, hash_it AS it, hash_en AS en FROM consent_document ORDER BY version`
  hashes = Object.fromEntries(documents.map(({ kind, ...both }) => [kind, both]))
})

const createSubject = async (): Promise<string> => (await database.createPatient()).subject

/** The newest versions of the seed. */
const newest = { information: 4, preliminary: 2, consents: 3, withdrawal: 4 } as const
type Kind = keyof typeof newest

/** A valid answer as MyConsent stores it, in Italian, to documents that were sent. */
const validAnswer = {
  field: 'C_DB_P',
  answer: 'true',
  kind: 'consents',
  version: newest.consents,
  language: 'it',
  client: 'myconsent',
  information_version: newest.information,
  preliminary_version: newest.preliminary,
  channel: 'patient',
  actor: 'patient',
}
const addAnswer = (subject: string, changed: Readonly<Record<string, unknown>> = {}) =>
  database.owner`INSERT INTO consent_event ${database.owner({ ...validAnswer, subject, ...changed })}`
const sendText = (subject: string, kind: Kind) =>
  database.owner`INSERT INTO consent_document_sent ${database.owner({ client: 'myconsent', kind, version: newest[kind], language: 'it', subject })}`
const publish = (kind: string, version: number, at = new Date().toISOString()) =>
  database.owner`
    INSERT INTO consent_document (kind, version, content, published_at)
    SELECT kind, ${version}, content, ${at} FROM consent_document WHERE kind = ${kind} AND version = 1`

describe('THREAT-34: the database binds an answer to the shown texts', () => {
  test('it computes the hashes of all texts', async () => {
    const subject = await createSubject()
    await sendDocuments(database.owner, subject)
    await addAnswer(subject)
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
  ])('%s is rejected', async (_what, changed, constraint) => {
    const subject = await createSubject()
    await sendDocuments(database.owner, subject)
    await expect(addAnswer(subject, changed())).rejects.toMatchObject({ constraint_name: constraint })
    await addAnswer(subject)
  })

  test.each(['information', 'preliminary', 'consents'] as const)(
    'without the %s text sent to this patient it is rejected',
    async (missing) => {
      const [subject, other] = [await createSubject(), await createSubject()]
      await sendDocuments(database.owner, other)
      for (const kind of ['information', 'preliminary', 'consents'] as const) if (kind !== missing) await sendText(subject, kind)
      await expect(addAnswer(subject)).rejects.toMatchObject({ constraint_name: 'consent_event_sent' })
      await sendText(subject, missing)
      await addAnswer(subject)
    },
  )

  test.each(['information', 'preliminary', 'consents'] as const)('a version of the %s text that was not sent is rejected', async (kind) => {
    await publish(kind, 7)
    const subject = await createSubject()
    await sendDocuments(database.owner, subject)
    const versions = { information: 'information_version', preliminary: 'preliminary_version', consents: 'version' }
    for (const text of ['information', 'preliminary', 'consents'] as const) await sendText(subject, text)
    await addAnswer(subject)
    await addAnswer(subject, { [versions[kind]]: 7 })
    const another = await createSubject()
    for (const text of ['information', 'preliminary', 'consents'] as const) await sendText(another, text)
    await expect(addAnswer(another, { [versions[kind]]: 7 })).rejects.toMatchObject({ constraint_name: 'consent_event_sent' })
  })
})

describe('REQ-CON-06: the choice of a withdrawal answers a text', () => {
  const choose = (subject: string, changed: Readonly<Record<string, unknown>> = {}) => {
    const choice = { subject, field: 'C_DB_NO_NOTIFICATION', answer: '"v1"', channel: 'patient', actor: 'patient', ...changed }
    return database.owner`INSERT INTO consent_event ${database.owner(choice)}`
  }
  const evidence = (subject: string) =>
    database.owner`SELECT kind, version, language, shown_hash FROM consent_event WHERE subject = ${subject} AND field = 'C_DB_NO_NOTIFICATION'`

  test('it is bound to the newest published text of the choices, in the language of the patient', async () => {
    const [italian, english] = [await createSubject(), await createSubject()]
    await choose(italian)
    expect(await evidence(italian)).toEqual([
      { kind: 'withdrawal', version: newest.withdrawal, language: 'it', shown_hash: hashes['withdrawal']?.it },
    ])
    await choose(english, { language: 'en' })
    expect(await evidence(english)).toEqual([
      { kind: 'withdrawal', version: newest.withdrawal, language: 'en', shown_hash: hashes['withdrawal']?.en },
    ])
  })

  test('a text published later is not its text', async () => {
    await publish('withdrawal', 9, '2999-01-01T00:00:00Z')
    const subject = await createSubject()
    await choose(subject)
    expect(await evidence(subject)).toMatchObject([{ version: newest.withdrawal }])
  })
})

describe('REQ-CON-04: the hash of a text', () => {
  const paragraph: fc.Arbitrary<DocumentParagraph> = fc.oneof(
    fc.record({ type: fc.constantFrom('title' as const, 'summary' as const, 'text' as const), text: fc.string({ unit: 'binary' }) }),
    fc.record({
      type: fc.constant('radio' as const),
      text: fc.string({ unit: 'grapheme' }),
      options: fc.array(fc.string(), { minLength: 3, maxLength: 4 }),
      field: fc.string(),
    }),
  )
  const withoutNul = (paragraphs: readonly DocumentParagraph[]): DocumentParagraph[] =>
    JSON.parse(JSON.stringify(paragraphs).replaceAll(String.raw`\u0000`, ' ')) as DocumentParagraph[]

  test('is the same in the database and in the program for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(paragraph, { maxLength: 6 }).map(withoutNul), async (paragraphs) => {
        const [computed] = await database.owner`SELECT hash_consent_document(${database.owner.json(paragraphs)}) AS hash`
        expect(computed?.['hash']).toBe(hashParagraphs(paragraphs))
      }),
      { numRuns: 200 },
    )
  })

  test('changes with every part of it', async () => {
    const paragraphs: DocumentParagraph[] = [
      { type: 'title', text: 'Titolo' },
      { type: 'text', text: 'Testo' },
      { type: 'radio', text: 'Domanda', options: ['a', 'b', 'c'], field: 'C_A' },
    ]
    const [title, text, question] = paragraphs as [DocumentParagraph, DocumentParagraph, Extract<DocumentParagraph, { type: 'radio' }>]
    const changed: readonly (readonly DocumentParagraph[])[] = [
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
    const hashInDatabase = async (each: readonly DocumentParagraph[]) =>
      (await database.owner`SELECT hash_consent_document(${database.owner.json([...each])}) AS hash`)[0]?.['hash'] as string
    const all = [paragraphs, ...changed]
    expect(new Set(all.map(hashParagraphs)).size).toBe(all.length)
    expect(new Set(await Promise.all(all.map(hashInDatabase))).size).toBe(all.length)
  })

  const yesOrNo = (options: readonly string[], field = 'C_A'): DocumentParagraph => ({ type: 'radio', text: '?', options, field })
  const italian = [yesOrNo(['Sì', 'No'])]
  test.each<[string, unknown, string]>([
    ['a hash that is not its own', { it: italian, en: [yesOrNo(['Yes', 'No'])] }, 'consent_document_hash'],
    ['English options swapped', { it: italian, en: [yesOrNo(['No', 'Yes'])] }, 'consent_document_yes_first'],
    ['Italian options swapped', { it: [yesOrNo(['No', 'Sì'])], en: [yesOrNo(['Yes', 'No'])] }, 'consent_document_yes_first'],
    ['another field in English', { it: italian, en: [yesOrNo(['Yes', 'No'], 'C_B')] }, 'consent_document_languages'],
    ['more paragraphs in English', { it: italian, en: [yesOrNo(['Yes', 'No']), { type: 'text', text: '' }] }, 'consent_document_languages'],
    ['more options in English', { it: italian, en: [yesOrNo(['Yes', 'No', 'Maybe'])] }, 'consent_document_languages'],
  ])('a document with %s is not published', async (_what, content, constraint) => {
    const hash = constraint === 'consent_document_hash' ? '0'.repeat(64) : null
    const published = database.owner`
      INSERT INTO consent_document (kind, version, content, hash_it) VALUES ('consents', 50, ${JSON.stringify(content)}, ${hash})`
    await expect(published).rejects.toMatchObject({ constraint_name: constraint })
  })
})

test('REQ-CON-08: the record of sent texts has no time and never changes', async () => {
  const subject = await createSubject()
  await Promise.all([1, 2, 3, 4].map(() => sendText(subject, 'consents')))
  const rows = await database.owner`SELECT * FROM consent_document_sent WHERE subject = ${subject} ORDER BY seq`
  expect(rows.map(({ seq }) => seq as number)).toEqual([1, 2, 3, 4])
  expect(Object.keys(rows[0] ?? {})).toEqual(['subject', 'seq', 'client', 'kind', 'version', 'language'])
  await expect(database.owner`UPDATE consent_document_sent SET language = 'en' WHERE subject = ${subject}`).rejects.toThrow('never changed')
})
