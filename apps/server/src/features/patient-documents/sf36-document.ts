import type { FilledSf36, Sf36Questionnaire } from '@registry/api-contract/sf36'
import { formatDay } from '@registry/domain/calendar'
import type { Language } from '@registry/domain/language'
import { pdfMessages } from '@registry/domain/messages/pdf'
import { toItemAnswers } from '@registry/domain/sf36/answers'
import { listItems, readShape } from '@registry/domain/sf36/items'
import { sf36ScaleNames, sf36Scales } from '@registry/domain/sf36/structure'
import { formatItalianDay } from '../../shared/day.ts'
import type { Messages } from '../../shared/messages.ts'
import type { PdfBlock, PdfContent } from '../../shared/pdf/pdf-content.ts'

/** A filled questionnaire, or the wording alone if the patient has filled in none. */
export type PrintedSf36 = { readonly questionnaire: Sf36Questionnaire; readonly filled: FilledSf36 | undefined }

type Sources = { readonly messages: Messages; readonly language: Language; readonly person: readonly PdfBlock[] }

/** Lists each question with its items and their answers; without answers, with the options. */
const buildQuestions = ({ questionnaire, filled }: PrintedSf36): readonly PdfBlock[] => {
  const { language, questions } = questionnaire
  const shape = readShape(questions)
  const [items, answers] = [listItems(shape), filled ? toItemAnswers(filled.answers, shape) : {}]
  // Answers are shorter than their questions, lists of options are longer.
  const type = filled ? 'answers' : 'values'
  return questions.flatMap(({ text, options, questions: subQuestions }, place): readonly PdfBlock[] => {
    const ownItems = items.filter(({ question }) => question === place)
    const findAnswer = (code: string): string => options[(answers[code] ?? 0) - 1] ?? options.join(' / ')
    if (subQuestions.length === 0) return [{ type, language, rows: ownItems.map(({ code }) => [text, findAnswer(code)] as const) }]
    return [
      { type: 'heading', language, text },
      { type, language, rows: ownItems.map(({ code }, index) => [subQuestions[index] ?? '', findAnswer(code)] as const) },
    ]
  })
}

/** Builds the printed questionnaire of a patient, marked if its wording is a demonstration, with scores if it has them (REQ-PAT-12, REQ-PAT-13). */
export const buildSf36Document = (printed: PrintedSf36, { messages, language, person }: Sources): PdfContent => {
  const texts = pdfMessages.sf36
  const { questionnaire, filled } = printed
  const format = (text: (typeof texts)[keyof typeof texts], values = {}): string => messages.format(text, language, values)
  const values = filled?.scores ?? undefined
  const scores: readonly PdfBlock[] = values
    ? [
        { type: 'heading', text: format(texts.scores) },
        {
          type: 'table',
          header: [format(texts.scale), format(texts.score), format(texts.population)],
          rows: sf36ScaleNames.map((scale) => {
            const score = values[scale]
            const { label, norm } = sf36Scales[scale]
            return [label[language], score === null ? '–' : String(Math.round(score)), String(Math.round(norm.mean))]
          }),
        },
        { type: 'paragraph', text: format(texts.method) },
      ]
    : []
  const day = filled && formatDay(formatItalianDay(new Date(filled.filledAt)))
  const { version, scoring, demonstration, description } = questionnaire
  return {
    language,
    title: scoring === 'none' ? description : format(demonstration ? texts.title : texts.licensedTitle),
    blocks: [
      ...person,
      ...(demonstration ? [{ type: 'paragraph', text: format(texts.demonstration) } as const] : []),
      { type: 'paragraph', text: day === undefined ? format(texts.empty, { version }) : format(texts.filled, { day, version }) },
      ...buildQuestions(printed),
      ...scores,
    ],
  }
}
