import type { ErrorDetail, FieldErrors } from '../error.ts'
import { isOption, listQuestions, type Answer, type Answers, type ConsentParagraph, type Question } from './questions.ts'

const findAnswer = (answers: Answers, field: string): Answer | undefined => (Object.hasOwn(answers, field) ? answers[field] : undefined)

/**
 * Returns why the preliminary answers do not open the consents: one is missing, or one is not Yes (REQ-CON-03).
 * Returns `undefined` if all are Yes.
 */
export const findPreliminaryError = (paragraphs: readonly ConsentParagraph[], answers: Answers): ErrorDetail | undefined => {
  const all = listQuestions(paragraphs).map(({ field }) => findAnswer(answers, field))
  if (all.includes(undefined)) return { code: 'preliminary_unanswered' }
  return all.every((answer) => answer === true) ? undefined : { code: 'preliminary_not_all_yes' }
}

/** The preliminary questions that are answered, but not with Yes: the person cannot go on. */
export const listStoppingQuestions = (paragraphs: readonly ConsentParagraph[], answers: Answers): readonly Question[] =>
  listQuestions(paragraphs).filter(({ field }) => {
    const answer = findAnswer(answers, field)
    return answer !== undefined && answer !== true
  })

/** Returns errors by field: every question needs a valid answer, and no other field has one. */
export const findAnswerErrors = (paragraphs: readonly ConsentParagraph[], answers: Answers): FieldErrors => {
  const questions = listQuestions(paragraphs)
  const errors = new Map<string, ErrorDetail>()
  for (const question of questions) {
    const answer = findAnswer(answers, question.field)
    if (answer === undefined) errors.set(question.field, { code: 'consent_required' })
    else if (!isOption(question, answer)) errors.set(question.field, { code: 'field_wrong' })
  }
  const known = new Set(questions.map(({ field }) => field))
  for (const field of Object.keys(answers)) if (!known.has(field)) errors.set(field, { code: 'field_unknown' })
  return Object.fromEntries(errors)
}
