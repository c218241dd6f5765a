/** One part of a consent document: a heading, a paragraph, or a question with its options (spec 1, section 3). */
export type ConsentPoint =
  | { readonly type: 'title' | 'text'; readonly text: string }
  | { readonly type: 'radio'; readonly text: string; readonly options: readonly string[]; readonly field: string }
export type Question = Extract<ConsentPoint, { type: 'radio' }>

/** Answers by field: true or false where there are two options (yes is the first), the option's number from 1 where there are more. */
export type Answer = boolean | number
export type Answers = Readonly<Record<string, Answer>>

export const questionsOf = (points: readonly ConsentPoint[]): readonly Question[] => points.filter((point) => point.type === 'radio')

/** The option that an answer stands for, in the words that were shown. */
export const optionOf = ({ options }: Question, answer: Answer): string | undefined => {
  if (typeof answer === 'number') return options[answer - 1]
  return answer ? options[0] : options[1]
}
