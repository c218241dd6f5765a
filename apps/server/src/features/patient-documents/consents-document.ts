import type { ConsentSummary, SummarisedQuestion } from '@registry/api-contract/consents'
import { formatDay } from '@registry/domain/calendar'
import type { Language } from '@registry/domain/language'
import { pdfMessages } from '@registry/domain/messages/pdf'
import { formatItalianDay } from '../../shared/day.ts'
import type { Messages } from '../../shared/messages.ts'
import type { PdfBlock, PdfContent } from '../../shared/pdf/pdf-content.ts'

type Sources = { readonly messages: Messages; readonly language: Language; readonly person: readonly PdfBlock[] }

const texts = pdfMessages.consents
const formatMoment = (moment: string): string => formatDay(formatItalianDay(new Date(moment)))

/** Builds the printed consents of a patient. A withdrawn consent differs from a refused one (REQ-PAT-12, REQ-CON-13). */
export const buildConsentsDocument = ({ questions }: ConsentSummary, { messages, language, person }: Sources): PdfContent => {
  const format = (text: (typeof texts)[keyof typeof texts], values = {}): string => messages.format(text, language, values)
  const buildAnswer = ({ given }: SummarisedQuestion): readonly PdfBlock[] => {
    if (!given) return [{ type: 'paragraph', text: format(texts.unanswered) }]
    const { withdrawn, version, at, since, paper } = given
    return [
      withdrawn
        ? { type: 'paragraph', text: format(texts.withdrawn) }
        : { type: 'paragraph', language: given.language, text: given.answer },
      {
        type: 'values',
        rows: [
          [format(withdrawn ? texts.withdrawnOn : texts.since), formatMoment(since)],
          // A paper of another registry has no version of this one.
          paper
            ? [
                format(version === null ? texts.paper : texts.ownPaper),
                format(texts.paperForm, { ...paper, day: formatDay(paper.signedOn) }),
              ]
            : [format(texts.text), format(texts[given.language], { version, day: formatMoment(at) })],
        ],
      },
    ]
  }
  const anyGiven = questions.some(({ given }) => given)
  return {
    language,
    title: format(texts.title),
    blocks: [
      ...person,
      { type: 'paragraph', text: format(anyGiven ? texts.current : texts.none) },
      { type: 'heading', text: format(texts.questions) },
      ...questions.flatMap((summary): readonly PdfBlock[] => [
        { type: 'subheading', language: summary.given?.language ?? language, text: summary.question },
        ...buildAnswer(summary),
      ]),
    ],
  }
}
