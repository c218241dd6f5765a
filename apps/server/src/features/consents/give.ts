import type { Caller } from '@registry/api-contract/caller'
import type { ConsentDocument, CurrentConsents, GivenConsents } from '@registry/api-contract/consents'
import type { Transaction } from '@registry/db/transaction'
import { answerFaults, preliminaryFault } from '@registry/domain/consent/answers'
import { questionsOf, type Answers } from '@registry/domain/consent/points'
import { invalid, Refusal } from '@registry/domain/fault'
import { ownRead } from '../../edge/reads.ts'
import { publishedDocument } from './documents.ts'
import { addAnswers, currentConsents, subjectOf } from './ledger.ts'

/** The event which says that the preliminary questions were shown to a client that asks them itself. */
const shownField = 'P_SHOWN'

const patientIdOf = ({ actor }: Caller): number => {
  if (actor.kind !== 'patient') throw new Refusal('permission_denied')
  return actor.patientId
}

/** An answer counts for the text that was on the screen: another version, or other words, must be read first (D8). */
const requireShown = (document: ConsentDocument, { version, hash }: GivenConsents['consents']): void => {
  if (document.version !== version || document.hash !== hash) throw new Refusal('consent_text_changed')
}

const requirePreliminary = (document: ConsentDocument, answers: Answers): void => {
  const fault = preliminaryFault(document.points, answers)
  if (fault) throw new Refusal(fault.code)
}

const addConsents = async (
  tx: Transaction,
  by: Caller,
  subject: string,
  document: ConsentDocument,
  answers: Answers,
): Promise<CurrentConsents> => {
  const faults = answerFaults(document.points, answers)
  if (Object.keys(faults).length > 0) throw invalid(faults)
  await addAnswers(tx, by, subject, document, answers)
  by.note(`consents version ${document.version}, ${Object.keys(answers).length} answers`)
  return currentConsents(tx, patientIdOf(by))
}

/** Checks the answers to both documents against the texts that were shown, and keeps every one: the preliminary ones are evidence too (T34). */
export const give = async (tx: Transaction, by: Caller, { preliminary, consents }: GivenConsents): Promise<CurrentConsents> => {
  const subject = await subjectOf(tx, patientIdOf(by))
  const questions = await publishedDocument(tx, 'preliminary', by.language)
  const points = await publishedDocument(tx, 'consents', by.language)
  requireShown(questions, preliminary)
  requireShown(points, consents)
  requirePreliminary(questions, preliminary.answers)
  await addAnswers(tx, by, subject, questions, preliminary.answers)
  const current = await addConsents(tx, by, subject, points, consents.answers)
  by.reads(ownRead(patientIdOf(by), Object.keys(current.answers)))
  return current
}

/** Hands the preliminary questions to a client that asks them itself, and keeps that they were shown (decision 0012). */
export const showPreliminary = async (tx: Transaction, by: Caller): Promise<ConsentDocument> => {
  const document = await publishedDocument(tx, 'preliminary', by.language)
  const subject = await subjectOf(tx, patientIdOf(by))
  await addAnswers(tx, by, subject, document, { [shownField]: true })
  return document
}

const wasShown = async ({ sql }: Transaction, { version }: ConsentDocument): Promise<boolean> => {
  const [shown] =
    await sql`SELECT 1 FROM consent_event WHERE kind = 'preliminary' AND field = ${shownField} AND version = ${version} LIMIT 1`
  return shown !== undefined
}

/**
 * Answers of a client that sends no versions. Where it sends the preliminary answers they are checked and kept; where it does
 * not, the questions in force must have been shown to this patient (T34; decision 0012).
 */
export const giveAsShown = async (
  tx: Transaction,
  by: Caller,
  answersTo: (document: ConsentDocument) => Answers,
): Promise<CurrentConsents> => {
  const subject = await subjectOf(tx, patientIdOf(by))
  const questions = await publishedDocument(tx, 'preliminary', by.language)
  const points = await publishedDocument(tx, 'consents', by.language)
  const preliminary = answersTo(questions)
  const sent = questionsOf(questions.points).some(({ field }) => Object.hasOwn(preliminary, field))
  if (sent || !(await wasShown(tx, questions))) requirePreliminary(questions, preliminary)
  if (sent) await addAnswers(tx, by, subject, questions, preliminary)
  return addConsents(tx, by, subject, points, answersTo(points))
}
