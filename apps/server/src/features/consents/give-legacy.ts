import type { Caller } from '@registry/api-contract/caller'
import type { ConsentDocument, CurrentConsents } from '@registry/api-contract/consents'
import type { Transaction } from '@registry/db/transaction'
import { listQuestions, type Answers } from '@registry/domain/consent/points'
import { AppError } from '@registry/domain/error'
import { findLastSentDocument, findPublishedDocument, sendDocument } from './documents.ts'
import { addConsents, addPreliminary } from './give.ts'
import { requirePatientId, requireSubject, type Respondent } from './ledger.ts'

/** Hands a text to an older program, and keeps that it was sent (decision 0012). */
export const sendToLegacyClient = async (
  tx: Transaction,
  caller: Caller,
  kind: 'preliminary' | 'consents' | 'withdrawal',
): Promise<ConsentDocument> =>
  sendDocument(tx, await requireSubject(tx, requirePatientId(caller)), 'legacy', { kind, language: caller.language })

/**
 * The text that an older program shows: the one that it got last.
 * @throws Refusal consent_text_not_sent where it never got one, consent_text_changed where a newer version was published since
 */
const findTextShownByLegacyClient = async (tx: Transaction, kind: 'preliminary' | 'consents'): Promise<ConsentDocument> => {
  const sent = await findLastSentDocument(tx, 'legacy', kind)
  if (!sent) throw new AppError('consent_text_not_sent')
  const newest = await findPublishedDocument(tx, kind, sent.language)
  if (newest.version !== sent.version) throw new AppError('consent_text_changed')
  return sent
}

type Text = Pick<ConsentDocument, 'version' | 'hash'>

/** The preliminary questions that the patient answered last in either program, if no version since needs a new answer. */
const findAnsweredPreliminary = async ({ sql }: Transaction): Promise<Text | undefined> => {
  const [found] = await sql<Text[]>`
    SELECT e.version, e.shown_hash AS hash FROM consent_event AS e WHERE e.kind = 'preliminary'
      AND NOT EXISTS (SELECT FROM consent_document AS d WHERE d.kind = 'preliminary' AND d.needs_new_answer AND d.version > e.version)
    ORDER BY e.seq DESC LIMIT 1`
  return found
}

/**
 * The preliminary questions that stand before the consents. Sent answers are checked and kept. Without any, an older program asked the
 * questions itself, which it got from here, or the patient changes consents and answered the questions before (decision 0012).
 */
const checkPreliminary = async (
  tx: Transaction,
  respondent: Respondent,
  parseAnswers: (document: ConsentDocument) => Answers,
): Promise<Text> => {
  const sent = await findLastSentDocument(tx, 'legacy', 'preliminary')
  const newest = await findPublishedDocument(tx, 'preliminary', sent?.language ?? respondent.caller.language)
  const answers = parseAnswers(newest)
  if (listQuestions(newest.points).some(({ field }) => Object.hasOwn(answers, field))) {
    const shown = await findTextShownByLegacyClient(tx, 'preliminary')
    await addPreliminary(tx, respondent, shown, answers)
    return shown
  }
  if (sent?.version === newest.version) return sent
  const before = await findAnsweredPreliminary(tx)
  if (!before) throw new AppError('preliminary_unanswered')
  return before
}

/** Keeps the answers of an older program, which sends no versions: they count for the texts that it got (THREAT-34; decision 0012). */
export const giveConsentsByLegacyClient = async (
  tx: Transaction,
  caller: Caller,
  parseAnswers: (document: ConsentDocument) => Answers,
): Promise<CurrentConsents> => {
  const respondent: Respondent = { caller, subject: await requireSubject(tx, requirePatientId(caller)), client: 'legacy' }
  const preliminary = await checkPreliminary(tx, respondent, parseAnswers)
  const points = await findTextShownByLegacyClient(tx, 'consents')
  return addConsents(tx, respondent, points, parseAnswers(points), { information: undefined, preliminary })
}
