import type { Withdrawal } from '@registry/api-contract/consents'
import { type ConsentPoint, listQuestions } from '@registry/domain/consent/points'

export type Choice = Withdrawal['choice']
export type ChoiceTexts = { readonly choice: Choice; readonly name: string; readonly texts: readonly string[] }

const choices: readonly Choice[] = ['v1', 'v2', 'v3']

/** The paragraphs under each heading of a document. */
const topicsOf = (points: readonly ConsentPoint[]): ReadonlyMap<string, readonly string[]> => {
  const topics = new Map<string, string[]>()
  let paragraphs: string[] = []
  for (const point of points) {
    if (point.type === 'title') {
      paragraphs = []
      topics.set(point.text, paragraphs)
    } else if (point.type === 'text') paragraphs.push(point.text)
  }
  return topics
}

/** The document of the withdrawal as the page shows it: its options are v1 to v3, each with the paragraphs under the heading of its name (D8). */
export const withdrawalTexts = (points: readonly ConsentPoint[]) => {
  const topics = topicsOf(points)
  const [question] = listQuestions(points)
  const options = question?.options ?? []
  return {
    question: question?.text ?? '',
    choices: choices.flatMap((choice, place): ChoiceTexts[] => {
      const name = options[place]
      return name === undefined ? [] : [{ choice, name, texts: topics.get(name) ?? [] }]
    }),
    /** What follows whatever is chosen. */
    consequences: [...topics].filter(([title]) => !options.includes(title)).map(([title, texts]) => ({ title, texts })),
  }
}
