/** One part of a consent document: a heading, a paragraph, or a question with its options (spec 1, section 3). */
export type ConsentPoint =
  | { readonly type: 'title' | 'text'; readonly text: string }
  | { readonly type: 'radio'; readonly text: string; readonly options: readonly string[]; readonly field: string }
export type Question = Extract<ConsentPoint, { type: 'radio' }>

/** Answers by field: true or false where there are two options (yes is the first), the option's number from 1 where there are more. */
export type Answer = boolean | number
export type Answers = Readonly<Record<string, Answer>>

export const listQuestions = (points: readonly ConsentPoint[]): readonly Question[] => points.filter((point) => point.type === 'radio')

/** A question of two options takes a truth value, one of more the number of an option (spec 1, section 3). */
export const isOption = ({ options }: Question, answer: unknown): answer is Answer =>
  options.length === 2
    ? typeof answer === 'boolean'
    : typeof answer === 'number' && Number.isInteger(answer) && answer >= 1 && answer <= options.length

/** The option that an answer stands for, in the words that were shown; `undefined` where the question has no such option. */
export const findOption = (question: Question, answer: Answer): string | undefined => {
  if (!isOption(question, answer)) return undefined
  return question.options[typeof answer === 'number' ? answer - 1 : answer ? 0 : 1]
}
