import type { ConsentSummary, SummarisedQuestion } from '@registry/api-contract/consents'
import { formatDay } from '@registry/domain/calendar'
import type { Language } from '@registry/domain/language'
import { pdfMessages } from '@registry/domain/messages/pdf'
import { formatItalianDay } from '../../day.ts'
import type { Messages } from '../../messages.ts'
import type { PdfBlock, PdfContent } from '../../pdf/pdf-content.ts'

type Sources = { readonly messages: Messages; readonly language: Language; readonly personName: string }

const texts = pdfMessages.consents
const formatMoment = (moment: string): string => formatDay(formatItalianDay(new Date(moment)))

/** Builds the printed consents of a patient. A withdrawn consent differs from a refused one (REQ-PAT-12, REQ-CON-13). */
export const buildConsentsDocument = ({ toRenew, questions }: ConsentSummary, { messages, language, personName }: Sources): PdfContent => {
  const format = (text: (typeof texts)[keyof typeof texts], values = {}): string => messages.format(text, language, values)
  const listRows = ({ given }: SummarisedQuestion): readonly (readonly [string, string])[] => {
    if (!given) return [[format(texts.answer), format(texts.unanswered)]]
    const { withdrawn, version, at, since } = given
    return [
      [format(texts.answer), withdrawn ? format(texts.withdrawn) : given.answer],
      [format(withdrawn ? texts.withdrawnOn : texts.since), formatMoment(since)],
      [format(texts.text), format(texts[given.language], { version, day: formatMoment(at) })],
    ]
  }
  const anyGiven = questions.some(({ given }) => given)
  return {
    language,
    title: format(texts.title),
    blocks: [
      { type: 'paragraph', text: messages.format(pdfMessages.person, language, { name: personName }) },
      { type: 'paragraph', text: format(anyGiven ? texts.current : texts.none) },
      ...(toRenew ? [{ type: 'paragraph', text: format(texts.toRenew) } as const] : []),
      { type: 'heading', text: format(texts.questions) },
      ...questions.flatMap((summary): readonly PdfBlock[] => [
        { type: 'subheading', text: summary.question },
        { type: 'values', rows: listRows(summary) },
      ]),
    ],
  }
}
