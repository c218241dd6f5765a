import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { ConsentDocumentDetail, ConsentDocumentRow, CampaignProgress } from '@registry/api-contract/consent-documents'
import type { Transaction } from '@registry/db/transaction'
import { minGroupSize } from '@registry/domain/access/small-groups'
import { editableDocumentKinds, type EditableDocumentKind } from '@registry/domain/consent/document-paragraphs'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import type { Deps } from '../../app/deps.ts'
import { discardDraft, findDraft, listConcernable, publishDraft, requireNewestVersion, requireParts, saveDraft } from './change.ts'
import { countConcerned, listDrafts, listVersions, type DraftRow, listProgress } from './queries.ts'

type Counts = { readonly asked: number; readonly answered: number; readonly withdrawn: number }

/** Hides the counts of one to four patients, like every page of a role that reads no patients' rows (REQ-UI-17). */
const hideSmallCounts = ({ asked, answered, withdrawn }: Counts) =>
  asked > 0 && asked < minGroupSize ? { asked: null, answered: null, withdrawn: null } : { asked, answered, withdrawn }

const addCounts = (counts: readonly Counts[]): Counts => ({
  asked: counts.reduce((sum, { asked }) => sum + asked, 0),
  answered: counts.reduce((sum, { answered }) => sum + answered, 0),
  withdrawn: counts.reduce((sum, { withdrawn }) => sum + withdrawn, 0),
})

/** Counts the requests and the answers of a material version, in total and by centre (REQ-CON-20). */
const findProgress = async (tx: Transaction, kind: EditableDocumentKind, version: number): Promise<CampaignProgress> => {
  const centres = await listProgress(tx, kind, version)
  return {
    ...hideSmallCounts(addCounts(centres)),
    centres: centres.map(({ centre, name, ...counts }) => ({ centre, name, ...hideSmallCounts(counts) })),
  }
}

const toDraft = ({ paragraphs, basedOn, version, changedAt, changedBy }: DraftRow) => ({
  paragraphs,
  basedOn,
  version,
  changedAt,
  changedBy,
})

const listDocuments = async (tx: Transaction): Promise<ConsentDocumentRow[]> => {
  const [versions, drafts] = [await listVersions(tx), await listDrafts(tx)]
  const rows = editableDocumentKinds.map(async (kind): Promise<ConsentDocumentRow> => {
    const newest = await requireNewestVersion(tx, kind)
    const draft = drafts.find((one) => one.kind === kind)
    const material = versions.find((one) => one.kind === kind && one.material)
    const progress = material && (await findProgress(tx, kind, material.version))
    return {
      kind,
      version: newest.version,
      publishedAt: newest.publishedAt,
      draft: draft ? { changedAt: draft.changedAt, changedBy: draft.changedBy } : null,
      campaign: material && progress ? { version: material.version, asked: progress.asked, answered: progress.answered } : null,
    }
  })
  return Promise.all(rows)
}

const findDocument = async (tx: Transaction, { language }: Caller, kind: EditableDocumentKind): Promise<ConsentDocumentDetail> => {
  const newest = await requireNewestVersion(tx, kind)
  const draft = await findDraft(tx, kind)
  const paragraphs = draft?.paragraphs ?? (await requireParts(tx, kind, newest.version))
  const questions = await listConcernable(tx, kind, paragraphs)
  return {
    kind,
    versions: (await listVersions(tx)).flatMap(({ kind: its, ...version }) => (its === kind ? [version] : [])),
    draft: draft ? toDraft(draft) : null,
    questions: questions.flatMap((paragraph) =>
      paragraph.type === 'radio' ? [{ field: paragraph.field, text: paragraph[language] }] : [],
    ),
  }
}

/** The consent documents: versions, drafts, publication and re-consent requests (REQ-CON-18 to REQ-CON-20). */
export const consentDocuments = (deps: Deps): Services['consentDocuments'] => ({
  list: (caller) => readTransaction(deps, caller, listDocuments),
  detail: (caller, { kind }) => readTransaction(deps, caller, (tx) => findDocument(tx, caller, kind)),
  parts: (caller, { kind, version }) =>
    readTransaction(deps, caller, async (tx) => ({ version, paragraphs: await requireParts(tx, kind, version) })),
  save: (caller, draft) => writeTransaction(deps, caller, async (tx) => toDraft(await saveDraft(deps, tx, caller, draft))),
  discard: (caller, draft) =>
    writeTransaction(deps, caller, async (tx) => {
      await discardDraft(deps, tx, caller, draft)
      return findDocument(tx, caller, draft.kind)
    }),
  publish: async (caller, draft) => {
    await deps.reauthenticate(caller, draft.password)
    return writeTransaction(deps, caller, async (tx) => {
      await publishDraft(deps, tx, caller, draft)
      return findDocument(tx, caller, draft.kind)
    })
  },
  concerned: async (caller, { kind, fields }) => {
    const patients = await readTransaction(deps, caller, (tx) => countConcerned(tx, kind, fields))
    return { patients: patients > 0 && patients < minGroupSize ? null : patients }
  },
  progress: (caller, { kind, version }) => readTransaction(deps, caller, (tx) => findProgress(tx, kind, version)),
})
