import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type {
  ConsentDocument,
  ConsentEvent,
  ConsentSummary,
  CurrentConsents,
  DocumentKind,
  Withdrawal,
  Withdrawn,
  ReconsentRequest,
} from '@registry/api-contract/consents'
import type { Transaction } from '@registry/db/transaction'
import { reconsentDocumentKinds, type ReconsentDocumentKind } from '@registry/domain/consent/document-paragraphs'
import { findChangedSentences } from '@registry/domain/consent/document-changes'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import { requirePatient } from '../../auth/require-patient.ts'
import type { Deps } from '../../app/deps.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { buildOwnReadTrace } from '../../audit/read-trace.ts'
import type { PdfContent } from '../../shared/pdf/pdf-content.ts'
import { sendAssentText, sendDocument, requireShownDocument, findDocumentVersion, findPublishedDocument } from './documents.ts'
import { giveConsents } from './give.ts'
import {
  findAnsweredDocument,
  findCurrentConsents,
  listConsentEvents,
  listShownDocuments,
  requireSubject,
  summariseConsents,
} from './ledger.ts'
import { publishSoon, withdraw } from './withdrawal.ts'
import { buildWithdrawalProof } from './withdrawal-proof.ts'
import { findReadVersions, listOpenReconsentRequests } from './queries.ts'

/** Compares the newest version of a document with the one that the patient read. */
const compareWithRead = async (
  tx: Transaction,
  kind: ReconsentDocumentKind,
  readVersion: number | null,
  language: Language,
): Promise<ReconsentRequest['documents']> => {
  const { version, paragraphs } = await findPublishedDocument(tx, kind, language)
  if (readVersion === null || readVersion === version) return []
  const read = await findDocumentVersion(tx, kind, readVersion, language)
  const changes = findChangedSentences(read.paragraphs, paragraphs)
  return [{ kind, version, readVersion, paragraphs: changes.paragraphs.map((sentences) => [...sentences]), removed: [...changes.removed] }]
}

/** Returns the patient's re-consent request, with the changed sentences of each document, or null (REQ-CON-20). */
const findReconsentRequest = async (tx: Transaction, language: Language): Promise<ReconsentRequest | null> => {
  const open = await listOpenReconsentRequests(tx)
  const read = await findReadVersions(tx)
  if (open.length === 0 || !read) return null
  const documents = await Promise.all(reconsentDocumentKinds.map((kind) => compareWithRead(tx, kind, read[kind], language)))
  return { fields: open.some((fields) => fields.length === 0) ? [] : [...new Set(open.flat())], documents: documents.flat() }
}

const recordRead = (caller: Caller, columns: readonly string[]): void =>
  caller.recordRead(buildOwnReadTrace(requirePatient(caller).patientId, columns))

/** Reads the current consents and records the read answers in the audit log. */
const readCurrent = async (deps: Deps, caller: Caller): Promise<CurrentConsents> => {
  const consents = await readTransaction(deps, caller, (tx) => findCurrentConsents(tx, requirePatient(caller).patientId))
  recordRead(caller, Object.keys(consents.answers))
  return consents
}

const readHistory = async (deps: Deps, caller: Caller): Promise<ConsentEvent[]> => {
  const events = await readTransaction(deps, caller, (tx) => listConsentEvents(tx))
  recordRead(caller, [...new Set(events.map(({ field }) => field))])
  return events
}

/** Reads every question with the given answer and its day, for the printed document (REQ-PAT-12). */
export const readConsentSummary = async (deps: Deps, caller: Caller): Promise<ConsentSummary> => {
  const { patientId } = requirePatient(caller)
  const { fields, ...summary } = await readTransaction(deps, caller, (tx) => summariseConsents(tx, patientId, caller.language))
  recordRead(caller, fields)
  return summary
}

/** Reads the newest information, to print it. The page that shows it has recorded the sent version. */
export const readInformation = (deps: Deps, caller: Caller): Promise<ConsentDocument> =>
  readTransaction(deps, caller, (tx) => findPublishedDocument(tx, 'information', caller.language))

/** Sends a document to the patient, and records the sent version. */
const send = (deps: Deps, caller: Caller, kind: DocumentKind): Promise<ConsentDocument> =>
  writeTransaction(deps, caller, async (tx) =>
    sendDocument(tx, await requireSubject(tx, requirePatient(caller).patientId), 'myconsent', { kind, language: caller.language }),
  )

const sendOwnAssentText = async (deps: Deps, caller: Caller): Promise<ConsentDocument | null> => {
  const { patientId, guardianId } = requirePatient(caller)
  if (guardianId !== undefined) return null
  return writeTransaction(deps, caller, async (tx) =>
    sendAssentText(tx, { patientId, subject: await requireSubject(tx, patientId) }, caller.language),
  )
}

/** Prints the proof as Base64. The withdrawal is complete, so a busy printer is no error of it. */
const printProof = async ({ pdf, log }: Deps, content: PdfContent): Promise<string | null> => {
  try {
    return Buffer.from(await pdf.print(content)).toString('base64')
  } catch (error) {
    log.error({ err: error }, 'the proof of a withdrawal was not printed')
    return null
  }
}

/**
 * Withdraws consents. v2 and v3 delete data, so MyConsent always sends the password. Old programs show no document and are asked for the
 * password after ten minutes (REQ-ACC-21).
 */
export const withdrawConsents = async (
  deps: Deps,
  caller: Caller,
  { choice, password, shown }: Omit<Withdrawal, 'shown'> & Partial<Pick<Withdrawal, 'shown'>>,
): Promise<Withdrawn> => {
  const patient = requirePatient(caller)
  // A guardian stops for the patient in another way, which another guardian or the patient can answer (REQ-GRD-05).
  if (patient.guardianId !== undefined) throw new AppError('permission_denied')
  await deps.reauthenticate(caller, password, shown && choice !== 'v1' ? 'always' : undefined)
  const { document, name, deletionCode } = await writeTransaction(deps, caller, async (tx) => {
    const read = shown && (await requireShownDocument(tx, 'withdrawal', caller.language, shown))
    caller.note('withdrawal')
    return { document: read, ...(await withdraw(deps, tx, caller, { patientId: patient.patientId }, choice)) }
  })
  caller.cookies.clear('sid')
  caller.cookies.clear('pre')
  if (choice === 'v2') await publishSoon(deps)
  return {
    deletionCode,
    proof: document ? await printProof(deps, buildWithdrawalProof(deps, { name, choice, document, deletionCode })) : null,
  }
}

/** The consents of a patient: documents, answers, ledger and withdrawal (REQ-CON-04, REQ-CON-06). */
export const consents = (deps: Deps): Services['consents'] => ({
  information: (caller) => send(deps, caller, 'information'),
  preliminary: (caller) => send(deps, caller, 'preliminary'),
  questions: (caller) => send(deps, caller, 'consents'),
  assentText: (caller) => sendOwnAssentText(deps, caller),
  withdrawalChoices: (caller) => send(deps, caller, 'withdrawal'),
  current: (caller) => readCurrent(deps, caller),
  answered: (caller) => readTransaction(deps, caller, (tx) => findAnsweredDocument(tx, caller.language)),
  reconsentRequest: (caller) => readTransaction(deps, caller, (tx) => findReconsentRequest(tx, caller.language)),
  history: (caller) => readHistory(deps, caller),
  shownDocuments: (caller, { entry }) => readTransaction(deps, caller, (tx) => listShownDocuments(tx, entry)),
  give: (caller, consents) => writeTransaction(deps, caller, (tx) => giveConsents(deps, tx, caller, consents)),
  withdraw: (caller, withdrawal) => withdrawConsents(deps, caller, withdrawal),
})
