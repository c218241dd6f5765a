import { createHash } from 'node:crypto'
import { makeCentre } from '@registry/db/testing/fixtures'
import type { EditableDocumentKind } from '@registry/domain/consent/document-paragraphs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { download, giveConsents, yes } from '../receipts/testing/receipts-fixture.ts'
import { addSentence, createDocumentsFixture, type Parts, type DocumentsFixture } from './testing/documents-fixture.ts'

let fixture: DocumentsFixture
beforeAll(async () => {
  fixture = await createDocumentsFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const listMessages = (recipient: string) =>
  fixture.server.database.owner<{ channel: string; subject: string; body: string; days: number }[]>`
    SELECT channel, subject, body, extract(day FROM expires_at - created_at)::int AS days FROM notification WHERE recipient = ${recipient} AND requires_reconsent`

describe('REQ-CON-20: a material version asks exactly the patients concerned', () => {
  test('the others see no change; the prompt, the marks and one message appear, and disappear with the answer', async () => {
    const [gave, refusedIt, never] = [
      await fixture.newPatient(),
      await fixture.newPatient({ ...yes, C_F: false }),
      await fixture.newPatient(null),
    ]
    const byPhone = await fixture.newPatient(yes, { mobile: '3331112223' })
    const before = await fixture.admin.api.consentDocuments.concerned.query({ kind: 'consents', fields: ['C_F'] })
    const readVersion = (await fixture.readNewest('consents')).version
    const version = await fixture.publish('consents', { fields: ['C_F'] }, (paragraphs) => addSentence(paragraphs, 'I dati si cifrano.'))
    expect(before.patients).toBe((await fixture.admin.api.consentDocuments.progress.query({ kind: 'consents', version })).asked)

    expect(await Promise.all([gave, byPhone, refusedIt, never].map(fixture.isAsked))).toEqual([true, true, false, false])
    const reconsentRequest = await gave.api.consents.reconsentRequest.query()
    expect(reconsentRequest).toMatchObject({ fields: ['C_F'], documents: [{ kind: 'consents', version, readVersion, removed: [] }] })
    expect(reconsentRequest?.documents[0]?.paragraphs.flat().filter(({ change }) => change !== 'same')).toEqual([
      { text: 'I dati si cifrano.', change: 'added' },
    ])
    const mail = await listMessages(gave.email)
    expect(mail).toEqual([
      { channel: 'mail', subject: 'I testi dei tuoi consensi sono cambiati', body: expect.stringContaining('/consenso'), days: 60 },
    ])
    expect(mail[0]?.body).toContain('Finché non rispondi, le risposte che hai già dato valgono')
    expect(mail[0]?.body).not.toMatch(/talassemi|emoglobin|C_F/i)
    expect(await listMessages('+393331112223')).toMatchObject([{ channel: 'sms' }])
    expect(await listMessages(refusedIt.email)).toEqual([])

    // The earlier answers apply until the patient answers again.
    expect(await gave.api.consents.current.query()).toMatchObject({ given: true, toRenew: true, answers: yes })
    await giveConsents(gave, { ...yes, C_F: false })
    expect([await fixture.isAsked(gave), await gave.api.consents.reconsentRequest.query()]).toEqual([false, null])
    expect(await listMessages(gave.email)).toEqual([])
  })

  test.each<EditableDocumentKind>(['information', 'preliminary'])('a material %s version needs a new answer too', async (kind) => {
    const patient = await fixture.newPatient()
    const version = await fixture.publish(kind)
    expect(await fixture.isAsked(patient)).toBe(true)
    expect(await patient.api.consents.reconsentRequest.query()).toMatchObject({ fields: [], documents: [{ kind, version }] })
    await giveConsents(patient)
    expect(await fixture.isAsked(patient)).toBe(false)
  })

  test('the progress counts by centre, hides fewer than five, and reveals nothing about the answers', async () => {
    const patients = await Promise.all(Array.from({ length: 5 }, () => fixture.newPatient(yes, {}, 'MI01')))
    const version = await fixture.publish('consents')
    await giveConsents(patients[0]!, { ...yes, C_DB_M: false })
    await fixture.server.withdraw(patients[1]!, 'v1')
    const progress = await fixture.admin.api.consentDocuments.progress.query({ kind: 'consents', version })
    expect(progress.centres.find(({ centre }) => centre === 'MI01')).toEqual({
      centre: 'MI01',
      name: 'Centro MI01',
      asked: 5,
      answered: 1,
      withdrawn: 1,
    })
    const [row] = (await fixture.admin.api.consentDocuments.list.query()).filter(({ kind }) => kind === 'consents')
    expect(row?.campaign).toEqual({ version, asked: progress.asked, answered: progress.answered })

    await makeCentre(fixture.server.database.owner, 'FI01', 'ITI1')
    await fixture.newPatient(yes, {}, 'FI01')
    const small = await fixture.admin.api.consentDocuments.progress.query({ kind: 'consents', version: await fixture.publish('consents') })
    expect(small.centres.find(({ centre }) => centre === 'FI01')).toMatchObject({ asked: null, answered: null, withdrawn: null })
    expect(await fixture.admin.api.consentDocuments.progress.query({ kind: 'consents', version: 999 })).toEqual({
      asked: 0,
      answered: 0,
      withdrawn: 0,
      centres: [],
    })
  })

  test('a publication that fails asks nobody', async () => {
    const patient = await fixture.newPatient()
    await fixture.server.database.owner`ALTER TABLE notification ADD CONSTRAINT refuse_test CHECK (NOT requires_reconsent) NOT VALID`
    await expect(fixture.publish('consents')).rejects.toThrow()
    await fixture.server.database.owner`ALTER TABLE notification DROP CONSTRAINT refuse_test`
    expect(await fixture.isAsked(patient)).toBe(false)
    await fixture.admin.api.consentDocuments.discard.mutate({ kind: 'consents', version: await fixture.findDraftVersion('consents') })
  })
})

test('REQ-CON-18: no edit changes what an earlier patient’s page or PDF shows, byte for byte', async () => {
  const patient = await fixture.newPatient()
  const { receipt } = await patient.api.consents.current.query()
  const readBytes = async () => {
    const { api } = patient
    const [{ entry } = { entry: 0 }] = await api.consents.history.query()
    const { answers, states, answeredAt } = await api.consents.current.query()
    const pages = [
      await api.consents.answered.query(),
      { answers, states, answeredAt },
      await api.consents.history.query(),
      await api.consents.shownDocuments.query({ entry }),
    ]
    const printed = await patient.get('/stampa_paziente?document=consensi&lang=it')
    const files = {
      printed: new Uint8Array(await printed.arrayBuffer()),
      receipt: await download(patient, receipt!, 'pdf'),
      json: await download(patient, receipt!, 'json'),
    }
    const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
    expect(Object.values(files).every(({ length }) => length > 1000)).toBe(true)
    return [...pages.map((page) => hash(JSON.stringify(page))), ...Object.values(files).map(hash)]
  }
  const before = await readBytes()
  const reword = (paragraphs: Parts): Parts =>
    paragraphs.map((paragraph) => ({ ...paragraph, it: `${paragraph.it} (cambiato)`, en: `${paragraph.en} (changed)` }))
  const addQuestion = (paragraphs: Parts): Parts => [
    {
      type: 'radio',
      it: 'Vuoi altro?',
      en: 'Anything else?',
      field: 'C_ELSE',
      options: [
        { it: 'Sì', en: 'Yes' },
        { it: 'No', en: 'No' },
      ],
    },
    ...paragraphs.toReversed(),
  ]
  await fixture.publish('consents', { material: false }, reword)
  await fixture.publish('information', { material: false })
  await fixture.publish('preliminary', { material: false }, reword)
  expect(await readBytes()).toEqual(before)
  await fixture.publish('consents', { material: true }, addQuestion)
  await fixture.publish('information', { material: true })
  await fixture.publish('preliminary', { material: true })
  expect(await readBytes()).toEqual(before)
  // Removes the additional question, for the other tests of this file.
  await fixture.publish('consents', {}, (paragraphs) =>
    paragraphs.filter((paragraph) => paragraph.type !== 'radio' || paragraph.field !== 'C_ELSE'),
  )
})
