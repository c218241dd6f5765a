import type { ConsentDocument } from '@registry/api-contract/consents'
import { listQuestions, type ConsentParagraph } from '@registry/domain/consent/questions'
import type { Language } from '@registry/domain/language'
import { pdfMessages } from '@registry/domain/messages/pdf'
import { formatPersonName } from '@registry/domain/patient/person-name'
import type { Messages } from '../../../shared/messages.ts'
import type { PdfBlock, PdfContent } from '../../../shared/pdf/pdf-content.ts'

/** The published texts of a form. `assent` is the text for a minor who is asked for assent. */
export type FormTexts = Readonly<Record<'information' | 'preliminary' | 'consents', ConsentDocument>> & {
  readonly assent: ConsentDocument | null
}

type Sources = {
  readonly messages: Messages
  readonly language: Language
  readonly centre: string
  readonly formNumber: string
  readonly patient: { readonly code: string; readonly surname: string; readonly name: string }
}

const texts = pdfMessages.paperForm
const box = '☐'
/** The lines for signatures, and their height with heading and header in points, so that they stay on one page. */
const signers = 3
const roomForSignatures = 330

/** Builds the consent form on paper: texts, questions with boxes and lines for the signers (REQ-CON-30). */
export const buildFormDocument = (
  { information, preliminary, consents, assent }: FormTexts,
  { messages, language, centre, formNumber, patient }: Sources,
): PdfContent => {
  const format = (text: (typeof texts)[keyof typeof texts], values = {}): string => messages.format(text, language, values)
  const heading = (text: string, room?: number): PdfBlock => ({ type: 'heading', text, ...(room !== undefined && { room }) })
  const paragraph = (text: string): PdfBlock => ({ type: 'paragraph', text })
  /** Headings of a text are below that of its part. */
  const buildParagraph = ({ type, text }: ConsentParagraph): PdfBlock =>
    type === 'title' || type === 'radio' ? { type: 'subheading', text } : paragraph(text)
  const buildQuestion = (part: ConsentParagraph): readonly PdfBlock[] => [
    buildParagraph(part),
    ...(part.type === 'radio' ? part.options.map((option) => paragraph(`${box} ${option}`)) : []),
  ]
  const [first] = listQuestions(preliminary.paragraphs)
  return {
    language,
    title: format(texts.title),
    forStaff: true,
    // The pages of a signed form can be mixed with those of another (THREAT-70).
    reference: `${format(texts.number)} ${formNumber}`,
    blocks: [
      {
        type: 'values',
        rows: [
          [format(texts.number), formNumber],
          [format(texts.patient), formatPersonName(`${patient.surname} ${patient.name}`)],
          [format(texts.patientCode, { centre }), patient.code],
          [
            format(texts.texts),
            format(texts.versions, {
              information: information.version,
              preliminary: preliminary.version,
              consents: consents.version,
            }),
          ],
        ],
      },
      paragraph(format(texts.instructions)),
      ...(assent
        ? [
            heading(format(texts.assent, { version: assent.version })),
            ...assent.paragraphs.map(buildParagraph),
            paragraph(format(texts.assentSignature)),
          ]
        : []),
      heading(format(texts.information)),
      ...information.paragraphs.map(buildParagraph),
      heading(format(texts.preliminary)),
      paragraph(format(texts.confirm, { yes: first?.options[0] ?? '' })),
      ...preliminary.paragraphs.map(({ text }) => paragraph(text)),
      heading(format(texts.consents)),
      ...consents.paragraphs.flatMap(buildQuestion),
      heading(format(texts.signatures), roomForSignatures),
      paragraph(format(texts.whoSigns)),
      {
        type: 'table',
        header: [format(texts.name), format(texts.role), format(texts.day), format(texts.signature)],
        rows: Array.from({ length: signers }, () => ['', format(texts.roles), '', '']),
      },
    ],
  }
}
