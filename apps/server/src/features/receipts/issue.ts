import { randomBytes } from 'node:crypto'
import type { Transaction } from '@registry/db/transaction'
import { findOption, listQuestions, type Answer, type ConsentParagraph } from '@registry/domain/consent/questions'
import { buildConsentReceipt, type ConsentReceipt } from '@registry/domain/consent/receipt'
import { buildReceiptCode, receiptCodeLength } from '@registry/domain/consent/receipt-code'
import type { ReceiptAnswer, ReceiptSource } from '@registry/domain/consent/receipt-source'
import type { Deps, IssueReceipt, SavedAnswers } from '../../app/deps.ts'
import { storePublicKey } from './keys.ts'
import { queueReceipt } from './messages.ts'
import { insertReceipt, listPreliminaryAnswers, listPreliminaryParagraphs } from './queries.ts'
import { formatReceiptFile } from './receipt-files.ts'

type Needs = Pick<Deps, 'env' | 'messages' | 'keyedHash' | 'receiptKey' | 'outbox'>

/** Returns the answers in the order of the document, with the words shown. */
const listAnswersWithWords = (
  paragraphs: readonly ConsentParagraph[],
  answers: ReadonlyMap<string, Answer>,
  assents: readonly string[] = [],
): ReceiptAnswer[] =>
  listQuestions(paragraphs).flatMap((question) => {
    const value = answers.get(question.field)
    const answer = value === undefined ? undefined : findOption(question, value)
    return value === undefined || answer === undefined
      ? []
      : [
          {
            field: question.field,
            question: question.text,
            answer,
            value,
            ...(assents.includes(question.field) && { assent: true as const }),
          },
        ]
  })

const readPreliminary = async (tx: Transaction, { preliminary, document }: SavedAnswers): Promise<ReceiptSource['preliminary']> => {
  const events = await listPreliminaryAnswers(tx, preliminary)
  // An old program can give consents after it only fetched the questions (docs/policies.md).
  const language = events[0]?.language ?? document.language
  const paragraphs = await listPreliminaryParagraphs(tx, preliminary.version, language)
  const answers = listAnswersWithWords(paragraphs, new Map(events.map(({ field, answer }) => [field, answer])))
  return { version: preliminary.version, language, sha256: preliminary.hash, answers }
}

const buildReceipt = async (needs: Needs, tx: Transaction, saved: SavedAnswers): Promise<ConsentReceipt> => {
  const { subject, client, paper, information, document, answers, assents, ledger } = saved
  const { MYCONSENT_ORIGIN, DATA_CONTROLLER, DATA_PROTECTION_OFFICER } = needs.env
  const { version, language, hash: sha256, paragraphs } = document
  return buildConsentReceipt({
    code: buildReceiptCode(randomBytes(receiptCodeLength)),
    at: ledger.at,
    origin: MYCONSENT_ORIGIN,
    patient: (await needs.keyedHash('receipt patient', subject)).toString('hex'),
    ledgerEntry: (await needs.keyedHash('receipt ledger entry', ledger.chainHash)).toString('hex'),
    controller: DATA_CONTROLLER ?? null,
    contact: DATA_PROTECTION_OFFICER ?? null,
    client,
    ...(paper && { paper }),
    information: information ? { version: information.version, sha256: information.hash } : null,
    preliminary: await readPreliminary(tx, saved),
    consents: { version, language, sha256, answers: listAnswersWithWords(paragraphs, new Map(Object.entries(answers)), assents) },
  })
}

/** Creates the function that issues receipts, in the transaction that stores the answers (REQ-CON-14). */
export const createIssueReceipt =
  (needs: Needs): IssueReceipt =>
  async (tx, saved) => {
    const receipt = await buildReceipt(needs, tx, saved)
    await storePublicKey(needs, tx)
    const { first, last } = saved.ledger
    const { receipt_id: code } = receipt.receipt_metadata
    const content = await formatReceiptFile(receipt, needs.receiptKey)
    await insertReceipt(tx, { subject: saved.subject, first_seq: first, seq: last, code, content })
    await queueReceipt(needs, tx, saved.patientId, receipt, content)
  }
