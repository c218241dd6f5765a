/** Shape of a question: its number of options, and of sub-questions. A question without sub-questions is one item. */
export type QuestionShape = { readonly options: number; readonly subQuestions: number }

type QuestionWords = { readonly options: readonly unknown[]; readonly questions: readonly unknown[] }

/** Returns the shape of the questions of a questionnaire. */
export const readShape = (questions: readonly QuestionWords[]): readonly QuestionShape[] =>
  questions.map(({ options, questions: subQuestions }) => ({ options: options.length, subQuestions: subQuestions.length }))

export const isSameShape = (one: readonly QuestionShape[], other: readonly QuestionShape[]): boolean =>
  one.length === other.length &&
  one.every(({ options, subQuestions }, place) => other[place]?.options === options && other[place].subQuestions === subQuestions)

/** One question that a patient answers with an option. */
export type QuestionnaireItem = {
  /** The number of the question, with the letter of the sub-question: `1`, `3a`, `11d`. */
  readonly code: string
  /** The place of its question, from 0. */
  readonly question: number
  /** The place of its sub-question, from 0. Absent in a question without sub-questions. */
  readonly subQuestion?: number
  readonly options: number
}

/** Returns the items in the order of the questionnaire. */
export const listItems = (shape: readonly QuestionShape[]): readonly QuestionnaireItem[] =>
  shape.flatMap(({ options, subQuestions }, question): QuestionnaireItem[] =>
    subQuestions === 0
      ? [{ code: String(question + 1), question, options }]
      : Array.from({ length: subQuestions }, (_, subQuestion) => ({
          code: `${question + 1}${String.fromCharCode('a'.charCodeAt(0) + subQuestion)}`,
          question,
          subQuestion,
          options,
        })),
  )

/** Most people answer an item of a health questionnaire in this time. */
const secondsPerItem = 13

/** Estimates how many minutes a questionnaire takes: about 8 for the 36 items of the SF-36. */
export const estimateMinutes = (items: number): number => Math.max(1, Math.round((items * secondsPerItem) / 60))
