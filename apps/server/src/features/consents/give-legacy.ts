import { createHash } from 'node:crypto'
import type { Caller } from '@registry/api-contract/caller'
import type { ConsentDocument, CurrentConsents } from '@registry/api-contract/consents'
import type { Transaction } from '@registry/db/transaction'
import { listQuestions, type Answers } from '@registry/domain/consent/questions'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../../app/deps.ts'
import { requirePatient } from '../../auth/require-patient.ts'
import { findLastSentDocument, findPublishedDocument, sendDocument } from './documents.ts'
import { addConsents, addPreliminary } from './give.ts'
import { findAnswersStoredSince, findRespondent, requireSubject, type Respondent } from './ledger.ts'
import { findAnsweredAt, findAnsweredPreliminary, type PreliminaryVersion } from './queries.ts'

const hashAnsweredAt = (answeredAt: string | null): string =>
  createHash('sha256')
    .update(answeredAt ?? '')
    .digest('base64url')

/** Stores in the session which consents the program read. Its answers do not replace others that it never saw. */
export const keepSeenConsents = (caller: Caller, { answeredAt }: Pick<CurrentConsents, 'answeredAt'>): void =>
  caller.cookies.set('consents', hashAnsweredAt(answeredAt))

/** Parses the answers to one document from the fields of a request. */
type ParseAnswers = (kind: 'preliminary' | 'consents', document: ConsentDocument) => Answers

/** Returns the published document for an old program, and records that it was sent (docs/policies.md). */
export const sendToLegacyClient = async (
  tx: Transaction,
  caller: Caller,
  kind: 'preliminary' | 'consents' | 'withdrawal',
): Promise<ConsentDocument> =>
  sendDocument(tx, await requireSubject(tx, requirePatient(caller).patientId), 'legacy', { kind, language: caller.language })

/**
 * Returns the document that an old program shows: the last one that it received.
 * @throws AppError consent_text_not_sent without such a document, consent_text_changed after a newer version was published
 */
const findDocumentShownByLegacyClient = async (tx: Transaction, kind: 'preliminary' | 'consents'): Promise<ConsentDocument> => {
  const sent = await findLastSentDocument(tx, 'legacy', kind)
  if (!sent) throw new AppError('consent_text_not_sent')
  const newest = await findPublishedDocument(tx, kind, sent.language)
  if (newest.version !== sent.version) throw new AppError('consent_text_changed')
  return sent
}

/**
 * Checks the preliminary questions before the consents, and stores the answers that the request contains. A request without them is valid
 * if the program fetched the questions or the patient answered them before (docs/policies.md).
 */
const checkPreliminary = async (tx: Transaction, respondent: Respondent, parseAnswers: ParseAnswers): Promise<PreliminaryVersion> => {
  const sent = await findLastSentDocument(tx, 'legacy', 'preliminary')
  const newest = await findPublishedDocument(tx, 'preliminary', sent?.language ?? respondent.caller.language)
  const answers = parseAnswers('preliminary', newest)
  if (listQuestions(newest.paragraphs).some(({ field }) => Object.hasOwn(answers, field))) {
    const shown = await findDocumentShownByLegacyClient(tx, 'preliminary')
    await addPreliminary(tx, respondent, shown, answers)
    return shown
  }
  if (sent?.version === newest.version) return sent
  const before = await findAnsweredPreliminary(tx)
  if (!before) throw new AppError('preliminary_unanswered')
  return before
}

/**
 * Stores the answers of an old program, which sends no versions. They apply to the documents that it received (THREAT-34,
 * docs/policies.md).
 */
export const giveConsentsByLegacyClient = async (
  deps: Pick<Deps, 'issueReceipt'>,
  tx: Transaction,
  caller: Caller,
  parseAnswers: ParseAnswers,
): Promise<CurrentConsents> => {
  // Without GetConsents: answers that another request is storing now follow it.
  const seen = caller.cookies.read('consents') ?? hashAnsweredAt(await findAnsweredAt(tx))
  const respondent = await findRespondent(tx, caller, 'legacy')
  const sent = await findLastSentDocument(tx, 'legacy', 'consents')
  const wasRead = (answeredAt: string | null): boolean => seen === hashAnsweredAt(answeredAt)
  const isNew = wasRead(await findAnsweredAt(tx))
  const stored =
    sent && !isNew && (await findAnswersStoredSince(tx, requirePatient(caller).patientId, sent, parseAnswers('consents', sent), wasRead))
  if (stored) {
    caller.note('the same consents again')
    return stored
  }
  const preliminary = await checkPreliminary(tx, respondent, parseAnswers)
  const questions = await findDocumentShownByLegacyClient(tx, 'consents')
  const current = await addConsents(deps, tx, respondent, questions, parseAnswers('consents', questions), {
    information: undefined,
    preliminary,
  })
  if (caller.cookies.read('consents') !== undefined) keepSeenConsents(caller, current)
  return current
}
