import type { DraftParagraph } from '@registry/domain/consent/document-paragraphs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import {
  addSentence,
  createDocumentsFixture,
  rejected,
  type Parts,
  type Publication,
  type DocumentsFixture,
} from './testing/documents-fixture.ts'

let fixture: DocumentsFixture
beforeAll(async () => {
  fixture = await createDocumentsFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

describe('REQ-CON-18: drafts', () => {
  test('a draft is saved, shown with its person, and discarded', async () => {
    const { paragraphs, version } = await fixture.readNewest('information')
    const changed = addSentence(paragraphs)
    const saved = await fixture.admin.api.consentDocuments.save.mutate({ kind: 'information', paragraphs: [...changed], version: 0 })
    expect(saved).toMatchObject({ basedOn: version, version: 1, changedBy: 'ga@example.org', paragraphs: changed })
    const [row] = await fixture.other.api.consentDocuments.list.query()
    expect(row).toMatchObject({ kind: 'information', version, draft: { changedBy: 'ga@example.org' } })
    expect(await fixture.other.api.consentDocuments.discard.mutate({ kind: 'information', version: 1 })).toMatchObject({ draft: null })
    await expect(fixture.admin.api.consentDocuments.save.mutate({ kind: 'information', paragraphs: [], version: 1 })).rejects.toMatchObject(
      rejected('document_draft_unknown'),
    )
    const log = await fixture.server.readAuditLog()
    expect(
      log.filter(({ command }) => command === 'testi_consenso').map(({ username, action, detail }) => [username, action, detail]),
    ).toEqual(
      expect.arrayContaining([
        ['ga@example.org', 'CHANGE', 'draft of information, save 1'],
        ['other@example.org', 'DELETE', 'draft of information'],
      ]),
    )
  })

  test('of two people who save one draft, the second reads who was first and what changed', async () => {
    const { paragraphs } = await fixture.readNewest('preliminary')
    await fixture.admin.api.consentDocuments.save.mutate({ kind: 'preliminary', paragraphs: [...paragraphs], version: 0 })
    await expect(
      fixture.other.api.consentDocuments.save.mutate({ kind: 'preliminary', paragraphs: [...paragraphs], version: 0 }),
    ).rejects.toThrow(/ga@example\.org ha già modificato questa bozza \(ha cominciato la bozza\)/)
    await fixture.admin.api.consentDocuments.save.mutate({ kind: 'preliminary', paragraphs: [...addSentence(paragraphs)], version: 1 })
    const { save, publish: publishDraft, discard } = fixture.other.api.consentDocuments
    for (const attempt of [
      () => save.mutate({ kind: 'preliminary', paragraphs: [...paragraphs], version: 1 }),
      () => publishDraft.mutate({ kind: 'preliminary', version: 1, material: false, fields: [], note: 'x' }),
      () => discard.mutate({ kind: 'preliminary', version: 1 }),
    ])
      await expect(attempt()).rejects.toThrow(/ga@example\.org ha già modificato questa bozza \(parte 2\)/)
    await fixture.admin.api.consentDocuments.discard.mutate({ kind: 'preliminary', version: 2 })
  })

  test('two first saves at the same moment store one', async () => {
    const { paragraphs } = await fixture.readNewest('consents')
    const save = ({ api }: Client) => api.consentDocuments.save.mutate({ kind: 'consents', paragraphs: [...paragraphs], version: 0 })
    const outcomes = await Promise.allSettled([save(fixture.admin), save(fixture.other)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await fixture.admin.api.consentDocuments.discard.mutate({ kind: 'consents', version: 1 })
  })

  test('texts at the limit are stored, one character more is rejected with its location', async () => {
    const { paragraphs } = await fixture.readNewest('information')
    const withText = (length: number): DraftParagraph[] => [...paragraphs, { type: 'text', it: 'à'.repeat(length), en: '' }]
    const saved = await fixture.admin.api.consentDocuments.save.mutate({ kind: 'information', paragraphs: withText(4000), version: 0 })
    await expect(
      fixture.admin.api.consentDocuments.save.mutate({ kind: 'information', paragraphs: withText(4001), version: saved.version }),
    ).rejects.toMatchObject(rejected('validation_failed', { [`paragraphs.${paragraphs.length}.it`]: 'Al massimo 4000 caratteri' }))
    await expect(
      fixture.admin.api.consentDocuments.publish.mutate({
        kind: 'information',
        version: saved.version,
        material: false,
        fields: [],
        note: 'x',
      }),
    ).rejects.toMatchObject(rejected('validation_failed', { [`paragraphs.${paragraphs.length}.en`]: 'Campo obbligatorio' }))
    await fixture.admin.api.consentDocuments.discard.mutate({ kind: 'information', version: saved.version })
  })

  test.each<[string, object]>([
    ['a document that nobody edits', { kind: 'withdrawal', paragraphs: [], version: 0 }],
    ['a number beyond its type', { kind: 'information', paragraphs: [], version: 2 ** 31 }],
    ['a negative version', { kind: 'information', paragraphs: [], version: -1 }],
    ['an unknown part', { kind: 'information', paragraphs: [{ type: 'html', it: '<b>', en: '<b>' }], version: 0 }],
    ['an additional member', { kind: 'information', paragraphs: [{ type: 'text', it: 'a', en: 'b', extra: 1 }], version: 0 }],
    ['a text of 20,001 characters', { kind: 'information', paragraphs: [{ type: 'text', it: 'a'.repeat(20_001), en: 'b' }], version: 0 }],
    ['half of a character', { kind: 'information', paragraphs: [{ type: 'text', it: '\u{D800}', en: 'b' }], version: 0 }],
    ['a NUL', { kind: 'information', paragraphs: [{ type: 'text', it: 'a\u0000', en: 'b' }], version: 0 }],
  ])('%s is rejected', async (_case, input) => {
    await expect(fixture.admin.api.consentDocuments.save.mutate(input as never)).rejects.toMatchObject(rejected('validation_failed'))
    expect(await fixture.findDraftVersion('information')).toBe(0)
  })
})

describe('REQ-CON-19: publication', () => {
  test.each<[string, Publication, ((paragraphs: Parts) => Parts) | undefined, string, RegExp]>([
    ['no reason', { note: ' ' }, undefined, 'note', /obbligatorio/],
    ['a reason of 501 characters', { note: 'x'.repeat(501) }, undefined, 'note', /500/],
    ['questions of an editorial version', { material: false, fields: ['C_F'] }, undefined, 'fields', /non valido/],
    ['a question that no document asks', { fields: ['C_OTHER'] }, undefined, 'fields', /non valido/],
    [
      'a new question in an editorial version',
      { material: false },
      (paragraphs) => [
        ...paragraphs,
        {
          type: 'radio',
          it: 'Altro?',
          en: 'More?',
          field: 'C_MORE',
          options: [
            { it: 'Sì', en: 'Yes' },
            { it: 'No', en: 'No' },
          ],
        },
      ],
      'material',
      /nuova risposta/,
    ],
    [
      'a missing question',
      {},
      (paragraphs) => paragraphs.filter((paragraph) => paragraph.type !== 'radio' || paragraph.field !== 'C_F'),
      'paragraphs',
      /C_F/,
    ],
  ])('%s is rejected', async (_case, publication, change, field, message) => {
    const { version } = await fixture.readNewest('consents')
    await expect(fixture.publish('consents', publication, change)).rejects.toMatchObject(
      rejected('validation_failed', { [field]: expect.stringMatching(message) }),
    )
    expect((await fixture.readNewest('consents')).version).toBe(version)
    await fixture.admin.api.consentDocuments.discard.mutate({ kind: 'consents', version: await fixture.findDraftVersion('consents') })
  })

  test('an unchanged draft is rejected', async () => {
    await expect(fixture.publish('consents', {}, (paragraphs) => paragraphs)).rejects.toMatchObject(rejected('document_unchanged'))
    await fixture.admin.api.consentDocuments.discard.mutate({ kind: 'consents', version: 1 })
  })

  test('REQ-ACC-21: publishing requires the password again after ten minutes', async () => {
    const late = await fixture.server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'late@example.org')
    await fixture.server.database.owner`
      UPDATE session SET authenticated_at = now() - interval '11 minutes' FROM account WHERE account.id = account_id AND account.id = ${late.fixture.accountId}`
    await expect(
      late.api.consentDocuments.publish.mutate({ kind: 'information', version: 1, material: false, fields: [], note: 'x' }),
    ).rejects.toMatchObject(rejected('reauthentication_required'))
  })

  test('an editorial version is current from now on, with its person and reason, and requires no re-consent', async () => {
    const patient = await fixture.newPatient()
    const version = await fixture.publish('consents', { material: false, note: 'Un refuso' })
    const { versions, draft } = await fixture.admin.api.consentDocuments.detail.query({ kind: 'consents' })
    expect(draft).toBeNull()
    expect(versions[0]).toMatchObject({ version, publishedBy: 'ga@example.org', material: false, fields: [], note: 'Un refuso' })
    expect(await patient.api.consents.questions.query()).toMatchObject({ version })
    expect([await fixture.isAsked(patient), await patient.api.consents.reconsentRequest.query()]).toEqual([false, null])
    expect((await fixture.server.readAuditLog()).at(-1)?.['command']).not.toBe(undefined)
    const [entry] = (await fixture.server.readAuditLog()).filter(({ action }) => action === 'PUBLISH').slice(-1)
    expect(entry).toMatchObject({ command: 'testi_consenso', detail: `consents version ${version}, editorial`, outcome: 'done' })
  })
})
