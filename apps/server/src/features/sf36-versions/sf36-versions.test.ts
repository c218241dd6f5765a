import { randomUUID } from 'node:crypto'
import { allConsents, firstSf36Options, makeCentre } from '@registry/db/testing/fixtures'
import { withTransaction } from '@registry/db/transaction'
import type { SavedSf36Draft } from '@registry/api-contract/sf36-versions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client
let other: Client
beforeAll(async () => {
  const now = new Date()
  server = await startTestServer({ clock: () => now })
  await makeCentre(server.database.owner, 'RM01')
  admin = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
  other = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'other@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

type Wording = Omit<SavedSf36Draft, 'saves'>
const readWording = async (version = 1): Promise<Wording> => {
  const { description, licence, scoring, content } = await admin.api.sf36Versions.detail.query({ version })
  return { description, licence, scoring, content }
}
const change = (wording: Wording, text: string, place = 0): Wording => ({
  ...wording,
  content: { ...wording.content, it: wording.content.it.with(place, { ...wording.content.it[place]!, text }) },
})
const save = ({ api }: Client, wording: Wording, saves: number) => api.sf36Versions.save.mutate({ ...wording, saves })
const discard = async () => {
  const [newest] = await admin.api.sf36Versions.list.query()
  if (newest?.publishedAt !== null) return
  const { saves } = await admin.api.sf36Versions.detail.query({ version: newest.version })
  await admin.api.sf36Versions.discard.mutate({ saves })
}
const rejected = (code: string, fields?: Record<string, unknown>) => ({ data: { detail: { code, ...(fields && { fields }) } } })

describe('REQ-PAT-21: the draft of a wording', () => {
  test('is saved as the next version, seen by GlobalAdmins only, and discarded', async () => {
    const saved = await save(admin, change(await readWording(), 'Come stai?'), 0)
    expect(saved).toMatchObject({ version: 2, saves: 1, publishedAt: null, changedBy: 'ga@example.org' })
    expect(await other.api.sf36Versions.list.query()).toMatchObject([
      { version: 2, publishedAt: null },
      { version: 1, publishedBy: null },
    ])
    const manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }])
    expect(await manager.api.sf36.versions.query()).toHaveLength(1)
    await expect(save(admin, await readWording(), 0)).rejects.toMatchObject(rejected('sf36_draft_changed'))
    await discard()
    expect(await admin.api.sf36Versions.list.query()).toHaveLength(1)
    const log = (await server.readAuditLog()).filter(({ command, outcome }) => command === 'creasf36' && outcome === 'done')
    expect(log.map(({ action, detail }) => [action, detail])).toEqual(
      expect.arrayContaining([
        ['CHANGE', 'SF-36 version 2, save 1'],
        ['DELETE', 'SF-36 draft'],
      ]),
    )
  })

  test('of two people who save it, the second reads who was first and what changed', async () => {
    const wording = await readWording()
    await save(admin, wording, 0)
    await save(admin, { ...change(wording, 'Altro', 4), licence: 'QM-1' }, 1)
    await expect(save(other, wording, 1)).rejects.toThrow(/ga@example\.org ha già modificato questa bozza \(licenza, domanda 5\)/)
    for (const attempt of [
      () => other.api.sf36Versions.publish.mutate({ saves: 1 }),
      () => other.api.sf36Versions.discard.mutate({ saves: 1 }),
    ])
      await expect(attempt()).rejects.toMatchObject(rejected('sf36_draft_changed'))
    await discard()
    await expect(save(other, wording, 2)).rejects.toMatchObject(rejected('sf36_draft_unknown'))
  })

  test('two first saves at the same moment store one', async () => {
    const wording = await readWording()
    const outcomes = await Promise.allSettled([save(admin, wording, 0), save(other, wording, 0)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await discard()
  })

  test('with scores keeps the structure of 11 questions and 36 items, and the limits', async () => {
    const wording = await readWording()
    const { it, en } = wording.content
    const attempts: [Wording, string][] = [
      [{ ...wording, content: { it: it.slice(1), en } }, 'it'],
      [{ ...wording, content: { it, en: en.with(2, { ...en[2]!, questions: en[2]!.questions.slice(1) }) } }, 'en.2'],
      [change(wording, 'à'.repeat(1001)), 'it.0.text'],
      [{ ...wording, licence: 'x'.repeat(81) }, 'licence'],
    ]
    for (const [attempt, path] of attempts)
      await expect(save(admin, attempt, 0)).rejects.toMatchObject(rejected('validation_failed', { [path]: expect.any(String) }))
    for (const broken of ['a\u0000', '\u{D800}'])
      await expect(save(admin, change(wording, broken), 0)).rejects.toMatchObject(rejected('validation_failed'))
    await save(admin, change(wording, 'à'.repeat(1000)), 0)
    await discard()
  })
})

describe('REQ-PAT-21: publication', () => {
  test('an incomplete and an unchanged draft are rejected', async () => {
    const wording = await readWording()
    await save(admin, change(wording, ''), 0)
    await expect(admin.api.sf36Versions.publish.mutate({ saves: 1 })).rejects.toMatchObject(
      rejected('validation_failed', { 'it.0.text': 'Campo obbligatorio' }),
    )
    await save(admin, wording, 1)
    await expect(admin.api.sf36Versions.publish.mutate({ saves: 2 })).rejects.toMatchObject(rejected('sf36_unchanged'))
    await discard()
    await expect(admin.api.sf36Versions.publish.mutate({ saves: 1 })).rejects.toMatchObject(rejected('sf36_draft_unknown'))
  })

  test('patients fill in the new wording, with its licence; earlier questionnaires and their prints keep their words, byte for byte', async () => {
    const patient = await server.patient({ centre: 'RM01', centrePatientCode: 'P1', consents: allConsents })
    const key = randomUUID()
    const fill = async (questionnaireKey: string) => {
      const { version, hash } = await patient.api.sf36.questionnaire.query()
      return patient.api.sf36.fill.mutate({ key: questionnaireKey, version, hash, answers: firstSf36Options })
    }
    await fill(key)
    const readEarlier = async () => {
      const printed = await patient.get(`/stampa_paziente?document=sf36example&lang=it&id=${key}`)
      return [JSON.stringify(await patient.api.sf36.response.query({ key })), Buffer.from(await printed.arrayBuffer()).toString('base64')]
    }
    const before = await readEarlier()
    const draft = await save(admin, { ...change(await readWording(), 'Come va la tua salute?'), licence: 'QM-123' }, 0)
    await admin.api.sf36Versions.publish.mutate({ saves: draft.saves })
    expect(await patient.api.sf36.questionnaire.query()).toMatchObject({
      version: draft.version,
      demonstration: false,
      questions: [{ text: 'Come va la tua salute?' }, ...Array.from({ length: 10 }, () => expect.anything())],
    })
    const filled = await fill(randomUUID())
    expect(filled).toMatchObject({ version: draft.version, scores: { PF: 0, GH: 60, BP: 100, HT: 100 } })
    expect(await readEarlier()).toEqual(before)
    const [newest] = await admin.api.sf36Versions.list.query()
    expect(newest).toMatchObject({ publishedBy: 'ga@example.org', licence: 'QM-123' })
    await expect(server.database.owner`UPDATE sf36_version SET licence = NULL WHERE version = ${draft.version}`).rejects.toThrow(
      'never changed',
    )
  })

  test('other questions, without scores, are shown to the patient, answered, printed and read back; then the SF-36 has its scores again', async () => {
    const scored = await readWording()
    const sleep: Wording = {
      description: { it: 'Questionario sul sonno', en: 'Sleep questionnaire' },
      licence: '',
      scoring: 'none',
      content: {
        it: [
          { text: 'Dormi bene?', help: '', options: ['Sì', 'No', 'A volte'], questions: [] },
          { text: 'Di notte', help: 'Le ultime quattro settimane.', options: ['Mai', 'Spesso'], questions: ['ti svegli', 'russi'] },
        ],
        en: [
          { text: 'Do you sleep well?', help: '', options: ['Yes', 'No', 'Sometimes'], questions: [] },
          { text: 'At night', help: 'The last four weeks.', options: ['Never', 'Often'], questions: ['you wake up', 'you snore'] },
        ],
      },
    }
    const draft = await save(admin, sleep, 0)
    expect(draft).toMatchObject(sleep)
    await admin.api.sf36Versions.publish.mutate({ saves: draft.saves })
    const patient = await server.patient({ centre: 'RM01', centrePatientCode: 'P2', consents: allConsents })
    const shown = await patient.api.sf36.questionnaire.query()
    expect(shown).toMatchObject({
      scoring: 'none',
      description: 'Questionario sul sonno',
      demonstration: false,
      questions: sleep.content.it,
    })
    const { version, hash } = shown
    const key = randomUUID()
    await expect(patient.api.sf36.fill.mutate({ key, version, hash, answers: firstSf36Options })).rejects.toMatchObject(
      rejected('validation_failed', { answers: expect.stringContaining('2 domande') }),
    )
    await expect(patient.api.sf36.fill.mutate({ key, version, hash, answers: [4, [1]] })).rejects.toMatchObject(
      rejected('validation_failed', { '1': 'Valore non valido', '2': expect.stringContaining('2 quesiti') }),
    )
    const stored = await patient.api.sf36.fill.mutate({ key, version, hash, answers: [3, [2, 1]] })
    expect(stored).toMatchObject({ version, description: 'Questionario sul sonno', scores: null })
    expect(await patient.api.sf36.response.query({ key })).toEqual({ ...stored, questionnaire: shown, answers: [3, [2, 1]] })
    const printed = await patient.get(`/stampa_paziente?document=sf36example&lang=it&id=${key}`)
    expect(printed.headers.get('content-type')).toBe('application/pdf')

    const old = await patient.call('/patient/GetSF36', { json: { lang: 'en' } })
    expect(old).toMatchObject({
      success: true,
      sf36: {
        demonstration: false,
        points: [{ tipo: 'radio' }, { tipo: 'multi', domande: ['you wake up', 'you snore'], risposte: ['Never', 'Often'] }],
      },
    })
    expect(await patient.call('/patient/NewSF36', { json: firstSf36Options })).toMatchObject({ success: false, code: 'validation_failed' })
    expect(await patient.call('/patient/NewSF36', { json: [2, [1, 1]] })).toEqual({ success: true })

    const again = await save(admin, { ...scored, description: { ...scored.description, it: 'Di nuovo SF-36' } }, 0)
    await admin.api.sf36Versions.publish.mutate({ saves: again.saves })
    const newest = await patient.api.sf36.questionnaire.query()
    const filled = { key: randomUUID(), version: newest.version, hash: newest.hash, answers: firstSf36Options }
    expect(await patient.api.sf36.fill.mutate(filled)).toMatchObject({ scores: { PF: 0, GH: 60, BP: 100, HT: 100 } })
    const responses = await patient.api.sf36.responses.query()
    expect(responses.map(({ scores }) => scores !== null)).toEqual([true, false, false])
  })

  test('THREAT-06: the database denies anybody but an active GlobalAdmin', async () => {
    await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
    const insert = withTransaction(
      server.database.server,
      { actor: 'dm@example.org', source: 'form', scope: { kind: 'areas', areas: ['IT'] } },
      ({ sql }) =>
        sql`INSERT INTO sf36_version (version, description_it, description_en, content) SELECT 90, 'x', 'x', content FROM sf36_version WHERE version = 1`,
    )
    await expect(insert).rejects.toThrow('row-level security')
  })
})
