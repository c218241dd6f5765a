/** One paragraph of a consent document: a heading, a summary, a paragraph, or a question with its options. */
export type ConsentParagraph =
  | { readonly type: 'title' | 'summary' | 'text'; readonly text: string }
  | { readonly type: 'radio'; readonly text: string; readonly options: readonly string[]; readonly field: string }
export type Question = Extract<ConsentParagraph, { type: 'radio' }>

/** An answer is a boolean for two options, where true is the first. For more options it is the option's number from 1. */
export type Answer = boolean | number
export type Answers = Readonly<Record<string, Answer>>

export const listQuestions = (paragraphs: readonly ConsentParagraph[]): readonly Question[] =>
  paragraphs.filter((paragraph) => paragraph.type === 'radio')

/** Whether the answer fits the question: a boolean for two options, an option number for more (REQ-CON-02). */
export const isOption = ({ options }: Question, answer: unknown): answer is Answer =>
  options.length === 2
    ? typeof answer === 'boolean'
    : typeof answer === 'number' && Number.isInteger(answer) && answer >= 1 && answer <= options.length

/** Returns the text of the chosen option, or `undefined` if the question has no such option. */
export const findOption = (question: Question, answer: Answer): string | undefined => {
  if (!isOption(question, answer)) return undefined
  return question.options[typeof answer === 'number' ? answer - 1 : answer ? 0 : 1]
}
