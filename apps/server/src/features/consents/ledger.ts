import type { Caller } from '@registry/api-contract/caller'
import type { ConsentDocument, ConsentEvent, CurrentConsents } from '@registry/api-contract/consents'
import type { Transaction } from '@registry/db/transaction'
import { isOption, optionOf, questionsOf, type Answer, type Answers, type Question } from '@registry/domain/consent/points'
import { Refusal } from '@registry/domain/fault'
import type { Language } from '@registry/domain/language'
import { consentPointsOf } from './documents.ts'

/** The name by which the ledger knows a patient; a patient who withdrew answers nothing any more (D8). */
export const subjectOf = async ({ sql }: Transaction, patientId: number): Promise<string> => {
  const [row] = await sql<{ subject: string | null; withdrawn: string | null }[]>`
    SELECT consent_subject AS subject, c_db_no_notification AS withdrawn FROM patient WHERE id = ${patientId} FOR UPDATE`
  if (!row) throw new Refusal('session_required')
  if (row.subject === null || row.withdrawn !== null) throw new Refusal('consent_withdrawn')
  return row.subject
}

/** Adds the answers to one document to the ledger: one event each, with the text they were given to (D8). */
export const addAnswers = async (
  { sql }: Transaction,
  by: Caller,
  subject: string,
  document: ConsentDocument,
  answers: Answers,
): Promise<void> => {
  const { kind, version, language, hash } = document
  const events = Object.entries(answers).map(([field, answer]) => ({
    subject,
    field,
    answer: JSON.stringify(answer),
    kind,
    version,
    language,
    shown_hash: hash,
    channel: 'patient',
    actor: 'patient',
    from_host: by.host,
  }))
  await sql`INSERT INTO consent_event ${sql(events)}`
}

type Latest = { field: string; answer: unknown; at: string; version: number }

const latestAnswers = ({ sql }: Transaction): Promise<Latest[]> => sql<Latest[]>`
  SELECT DISTINCT ON (field) field, answer, at, version FROM consent_event WHERE kind = 'consents' ORDER BY field, seq DESC`

type Questions = ReadonlyMap<number, ReadonlyMap<string, Question>>

/** The questions of the consent points, by version and field. */
const questionsByVersion = async (tx: Transaction, versions: readonly number[], language: Language): Promise<Questions> => {
  const read = async (version: number) => {
    const { points } = await consentPointsOf(tx, 'consents', version, language)
    return [version, new Map(questionsOf(points).map((question) => [question.field, question]))] as const
  }
  return new Map(await Promise.all([...new Set(versions)].map(read)))
}

/** A stored answer that is no option of its question counts as unanswered: the patient can still read, answer and withdraw. */
const readableAnswers = async (tx: Transaction, latest: readonly Latest[]): Promise<Answers> => {
  const questions = await questionsByVersion(
    tx,
    latest.map(({ version }) => version),
    'it',
  )
  const readable = latest.flatMap(({ field, version, answer }) => {
    const question = questions.get(version)?.get(field)
    return question && isOption(question, answer) ? [[field, answer] as const] : []
  })
  return Object.fromEntries(readable)
}

/** What the patient agrees to now; row security shows the own ledger alone. */
export const currentConsents = async (tx: Transaction, patientId: number): Promise<CurrentConsents> => {
  const latest = await latestAnswers(tx)
  const answered = Math.max(0, ...latest.map(({ version }) => version))
  const [state] = await tx.sql<{ withdrawal: CurrentConsents['withdrawal']; renew: boolean }[]>`
    SELECT c_db_no_notification AS withdrawal,
      EXISTS (SELECT FROM consent_document WHERE kind = 'consents' AND needs_new_answer AND version > ${answered}) AS renew
    FROM patient WHERE id = ${patientId}`
  return {
    given: latest.length > 0,
    toRenew: latest.length > 0 && (state?.renew ?? false),
    answers: await readableAnswers(tx, latest),
    answeredAt:
      latest
        .map(({ at }) => at)
        .toSorted()
        .at(-1) ?? null,
    withdrawal: state?.withdrawal ?? null,
  }
}

type Event = { at: string; field: string; answer: Answer; version: number; channel: string }

/** The whole ledger of the patient, newest first, in the words that stood there then. */
export const consentHistory = async (tx: Transaction, language: Language): Promise<ConsentEvent[]> => {
  const events = await tx.sql<Event[]>`
    SELECT at, field, answer, version, channel FROM consent_event WHERE kind = 'consents' ORDER BY seq DESC`
  const questions = await questionsByVersion(
    tx,
    events.map(({ version }) => version),
    language,
  )
  return events.map(({ answer, ...event }) => {
    const question = questions.get(event.version)?.get(event.field)
    return { ...event, question: question?.text ?? event.field, answer: (question && optionOf(question, answer)) ?? String(answer) }
  })
}
