import type { Caller } from '@registry/api-contract/caller'
import type { ConsentDocument, ConsentEvent, ConsentSummary, CurrentConsents } from '@registry/api-contract/consents'
import type { ConsentClient } from '@registry/db/schema/consents'
import type { Transaction } from '@registry/db/transaction'
import { computeAnswerStates } from '@registry/domain/consent/answer-states'
import { isOption, findOption, listQuestions, type Answers, type Question } from '@registry/domain/consent/questions'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import type { SavedAnswers } from '../../app/deps.ts'
import { requirePatient } from '../../auth/require-patient.ts'
import { findDocumentByHash, findDocumentVersion, findPublishedDocument } from './documents.ts'
import {
  findAnsweredPreliminary,
  findPatientAssent,
  findReadVersions,
  findWithdrawal,
  insertEvents,
  listLatestAnswers,
  listOpenReconsentRequests,
  listShownVersions,
  listStoredEvents,
  listWaitingSignatures,
  lockSubject,
  type LatestAnswer,
  type AnsweredVersion,
  type DocumentVersion,
} from './queries.ts'

/**
 * Locks the patient and returns the patient's subject in the ledger (REQ-CON-04).
 * @throws AppError session_required, consent_withdrawn
 */
export const requireSubject = async (tx: Transaction, patientId: number): Promise<string> => {
  const row = await lockSubject(tx, patientId)
  if (!row) throw new AppError('session_required')
  if (row.subject === null || row.withdrawn !== null) throw new AppError('consent_withdrawn')
  return row.subject
}

/** The person who answers and the patient, with the patient's subject in the ledger and the program. */
export type Respondent = {
  readonly caller: Caller
  readonly patientId: number
  readonly subject: string
  readonly client: ConsentClient
  readonly answeredBy: { readonly channel: 'patient' | 'guardian' | 'desk'; readonly actor: string; readonly guardian_id: number | null }
}

/**
 * The patient of a session, or the guardian who acts for the patient. Locks the patient.
 * @throws AppError session_required, consent_withdrawn
 */
export const findRespondent = async (tx: Transaction, caller: Caller, client: ConsentClient): Promise<Respondent> => {
  const { patientId, guardianId } = requirePatient(caller)
  const subject = await requireSubject(tx, patientId)
  const channel = guardianId === undefined ? 'patient' : 'guardian'
  return { caller, patientId, subject, client, answeredBy: { channel, actor: channel, guardian_id: guardianId ?? null } }
}

type EarlierDocuments = Readonly<
  Record<'information_version' | 'preliminary_version' | 'assent_version', number | null> &
    Record<'information_hash' | 'preliminary_hash' | 'assent_kind' | 'assent_hash', string | null>
>
const noEarlierDocuments: EarlierDocuments = {
  information_version: null,
  information_hash: null,
  preliminary_version: null,
  preliminary_hash: null,
  assent_kind: null,
  assent_version: null,
  assent_hash: null,
}

/** The answers in the ledger, with their places. A guardian's Yes can wait for another signature, and then it is not there (REQ-GRD-03). */
type StoredAnswers = Required<Pick<SavedAnswers, 'ledger' | 'answers' | 'assents'>>

/** Adds one event for each answer to the ledger, with the documents that the patient saw (REQ-CON-04). Returns those that are there. */
export const addAnswers = async (
  tx: Transaction,
  { caller, subject, client, answeredBy }: Respondent,
  document: ConsentDocument,
  answers: Answers,
  before: EarlierDocuments = noEarlierDocuments,
): Promise<StoredAnswers | undefined> => {
  const { kind, version, language, hash } = document
  const events = Object.entries(answers).map(([field, answer]) => ({
    subject,
    field,
    answer: JSON.stringify(answer),
    kind,
    version,
    language,
    shown_hash: hash,
    client,
    ...before,
    ...answeredBy,
    ip_address: caller.host,
  }))
  const inserted = await insertEvents(tx, events)
  const [first, last] = [inserted[0], inserted.at(-1)]
  if (events.length === 0) throw new AppError('consent_required')
  if (!first || !last) return undefined
  const stored = new Set(inserted.map(({ field }) => field))
  return {
    ledger: { first: first.seq, last: last.seq, at: last.at, chainHash: last.chainHash },
    answers: Object.fromEntries(Object.entries(answers).filter(([field]) => stored.has(field))),
    assents: inserted.filter(({ channel }) => channel === 'assent').map(({ field }) => field),
  }
}

type Questions = ReadonlyMap<string, ReadonlyMap<string, Question>>
const formatVersionKey = ({ version, language }: AnsweredVersion): string => `${version} ${language}`

/**
 * Returns the questions of the shown documents, by version and language, then by field. A paper of another registry answers the questions
 * of the newest version.
 */
const findShownQuestions = async (tx: Transaction, shown: readonly AnsweredVersion[]): Promise<Questions> => {
  const versionsByKey = new Map(shown.map((version) => [formatVersionKey(version), version]))
  const read = async ([key, { version, language }]: [string, AnsweredVersion]) => {
    const { paragraphs } = await (version === null
      ? findPublishedDocument(tx, 'consents', language)
      : findDocumentVersion(tx, 'consents', version, language))
    return [key, new Map(listQuestions(paragraphs).map((question) => [question.field, question]))] as const
  }
  return new Map(await Promise.all([...versionsByKey].map(read)))
}

/** A stored answer that is not an option of its question counts as unanswered. The patient can still read, answer and withdraw. */
const keepReadableAnswers = async (tx: Transaction, latest: readonly LatestAnswer[]): Promise<Answers> => {
  const questions = await findShownQuestions(tx, latest)
  const readable = latest.flatMap(({ field, answer, ...shown }) => {
    const question = questions.get(formatVersionKey(shown))?.get(field)
    return question && isOption(question, answer) ? [[field, answer] as const] : []
  })
  return Object.fromEntries(readable)
}

/** Returns the current consents. Row security limits the ledger to the patient. */
export const findCurrentConsents = async (tx: Transaction, patientId: number): Promise<CurrentConsents> => {
  const latest = await listLatestAnswers(tx)
  const events = await listStoredEvents(tx)
  return {
    given: latest.length > 0,
    toRenew: (await listOpenReconsentRequests(tx)).length > 0,
    waiting: await listWaitingSignatures(tx),
    assent: await findPatientAssent(tx, patientId),
    preliminaryPassed: (await findAnsweredPreliminary(tx)) !== undefined,
    answers: await keepReadableAnswers(tx, latest),
    states: computeAnswerStates(
      events
        .filter(({ channel, lapsed }) => channel !== 'assent' && !lapsed)
        .toReversed()
        .map(({ since, paper, ...event }) => ({ ...event, at: since, onPaper: paper !== null })),
    ),
    answeredAt:
      latest
        .map(({ at }) => at)
        .toSorted()
        .at(-1) ?? null,
    receipt: events[0]?.receipt ?? null,
    withdrawal: await findWithdrawal(tx, patientId),
  }
}

/** Whether the page or program had read the current consents before its answers. */
type WasRead = (answeredAt: string | null) => boolean

/**
 * Finds answers that another request stored since this one was prepared. The lock on the patient serialises parallel requests. Equal
 * answers to the same document are the same answers sent twice: they give one event and one receipt (REQ-CON-04).
 * @throws AppError consents_changed for other answers than those stored since
 */
export const findAnswersStoredSince = async (
  tx: Transaction,
  patientId: number,
  { version, language }: DocumentVersion,
  answers: Answers,
  wasRead: WasRead,
): Promise<CurrentConsents | undefined> => {
  const current = await findCurrentConsents(tx, patientId)
  if (wasRead(current.answeredAt)) return undefined
  const latest = await listLatestAnswers(tx)
  const isSame =
    !current.toRenew &&
    Object.entries(answers).every(([field, answer]) => current.answers[field] === answer) &&
    latest.every((stored) => stored.version === version && stored.language === language)
  if (!isSame) throw new AppError('consents_changed')
  return current
}

/** Returns the patient's whole ledger, newest first, with the documents that the patient saw (REQ-CON-04). */
export const listConsentEvents = async (tx: Transaction): Promise<ConsentEvent[]> => {
  const events = await listStoredEvents(tx)
  const questions = await findShownQuestions(tx, events)
  return events.map(({ answer, language, since: _since, lapsed: _lapsed, paper, ...event }) => {
    const question = questions.get(formatVersionKey({ ...event, language }))?.get(event.field)
    const shown = { question: question?.text ?? event.field, answer: (question && findOption(question, answer)) ?? String(answer) }
    return { ...event, language, ...(paper && { paper }), ...shown }
  })
}

/**
 * Returns the documents that the screen showed for one answer (REQ-CON-04).
 * @throws AppError consent_document_unknown if the patient's ledger has no such answer
 */
export const listShownDocuments = async (tx: Transaction, entry: number): Promise<ConsentDocument[]> => {
  const shown = await listShownVersions(tx, entry)
  if (shown.length === 0) throw new AppError('consent_document_unknown')
  return Promise.all(shown.map(({ kind, ...version }) => findDocumentByHash(tx, kind, version)))
}

/** `fields` are the answered questions, for the audit log. */
type LedgerSummary = ConsentSummary & { readonly fields: readonly string[] }

/** Returns the version of the consents that the patient answered, in a language. A later version never replaces its words (REQ-CON-18). */
export const findAnsweredDocument = async (tx: Transaction, language: Language): Promise<ConsentDocument | null> => {
  const read = await findReadVersions(tx)
  const version = read?.consents ?? null
  return version === null ? null : findDocumentVersion(tx, 'consents', version, language)
}

/**
 * Returns the questions of the document that the patient answered, then those of earlier documents. Each has its current answer in the
 * words shown. Before the first answers it returns the questions of the newest document.
 */
export const summariseConsents = async (tx: Transaction, patientId: number, language: Language): Promise<LedgerSummary> => {
  const { answers, states } = await findCurrentConsents(tx, patientId)
  const { paragraphs } = (await findAnsweredDocument(tx, language)) ?? (await findPublishedDocument(tx, 'consents', language))
  const published = new Map(listQuestions(paragraphs).map(({ field, text }) => [field, text]))
  // The ledger is newest first, and a map keeps the last entry of a key.
  const latest = new Map((await listConsentEvents(tx)).toReversed().map((event) => [event.field, event]))
  const fields = [...new Set([...published.keys(), ...Object.keys(answers)])]
  const questions = fields.flatMap((field) => {
    const [event, state] = [latest.get(field), states[field]]
    if (event && state && field in answers) return [{ question: event.question, given: { ...event, ...state } }]
    const question = published.get(field)
    return question === undefined ? [] : [{ question }]
  })
  return { questions, fields: Object.keys(answers) }
}
