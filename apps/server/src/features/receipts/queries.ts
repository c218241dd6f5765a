import type { Database } from '@registry/db/connect'
import type { Transaction } from '@registry/db/transaction'
import type { ConsentParagraph } from '@registry/domain/consent/questions'
import { ConsentParagraph as ParagraphSchema } from '@registry/domain/consent/schemas'
import type { Language } from '@registry/domain/language'

type PreliminaryEvent = { readonly field: string; readonly answer: boolean; readonly language: Language }

/** Lists the patient's newest answers to one version of the preliminary questions. Row security limits the ledger to the patient. */
export const listPreliminaryAnswers = ({ sql }: Transaction, shown: { readonly version: number; readonly hash: string }) =>
  sql<PreliminaryEvent[]>`
    SELECT DISTINCT ON (field) field, answer, language FROM consent_event
    WHERE kind = 'preliminary' AND version = ${shown.version} AND shown_hash = ${shown.hash} ORDER BY field, seq DESC`

const Paragraphs = ParagraphSchema.array()

export const listPreliminaryParagraphs = async (
  { sql }: Transaction,
  version: number,
  language: Language,
): Promise<readonly ConsentParagraph[]> => {
  const [row] = await sql<{ paragraphs: unknown }[]>`
    SELECT content -> ${language} AS paragraphs FROM consent_document WHERE kind = 'preliminary' AND version = ${version}`
  return Paragraphs.parse(row?.paragraphs)
}

type NewReceipt = {
  readonly subject: string
  readonly first_seq: number
  readonly seq: number
  readonly code: string
  readonly content: string
}

export const insertReceipt = async ({ sql }: Transaction, receipt: NewReceipt): Promise<void> => {
  await sql`INSERT INTO consent_receipt ${sql(receipt)}`
}

/** Returns the signed file of the patient's receipt. Row security limits the table to the patient. */
export const findOwnReceipt = async ({ sql }: Transaction, number: number): Promise<string | undefined> => {
  const [row] = await sql<{ content: string }[]>`SELECT content FROM consent_receipt WHERE seq = ${number}`
  return row?.content
}

export type ReceiptState = 'newest' | 'replaced' | 'withdrawn'
type FoundReceipt = { readonly content: string; readonly state: ReceiptState; readonly chainHash: string }

export const findReceiptByCode = async ({ sql }: Transaction, code: string): Promise<FoundReceipt | undefined> => {
  const [row] = await sql<FoundReceipt[]>`SELECT content, state, chain_hash AS "chainHash" FROM find_consent_receipt(${code})`
  return row
}

export type StoredKey = { readonly kid: string; readonly publicKey: string; readonly mac: string }

export const insertKey = async ({ sql }: Transaction, { kid, publicKey, mac }: StoredKey): Promise<void> => {
  await sql`INSERT INTO receipt_key (kid, public_key, mac) VALUES (${kid}, ${publicKey}, ${mac}) ON CONFLICT DO NOTHING`
}

export const listKeys = (database: Database): Promise<StoredKey[]> =>
  database<StoredKey[]>`SELECT kid, public_key AS "publicKey", mac FROM receipt_key ORDER BY created_at, kid`

/** The contact of the guardian who acts in this transaction, to whom the receipt goes. */
export const findGuardianContact = async ({ sql }: Transaction): Promise<string | undefined> => {
  const [row] = await sql<{ contact: string }[]>`
    SELECT found.contact FROM find_own_guardian() AS guardian (id) CROSS JOIN LATERAL find_guardian_contact(guardian.id) AS found
    WHERE current_setting('app.child', true) <> ''`
  return row?.contact
}

/** The contacts that get the receipt of the transaction's patient. */
export const listReceiptContacts = async ({ sql }: Transaction): Promise<readonly string[]> =>
  (await sql<{ contact: string }[]>`SELECT contact FROM list_receipt_contacts() ORDER BY contact`).map(({ contact }) => contact)
