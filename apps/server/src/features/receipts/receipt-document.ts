import type { Caller } from '@registry/api-contract/caller'
import { formatDay } from '@registry/domain/calendar'
import { buildVerificationAddress, type ConsentReceipt } from '@registry/domain/consent/receipt'
import { hasAssent, type ReceiptAnswer } from '@registry/domain/consent/receipt-source'
import { receiptMessages } from '@registry/domain/messages/receipts'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'
import type { PdfBlock, PdfContent } from '../../shared/pdf/pdf-content.ts'
import { signPdf } from './receipt-files.ts'

const texts = receiptMessages.document

const formatMoment = (at: Date): string =>
  `${formatDay(formatItalianDay(at))}, ${at.toLocaleTimeString('it-IT', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' })}`

type PaperForm = NonNullable<ConsentReceipt['consent_record']['pii_processing']['paper_form']>
const describePaper = ({ number, signed_on: signedOn, recorded_by: recordedBy, verified_by: verifiedBy }: PaperForm) => ({
  number,
  day: formatDay(signedOn),
  recordedBy,
  verifiedBy,
})

/** Builds the printed receipt from its signed content, in the language shown to the patient (REQ-CON-15). */
export const buildReceiptDocument = (receipt: ConsentReceipt, messages: Deps['messages']): PdfContent => {
  const { receipt_metadata: metadata, consent_record: record } = receipt
  const { language, purposes, preliminary_questions: preliminary, privacy_notice: information, paper_form: paper } = record.pii_processing
  const [controller] = record.party_identification
  const at = new Date(metadata.issued_at)
  const format = (text: (typeof texts)[keyof typeof texts], values = {}): string => messages.format(text, language, values)
  const listAnswers = (answers: readonly ReceiptAnswer[]): PdfBlock[] =>
    answers.flatMap(({ question, answer, assent }): PdfBlock[] => [
      { type: 'subheading', text: question },
      { type: 'values', rows: [[format(texts.answer), assent ? format(texts.answerOfAssent, { answer }) : answer]] },
    ])
  const versions = information
    ? format(texts.versions, { consents: purposes.version, preliminary: preliminary.version, information: information.version })
    : format(texts.versionsOfOldProgram, { consents: purposes.version, preliminary: preliminary.version })
  return {
    language,
    title: format(texts.title),
    issued: { at, controller: controller?.party_name ?? null },
    blocks: [
      { type: 'paragraph', text: format(texts.introduction) },
      {
        type: 'values',
        rows: [
          [format(texts.code), metadata.receipt_id],
          [format(paper ? texts.registeredAt : texts.givenAt), formatMoment(at)],
          ...(paper ? [[format(texts.paper), format(texts.paperForm, describePaper(paper))] as const] : []),
          [format(texts.texts), versions],
          [format(texts.controller), controller?.party_name ?? format(texts.notStated)],
          [format(texts.contact), controller?.party_contact ?? format(texts.notStated)],
        ],
      },
      { type: 'heading', text: format(texts.answers) },
      ...(hasAssent(purposes) ? [{ type: 'paragraph', text: format(texts.assent) } as const] : []),
      ...listAnswers(purposes.answers),
      ...(preliminary.answers.length > 0 ? [{ type: 'heading', text: format(texts.preliminary) } as const] : []),
      ...listAnswers(preliminary.answers),
      { type: 'heading', text: format(texts.verification) },
      { type: 'paragraph', text: format(texts.howToVerify) },
      { type: 'address', text: buildVerificationAddress(receipt) },
      { type: 'subheading', text: format(texts.technicalNote) },
      {
        type: 'values',
        rows: [
          [format(texts.pseudonym), record.record_metadata.pii_principal_id],
          [format(texts.textHash), purposes.sha256],
          [format(texts.ledgerEntry), record.record_metadata.record_id],
        ],
      },
    ],
  }
}

type Needs = Pick<Deps, 'messages' | 'pdf' | 'receiptKey'>

/**
 * Renders and signs a receipt. The same receipt gives the same file.
 * @throws AppError busy if too many documents wait
 */
export const printReceipt = async ({ messages, pdf, receiptKey }: Needs, receipt: ConsentReceipt, caller?: Caller): Promise<Buffer> =>
  signPdf(await pdf.print(buildReceiptDocument(receipt, messages), caller), receipt, receiptKey)
