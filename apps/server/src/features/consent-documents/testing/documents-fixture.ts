import { makeCentre } from '@registry/db/testing/fixtures'
import type { DraftParagraph, EditableDocumentKind } from '@registry/domain/consent/document-paragraphs'
import type { Client } from '../../../testing/client.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { giveConsents, yes } from '../../receipts/testing/receipts-fixture.ts'

export type Parts = readonly DraftParagraph[]
export type Publication = { readonly material?: boolean; readonly fields?: readonly string[]; readonly note?: string }
type Answers = Record<string, boolean | number>

/** The error of a call, for `rejects.toMatchObject`. */
export const rejected = (code: string, fields?: Record<string, unknown>) => ({ data: { detail: { code, ...(fields && { fields }) } } })

let sentence = 0
/** Adds a sentence in both languages to the first paragraph, so that each version differs from all others. */
export const addSentence = (paragraphs: Parts, words = `Frase ${(sentence += 1)}.`): Parts => {
  const place = paragraphs.findIndex(({ type }) => type === 'text')
  return paragraphs.map((paragraph, index) =>
    index === place ? { ...paragraph, it: `${paragraph.it} ${words}`, en: `${paragraph.en} ${words} (en)` } : paragraph,
  )
}

/** A server with two GlobalAdmins and the centres RM01 and MI01. Its clock is fixed, so a document printed twice has the same bytes. */
export const createDocumentsFixture = async () => {
  const now = new Date()
  const server: TestServer = await startTestServer({ clock: () => now })
  await makeCentre(server.database.owner, 'RM01')
  await makeCentre(server.database.owner, 'MI01', 'ITC4')
  const admin: Client = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
  const other: Client = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'other@example.org')
  const { consentDocuments } = admin.api
  let number = 0
  /** Creates a patient, T1 and so on, who gives these answers in MyConsent. */
  const newPatient = async (answers: Answers | null = yes, contact: { mobile?: string } = {}, centre = 'RM01') => {
    const centrePatientCode = `T${(number += 1)}`
    const patient = await server.patient({ centre, centrePatientCode, ...contact })
    if (answers) await giveConsents(patient, answers)
    return { ...patient, email: `${centrePatientCode.toLowerCase()}@example.org` }
  }
  const readNewest = async (kind: EditableDocumentKind): Promise<{ version: number; paragraphs: Parts }> => {
    const { versions } = await consentDocuments.detail.query({ kind })
    return consentDocuments.parts.query({ kind, version: versions[0]!.version })
  }
  const findDraftVersion = async (kind: EditableDocumentKind) => (await consentDocuments.detail.query({ kind })).draft?.version ?? 0
  /** Changes a sentence of a document and publishes it. Returns the new version. */
  const publish = async (
    kind: EditableDocumentKind,
    { material = true, fields = [], note = 'Una prova' }: Publication = {},
    change: (paragraphs: Parts) => Parts = addSentence,
  ): Promise<number> => {
    const { paragraphs } = await readNewest(kind)
    const draft = await consentDocuments.save.mutate({ kind, paragraphs: [...change(paragraphs)], version: await findDraftVersion(kind) })
    const { versions } = await consentDocuments.publish.mutate({ kind, version: draft.version, material, fields: [...fields], note })
    return versions[0]!.version
  }
  const isAsked = async ({ api }: Pick<Client, 'api'>) => (await api.session.current.query())?.patient?.consents_to_renew
  return {
    server,
    admin,
    other,
    newPatient,
    readNewest,
    findDraftVersion,
    publish,
    isAsked,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
export type DocumentsFixture = Awaited<ReturnType<typeof createDocumentsFixture>>
