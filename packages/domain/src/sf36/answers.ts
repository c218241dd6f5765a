import type { ErrorDetail, FieldErrors } from '../error.ts'
import { listItems, type QuestionShape } from './items.ts'

/** The answer of a question: the number of the option from 1, or one number for each sub-question. */
type Sf36QuestionAnswer = number | readonly number[]

export type Sf36Answers = readonly Sf36QuestionAnswer[]

/** The numbers of the chosen options by code of the item. Items without an answer are absent. */
export type Sf36ItemAnswers = Readonly<Record<string, number>>

const isMissing = (answer: unknown): boolean => answer === undefined || answer === null || answer === ''

export const isSf36Option = (answer: unknown, options: number): answer is number =>
  typeof answer === 'number' && Number.isInteger(answer) && answer >= 1 && answer <= options

const findItemError = (answer: unknown, options: number): ErrorDetail | undefined => {
  if (isMissing(answer)) return { code: 'sf36_answer_required' }
  return isSf36Option(answer, options) ? undefined : { code: 'field_wrong' }
}

type QuestionReading = { readonly answers: readonly unknown[] } | { readonly error: ErrorDetail }

/** Reads the answers to the items of one question. A question with sub-questions has exactly one answer for each. */
const readQuestion = (answer: unknown, { subQuestions }: QuestionShape): QuestionReading => {
  if (subQuestions === 0) return Array.isArray(answer) ? { error: { code: 'field_wrong' } } : { answers: [answer] }
  if (isMissing(answer)) return { answers: [] }
  if (!Array.isArray(answer)) return { error: { code: 'field_wrong' } }
  if (answer.length !== subQuestions) return { error: { code: 'sf36_sub_answers_count', params: { count: subQuestions } } }
  return { answers: answer }
}

/**
 * Returns errors by question or item: every item needs the number of one of its options (REQ-PAT-13). A list with another number of questions
 * has one error, `answers`.
 */
export const findSf36AnswerErrors = (answers: unknown, shape: readonly QuestionShape[]): FieldErrors => {
  if (!Array.isArray(answers)) return { answers: { code: 'field_wrong' } }
  if (answers.length !== shape.length) return { answers: { code: 'sf36_answers_count', params: { count: shape.length } } }
  const items = listItems(shape)
  const errors = new Map<string, ErrorDetail>()
  for (const [place, question] of shape.entries()) {
    const reading = readQuestion(answers[place], question)
    if ('error' in reading) errors.set(String(place + 1), reading.error)
    else
      for (const { code, options, subQuestion = 0 } of items.filter((item) => item.question === place)) {
        const error = findItemError(reading.answers[subQuestion], options)
        if (error) errors.set(code, error)
      }
  }
  return Object.fromEntries(errors)
}

export const isSf36Answers = (answers: unknown, shape: readonly QuestionShape[]): answers is Sf36Answers =>
  Object.keys(findSf36AnswerErrors(answers, shape)).length === 0

/** Returns the answers of the questions by code of the item. */
export const toItemAnswers = (answers: Sf36Answers, shape: readonly QuestionShape[]): Sf36ItemAnswers => {
  const numbers = answers.flat()
  return Object.fromEntries(
    listItems(shape).flatMap(({ code }, index) => {
      const answer = numbers[index]
      return answer === undefined ? [] : [[code, answer] as const]
    }),
  )
}

/** Returns the answers of the items by question. Missing answers stay missing, so that their errors name the item. */
export const toQuestionAnswers = (
  answers: Sf36ItemAnswers,
  shape: readonly QuestionShape[],
): readonly (number | null | readonly (number | null)[])[] => {
  const items = listItems(shape)
  return shape.map(({ subQuestions }, place) => {
    const chosen = items.filter(({ question }) => question === place).map(({ code }) => answers[code] ?? null)
    return subQuestions === 0 ? (chosen[0] ?? null) : chosen
  })
}
