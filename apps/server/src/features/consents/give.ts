import type { Caller } from '@registry/api-contract/caller'
import type { ConsentDocument, CurrentConsents, GivenConsents } from '@registry/api-contract/consents'
import type { Transaction } from '@registry/db/transaction'
import { findAnswerErrors, findPreliminaryError } from '@registry/domain/consent/answers'
import type { Answers } from '@registry/domain/consent/questions'
import { validationError, AppError } from '@registry/domain/error'
import type { Deps } from '../../app/deps.ts'
import { buildOwnReadTrace } from '../../audit/read-trace.ts'
import { requireShownDocument } from './documents.ts'
import { addAnswers, findAnswersStoredSince, findCurrentConsents, findRespondent, type Respondent } from './ledger.ts'
import { findAnsweredAt, findAnsweredPreliminary, findPatientAssent, type PreliminaryVersion } from './queries.ts'

/**
 * Checks and stores the answers to the preliminary questions, which are evidence too (THREAT-34).
 * @throws AppError unless all answers are Yes (REQ-CON-03)
 */
export const addPreliminary = async (
  tx: Transaction,
  respondent: Respondent,
  document: ConsentDocument,
  answers: Answers,
): Promise<void> => {
  const detail = findPreliminaryError(document.paragraphs, answers)
  if (detail) throw new AppError(detail.code)
  const errors = findAnswerErrors(document.paragraphs, answers)
  if (Object.keys(errors).length > 0) throw validationError(errors)
  await addAnswers(tx, respondent, document, answers)
}

type Needs = Pick<Deps, 'issueReceipt'>

/**
 * Checks and stores the answers to the consent questions, with the versions of the documents before them. Issues their receipt
 * (REQ-CON-14).
 */
export const addConsents = async (
  { issueReceipt }: Needs,
  tx: Transaction,
  respondent: Respondent,
  document: ConsentDocument,
  answers: Answers,
  before: {
    readonly information: ConsentDocument | undefined
    readonly preliminary: PreliminaryVersion
    readonly assentText?: ConsentDocument | undefined
  },
): Promise<CurrentConsents> => {
  const errors = findAnswerErrors(document.paragraphs, answers)
  if (Object.keys(errors).length > 0) throw validationError(errors)
  const stored = await addAnswers(tx, respondent, document, answers, {
    information_version: before.information?.version ?? null,
    information_hash: before.information?.hash ?? null,
    preliminary_version: before.preliminary.version,
    preliminary_hash: before.preliminary.hash,
    assent_kind: before.assentText?.kind ?? null,
    assent_version: before.assentText?.version ?? null,
    assent_hash: before.assentText?.hash ?? null,
  })
  const { subject, patientId, caller, answeredBy } = respondent
  const client = answeredBy.channel === 'desk' ? answeredBy.channel : respondent.client
  if (stored) await issueReceipt(tx, { subject, patientId, client, ...before, document, ...stored })
  caller.note(`consents version ${document.version}, ${Object.keys(answers).length} answers`)
  return findCurrentConsents(tx, patientId)
}

/**
 * Stores the preliminary answers of the request, or finds the patient's earlier ones, because MyConsent never asks these questions twice
 * (REQ-CON-03).
 * @throws AppError preliminary_unanswered without either
 */
const passPreliminary = async (
  tx: Transaction,
  respondent: Respondent,
  given: GivenConsents['preliminary'],
): Promise<PreliminaryVersion> => {
  if (given) {
    const document = await requireShownDocument(tx, 'preliminary', respondent.caller.language, given)
    await addPreliminary(tx, respondent, document, given.answers)
    return document
  }
  const before = await findAnsweredPreliminary(tx)
  if (!before) throw new AppError('preliminary_unanswered')
  return before
}

/**
 * Returns the text that a minor read before answering in person (REQ-GRD-03).
 * @throws AppError consent_text_changed for another version or age, and for an adult or a guardian, who read none
 */
export const findShownAssentText = async (
  tx: Transaction,
  { patientId, caller, answeredBy }: Respondent,
  shown: GivenConsents['assentText'],
): Promise<ConsentDocument | undefined> => {
  if (!shown) return undefined
  const assent = answeredBy.guardian_id === null ? await findPatientAssent(tx, patientId) : null
  if (!assent) throw new AppError('consent_text_changed')
  return requireShownDocument(tx, `assent_${assent.text}`, caller.language, shown)
}

/** Stores the answers of MyConsent if they belong to the newest documents (THREAT-34). */
export const giveConsents = async (
  needs: Needs,
  tx: Transaction,
  caller: Caller,
  { information, preliminary, consents, assentText, basedOn }: GivenConsents,
): Promise<CurrentConsents> => {
  // This read precedes the lock, so answers that another request is storing now follow it.
  const read = basedOn === undefined ? await findAnsweredAt(tx) : basedOn
  const respondent = await findRespondent(tx, caller, 'myconsent')
  const shownInformation = await requireShownDocument(tx, 'information', caller.language, information)
  const questions = await requireShownDocument(tx, 'consents', caller.language, consents)
  const shownAssentText = await findShownAssentText(tx, respondent, assentText)
  const { patientId } = respondent
  const stored = await findAnswersStoredSince(tx, patientId, questions, consents.answers, (answeredAt) => read === answeredAt)
  if (stored) {
    caller.note('the same consents again')
    caller.recordRead(buildOwnReadTrace(patientId, Object.keys(stored.answers)))
    return stored
  }
  const before = {
    information: shownInformation,
    preliminary: await passPreliminary(tx, respondent, preliminary),
    assentText: shownAssentText,
  }
  const current = await addConsents(needs, tx, respondent, questions, consents.answers, before)
  caller.recordRead(buildOwnReadTrace(patientId, Object.keys(current.answers)))
  return current
}
