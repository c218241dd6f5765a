import { referenceTables } from '@registry/domain/reference/tables'
import { expect, test } from 'vitest'
import { hashParagraphs } from '../consent-hash.ts'
import type { DocumentContent, DocumentParagraph } from '../schema/consents.ts'
import { seedReference } from './reference.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase()

test('REQ-ADM-04: every reference table has its rows, except the view of the studies', async () => {
  const counted = await database.owner<{ name: string }[]>`SELECT DISTINCT table_name AS name FROM reference_value`
  const filled = [...counted.map(({ name }) => name), 'geotree', 'svc_clinical_study']
  expect(filled.toSorted()).toEqual(referenceTables.toSorted())
  const [total] = await database.owner`SELECT (SELECT count(*) FROM reference_value) + (SELECT count(*) FROM geotree) AS rows`
  expect(total).toEqual({ rows: 759 })
})

test('REQ-GEO-01: the geotree is one tree from the world to the regions', async () => {
  expect(await database.owner`SELECT id FROM geotree WHERE parent IS NULL`).toEqual([{ id: 'W' }])
  expect(await database.owner`SELECT FROM geotree g WHERE leaf = EXISTS (SELECT FROM geotree c WHERE c.parent = g.id)`).toHaveLength(0)
  expect(await database.owner`SELECT count(*) AS n FROM area_subtree(ARRAY['W'])`).toEqual([{ n: 28 }])
  expect(await database.owner`SELECT area_subtree(ARRAY['ITG']) AS id ORDER BY 1`).toEqual([{ id: 'ITG' }, { id: 'ITG1' }, { id: 'ITG2' }])
})

test('seeding again keeps rows that an administrator changed or deleted', async () => {
  await database.owner`UPDATE reference_value SET trans_it = 'Donna' WHERE table_name = 'svc_sex' AND id = 'F'`
  await database.owner`DELETE FROM reference_value WHERE table_name = 'svc_sex' AND id = 'U'`
  await database.owner`UPDATE setting SET value = '7' WHERE key = 'otp_minute_duration'`
  await seedReference(database.addresses.owner)
  expect(await database.owner`SELECT id, trans_it FROM reference_value WHERE table_name = 'svc_sex' ORDER BY position`).toEqual([
    { id: 'F', trans_it: 'Donna' },
    { id: 'M', trans_it: 'Maschio' },
  ])
  expect(await database.owner`SELECT value FROM setting WHERE key = 'otp_minute_duration'`).toEqual([{ value: '7' }])
  expect(await database.owner`SELECT count(*) AS n FROM consent_document`).toEqual([{ n: 15 }])
})

type Radio = Extract<DocumentParagraph, { type: 'radio' }>
const listQuestions = (paragraphs: readonly DocumentParagraph[]): Radio[] =>
  paragraphs.filter((paragraph): paragraph is Radio => paragraph.type === 'radio')

test('REQ-CON-01: documents have the same structure in both languages, and the hashes of the stored texts', async () => {
  const documents = await database.owner<
    { kind: string; content: DocumentContent; hash_it: string; hash_en: string }[]
  >`SELECT kind, content, hash_it, hash_en FROM consent_document`
  expect([...new Set(documents.map(({ kind }) => kind))].toSorted()).toEqual([
    'assent_adolescent',
    'assent_child',
    'consents',
    'information',
    'preliminary',
    'withdrawal',
  ])
  for (const { content, hash_it, hash_en } of documents) {
    expect([hash_it, hash_en]).toEqual([hashParagraphs(content.it), hashParagraphs(content.en)])
    const shape = (paragraphs: readonly DocumentParagraph[]) =>
      paragraphs.map((paragraph) => (paragraph.type === 'radio' ? [paragraph.field, paragraph.options.length] : paragraph.type))
    expect(shape(content.it)).toEqual(shape(content.en))
  }
})

/** The hashes of published documents, which never change. A new wording is a new version (REQ-CON-01). */
const published = {
  information: {
    it: '55e257c7db590d080827c1373098d6b63170d5da997e691bb231b0b2162f29d8',
    en: 'bdb129bd0e2e8d9cbe0625d3997c5654461d7333a74cb1f21112f3e6f390ea30',
  },
  preliminary: {
    it: '7fe2ec6082b4528ec4982d437e0bb3abcd3dff5e976202a6bc4b652502cfe952',
    en: 'c48f53de33f3953bd51ddacc802dc96ae2962e07a525415bce9133be423d9725',
  },
  consents: {
    it: '329bde22ad0f9af01650a1643b42e6865612d929fd50a782e59744d09f4d20b1',
    en: 'd4be0bc3d31bd98a8b56e8a1feeb6ab153158240db6c876fcf93ae8c34dcaf5f',
  },
  withdrawal: {
    it: 'fce1fc66743092a9d2edc3a565f0cd0dcb8466bb7ca51a86674f82d9dba9e4eb',
    en: '63f79a2511072e12effe569507357fba46450f17f5c33054cfe655966e561a1b',
  },
  assent_child: {
    it: '5d674a7f1db97209ef6e47b04b32b8dbddc8b8dfa08946d65321c5c6d54613ef',
    en: '5796decc034e05495d0bc7cc8555b586c2f560807d7f001025b73b2a3f590771',
  },
  assent_adolescent: {
    it: 'd374446475c87b22df610656a031a0fe2a90d9b4b6ef65f528e865b4f244b69d',
    en: '1f89bb2023a84a8d6cdefdfd6479a83be57fd6208f8433522783549642d980e4',
  },
}

const publishedLater = {
  information: {
    it: 'ded0ec592f3e01637a371c2ddf6a09da5e6273a785dce14d6c67704d20b2bed7',
    en: '14d06abfc0bbda336d92f092411ce022a80d7e27592b698fe4189e2195a71728',
  },
  consents: {
    it: 'b1ee957b1944f7a9c932dcb55c76d5c4a340a480b55cbf0fc53d841362fcd74a',
    en: 'ca1b254b380a59c80a1904bfa7d206da1d750ff4e9469c29492ba90c35b2d7b6',
  },
  preliminary: {
    it: 'a9e7c33736a7df3267a3dd3e21f1a29570456a6ac600631d619f3a3d33a1ffe6',
    en: 'd1a14994685c2aaa2486de32e77b4bfcccc4a739de6c7555b21e014d98a55e84',
  },
  withdrawal: {
    it: '794c9663b6848a73601daa6390965290dc54505d2960e21d06a1f01f4a73bf59',
    en: 'be933b8749a0dc8fef7fe65bf480456ff5f7a29cccccc6c58e19e7182d544226',
  },
}

const publishedThird = {
  information: {
    it: '3296d7c407997876ae0950c103734b85bc39484e8081429d33f3739e847e6511',
    en: '9df2a51214059df11da78807d6806ba2e96334a4e2cd8c04bb10b929e8e24e99',
  },
  consents: {
    it: 'e458196acb1e5e0ec2c74a30bc4af20f07654655a53870d8a5dd0fc07d72ed8c',
    en: '1768d5e9ed1e7d591446c660dfe6bc13c9d58e955a0d4e92fc9b5b6216558250',
  },
  withdrawal: {
    it: '32bb63ba23a04d850bb128a2003f82cbe90ec4c4d192057224db93e3ba1fcf6d',
    en: '1d41eb8a05abbb252b5ed94d8a1b6fa4578032c599ff52e82f59636fa19d1e1c',
  },
}

const publishedFourth = {
  information: {
    it: '9d9b27338f0871679c442503f75311ee9339391cd19743a5bb86c2188a6e36a8',
    en: '865ca5e85305ec4b6131170afb73ce519d5a8845a48b95ca21e1a009f3235a5a',
  },
  withdrawal: {
    it: '32bb63ba23a04d850bb128a2003f82cbe90ec4c4d192057224db93e3ba1fcf6d',
    en: '06e5498191e274462387ef5f645e8a7cf5a61da0f0c4042cf414dd740cdde4d9',
  },
}

test.each([
  [1, published],
  [2, publishedLater],
  [3, publishedThird],
  [4, publishedFourth],
])('REQ-CON-01: version %i has the published wording', async (version, expected) => {
  const documents = await database.owner<{ kind: string; it: string; en: string }[]>`
    SELECT kind, hash_it AS it, hash_en AS en FROM consent_document WHERE version = ${version}`
  expect(Object.fromEntries(documents.map(({ kind, ...hashes }) => [kind, hashes]))).toEqual(expected)
})

test('REQ-CON-01: version 2 has one word for clinical data, a summary of each section, and the same questions as version 1', async () => {
  const documents = await database.owner<{ kind: string; version: number; content: DocumentContent; renew: boolean }[]>`
    SELECT kind, version, content, needs_new_answer AS renew FROM consent_document ORDER BY version`
  for (const { kind, content, renew } of documents.filter(({ version }) => version === 2)) {
    expect(JSON.stringify(content)).not.toMatch(/dati medici|e medici|quelli medici|medical data/i)
    expect(renew).toBe(false)
    const first = documents.find((document) => document.kind === kind)
    const listFields = (document: DocumentContent | undefined) => listQuestions(document?.it ?? []).map(({ field }) => field)
    expect(listFields(content)).toEqual(listFields(first?.content))
  }
  const information = documents.find(({ kind, version }) => kind === 'information' && version === 2)?.content
  for (const paragraphs of [information?.it ?? [], information?.en ?? []]) {
    const titles = paragraphs.flatMap(({ type }, index) => (type === 'title' ? [index] : []))
    expect(titles).toHaveLength(10)
    for (const index of titles) expect(paragraphs[index + 1]).toMatchObject({ type: 'summary', text: expect.stringMatching(/^[^.]+\.$/) })
  }
})

test('REQ-CON-01: the newest versions use plainer words, ask the same questions and need no new answer', async () => {
  const documents = await database.owner<{ kind: string; version: number; content: DocumentContent; renew: boolean }[]>`
    SELECT kind, version, content, needs_new_answer AS renew FROM consent_document
    WHERE kind IN ('information', 'consents', 'withdrawal') ORDER BY version`
  const newest = new Map(documents.map((document) => [document.kind, document]))
  const replaced =
    /da solo in quest’area|dati partono|any doubt|stands apart|few people may|calmly|genetic ones|binds you|data leave|keyed fingerprint|year stays/
  for (const { kind, version, content, renew } of newest.values()) {
    const previous = documents.find((document) => document.kind === kind && document.version === version - 1)?.content
    expect(JSON.stringify(previous)).toMatch(replaced)
    expect(JSON.stringify(content)).not.toMatch(replaced)
    expect(renew).toBe(false)
    for (const language of ['it', 'en'] as const) {
      const shape = (paragraphs: readonly DocumentParagraph[] = []) =>
        paragraphs.map((paragraph) => (paragraph.type === 'radio' ? [paragraph.field, paragraph.options] : paragraph.type))
      expect(shape(content[language])).toEqual(shape(previous?.[language]))
    }
  }
})

test('REQ-CON-01: seeding again publishes missing versions, except of a document that the installation published itself', async () => {
  const listVersions = async (kind: string) =>
    (await database.owner<{ version: number }[]>`SELECT version FROM consent_document WHERE kind = ${kind} ORDER BY version`).map(
      ({ version }) => version,
    )
  await database.owner.begin(async (sql) => {
    await sql`ALTER TABLE consent_document DISABLE TRIGGER prevent_change`
    await sql`DELETE FROM consent_document WHERE (kind, version) IN (('information', 4), ('consents', 3))`
    await sql`UPDATE consent_document SET published_by = 'ga@example.org' WHERE kind = 'information' AND version = 3`
    await sql`ALTER TABLE consent_document ENABLE TRIGGER prevent_change`
  })
  await seedReference(database.addresses.owner)
  expect(await listVersions('consents')).toEqual([1, 2, 3])
  expect(await listVersions('information')).toEqual([1, 2, 3])
})

test('REQ-CON-02: the first of two options is Yes in both languages', async () => {
  const contents = await database.owner<{ content: DocumentContent }[]>`SELECT content FROM consent_document`
  const pairs = (language: 'it' | 'en') =>
    contents
      .flatMap(({ content }) => listQuestions(content[language]))
      .flatMap(({ options }) => (options.length === 2 ? [options.join(' ')] : []))
  expect(new Set(pairs('it'))).toEqual(new Set(['Sì No']))
  expect(new Set(pairs('en'))).toEqual(new Set(['Yes No']))
  expect(pairs('en')).toHaveLength(30)
})

test('REQ-CON-02, REQ-CON-03: six preliminary questions, ten topics, and seven questions with their options', async () => {
  const documents = await database.owner<{ kind: string; content: DocumentContent }[]>`SELECT kind, content FROM consent_document`
  const findParagraphs = (kind: string) => documents.find((document) => document.kind === kind)?.content.it ?? []
  expect(listQuestions(findParagraphs('preliminary')).map(({ options }) => options)).toEqual(Array.from({ length: 6 }, () => ['Sì', 'No']))
  expect(findParagraphs('information').filter(({ type }) => type === 'title')).toHaveLength(10)
  expect(listQuestions(findParagraphs('consents')).map(({ field, options }) => [field, options.length])).toEqual([
    ['C_DB_P', 2],
    ['C_DB_M', 2],
    ['C_S', 2],
    ['C_EXTRAEU', 2],
    ['C_P_DB', 2],
    ['C_F', 2],
    ['C_INCIDENTAL', 3],
  ])
})

test('REQ-ACC-02: the first start can require a second factor for all staff; later starts keep the setting', async () => {
  const readRequired = async () =>
    (await database.owner<{ value: string }[]>`SELECT value FROM setting WHERE key = 'staff_totp_required'`).map(({ value }) => value)
  expect(await readRequired()).toEqual(['false'])
  await database.owner`DELETE FROM setting WHERE key = 'staff_totp_required'`
  await seedReference(database.addresses.owner, { staff_totp_required: 'true' })
  await seedReference(database.addresses.owner)
  expect(await readRequired()).toEqual(['true'])
})
