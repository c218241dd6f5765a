import type { ErrorDetail, FieldErrors } from '../error.ts'
import { sf36Items, sf36Points } from './structure.ts'

/** The answer of a point: the number of the option from 1, or one number for each sub-question. */
export type Sf36PointAnswer = number | readonly number[]
/** One answer for each of the 11 points. */
export type Sf36Answers = readonly Sf36PointAnswer[]
/** The numbers of the chosen options by code of the item. Items without an answer are absent. */
export type Sf36ItemAnswers = Readonly<Record<string, number>>

const isMissing = (answer: unknown): boolean => answer === undefined || answer === null || answer === ''

/** Whether an answer is the number of an option. */
export const isSf36Option = (answer: unknown, options: number): answer is number =>
  typeof answer === 'number' && Number.isInteger(answer) && answer >= 1 && answer <= options

const findItemError = (answer: unknown, options: number): ErrorDetail | undefined => {
  if (isMissing(answer)) return { code: 'sf36_answer_required' }
  return isSf36Option(answer, options) ? undefined : { code: 'field_wrong' }
}

type PointReading = { readonly answers: readonly unknown[] } | { readonly error: ErrorDetail }

/** Reads the answers to the items of one point. A multi point has exactly one for each sub-question. */
const readPoint = (answer: unknown, place: number): PointReading => {
  const { type = 'radio', items = [] } = sf36Points[place] ?? {}
  if (type === 'radio') return Array.isArray(answer) ? { error: { code: 'field_wrong' } } : { answers: [answer] }
  if (isMissing(answer)) return { answers: items.map(() => undefined) }
  if (!Array.isArray(answer)) return { error: { code: 'field_wrong' } }
  if (answer.length !== items.length) return { error: { code: 'sf36_sub_answers_count', params: { count: items.length } } }
  return { answers: answer }
}

/**
 * Returns errors by point or item: every item needs the number of one of its options (REQ-PAT-13). A list that has not 11 points has one
 * error, `answers`.
 */
export const findSf36AnswerErrors = (answers: unknown): FieldErrors => {
  if (!Array.isArray(answers)) return { answers: { code: 'field_wrong' } }
  if (answers.length !== sf36Points.length) return { answers: { code: 'sf36_answers_count', params: { count: sf36Points.length } } }
  const errors = new Map<string, ErrorDetail>()
  for (const place of sf36Points.keys()) {
    const reading = readPoint(answers[place], place)
    if ('error' in reading) errors.set(String(place + 1), reading.error)
    else
      for (const [index, { code, options }] of sf36Items.filter(({ point }) => point === place).entries()) {
        const error = findItemError(reading.answers[index], options)
        if (error) errors.set(code, error)
      }
  }
  return Object.fromEntries(errors)
}

export const isSf36Answers = (answers: unknown): answers is Sf36Answers => Object.keys(findSf36AnswerErrors(answers)).length === 0

/** Returns the answers of the points by code of the item. */
export const toItemAnswers = (answers: Sf36Answers): Sf36ItemAnswers => {
  const numbers = answers.flat()
  return Object.fromEntries(
    sf36Items.flatMap(({ code }, index) => {
      const answer = numbers[index]
      return answer === undefined ? [] : [[code, answer] as const]
    }),
  )
}

/** Returns the answers of the items by point. Missing answers stay missing, so that their errors name the item. */
export const toPointAnswers = (answers: Sf36ItemAnswers): readonly (number | null | readonly (number | null)[])[] =>
  sf36Points.map(({ type }, place) => {
    const items = sf36Items.filter(({ point }) => point === place).map(({ code }) => answers[code] ?? null)
    return type === 'multi' ? items : (items[0] ?? null)
  })
