import type { ErrorDetail, FieldErrors } from '../error.ts'
import { listItems, type PointShape } from './items.ts'

/** The answer of a point: the number of the option from 1, or one number for each sub-question. */
type Sf36PointAnswer = number | readonly number[]

export type Sf36Answers = readonly Sf36PointAnswer[]

/** The numbers of the chosen options by code of the item. Items without an answer are absent. */
export type Sf36ItemAnswers = Readonly<Record<string, number>>

const isMissing = (answer: unknown): boolean => answer === undefined || answer === null || answer === ''

export const isSf36Option = (answer: unknown, options: number): answer is number =>
  typeof answer === 'number' && Number.isInteger(answer) && answer >= 1 && answer <= options

const findItemError = (answer: unknown, options: number): ErrorDetail | undefined => {
  if (isMissing(answer)) return { code: 'sf36_answer_required' }
  return isSf36Option(answer, options) ? undefined : { code: 'field_wrong' }
}

type PointReading = { readonly answers: readonly unknown[] } | { readonly error: ErrorDetail }

/** Reads the answers to the items of one point. A point with sub-questions has exactly one answer for each. */
const readPoint = (answer: unknown, { questions }: PointShape): PointReading => {
  if (questions === 0) return Array.isArray(answer) ? { error: { code: 'field_wrong' } } : { answers: [answer] }
  if (isMissing(answer)) return { answers: [] }
  if (!Array.isArray(answer)) return { error: { code: 'field_wrong' } }
  if (answer.length !== questions) return { error: { code: 'sf36_sub_answers_count', params: { count: questions } } }
  return { answers: answer }
}

/**
 * Returns errors by point or item: every item needs the number of one of its options (REQ-PAT-13). A list with another number of points
 * has one error, `answers`.
 */
export const findSf36AnswerErrors = (answers: unknown, shape: readonly PointShape[]): FieldErrors => {
  if (!Array.isArray(answers)) return { answers: { code: 'field_wrong' } }
  if (answers.length !== shape.length) return { answers: { code: 'sf36_answers_count', params: { count: shape.length } } }
  const items = listItems(shape)
  const errors = new Map<string, ErrorDetail>()
  for (const [place, point] of shape.entries()) {
    const reading = readPoint(answers[place], point)
    if ('error' in reading) errors.set(String(place + 1), reading.error)
    else
      for (const { code, options, question = 0 } of items.filter((item) => item.point === place)) {
        const error = findItemError(reading.answers[question], options)
        if (error) errors.set(code, error)
      }
  }
  return Object.fromEntries(errors)
}

export const isSf36Answers = (answers: unknown, shape: readonly PointShape[]): answers is Sf36Answers =>
  Object.keys(findSf36AnswerErrors(answers, shape)).length === 0

/** Returns the answers of the points by code of the item. */
export const toItemAnswers = (answers: Sf36Answers, shape: readonly PointShape[]): Sf36ItemAnswers => {
  const numbers = answers.flat()
  return Object.fromEntries(
    listItems(shape).flatMap(({ code }, index) => {
      const answer = numbers[index]
      return answer === undefined ? [] : [[code, answer] as const]
    }),
  )
}

/** Returns the answers of the items by point. Missing answers stay missing, so that their errors name the item. */
export const toPointAnswers = (
  answers: Sf36ItemAnswers,
  shape: readonly PointShape[],
): readonly (number | null | readonly (number | null)[])[] => {
  const items = listItems(shape)
  return shape.map(({ questions }, place) => {
    const chosen = items.filter(({ point }) => point === place).map(({ code }) => answers[code] ?? null)
    return questions === 0 ? (chosen[0] ?? null) : chosen
  })
}
