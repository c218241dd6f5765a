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

type Contact = { readonly mode: 'Email' | 'Mobile'; readonly email: string | null; readonly mobile: string | null }

export const findContact = async ({ sql }: Transaction, patientId: number): Promise<Contact | undefined> => {
  const [row] = await sql<Contact[]>`
    SELECT p.login_mode AS mode, i.email, i.mobile_prefix || i.mobile AS mobile FROM patient AS p JOIN patient_identity AS i ON i.patient_id = p.id
    WHERE p.id = ${patientId}`
  return row
}

/** The contact of the guardian who acts in this transaction, to whom the receipt goes. */
export const findGuardianContact = async ({ sql }: Transaction): Promise<Contact | undefined> => {
  const [row] = await sql<{ contact: string }[]>`
    SELECT found.contact FROM find_own_guardian() AS guardian (id) CROSS JOIN LATERAL find_guardian_contact(guardian.id) AS found
    WHERE current_setting('app.child', true) <> ''`
  if (!row) return undefined
  const isMail = row.contact.includes('@')
  return { mode: isMail ? 'Email' : 'Mobile', email: isMail ? row.contact : null, mobile: isMail ? null : row.contact }
}
