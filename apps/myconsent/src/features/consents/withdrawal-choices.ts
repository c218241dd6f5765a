import type { Withdrawal } from '@registry/api-contract/consents'
import { type ConsentPoint, listQuestions } from '@registry/domain/consent/points'

export type Choice = Withdrawal['choice']
export type ChoiceTexts = { readonly choice: Choice; readonly name: string; readonly texts: readonly string[] }

const choices: readonly Choice[] = ['v1', 'v2', 'v3']

/** The paragraphs under each heading of a document. */
const groupByHeading = (points: readonly ConsentPoint[]): ReadonlyMap<string, readonly string[]> => {
  const sections = new Map<string, string[]>()
  let paragraphs: string[] = []
  for (const point of points) {
    if (point.type === 'title') {
      paragraphs = []
      sections.set(point.text, paragraphs)
    } else if (point.type === 'text') paragraphs.push(point.text)
  }
  return sections
}

/** Reads the withdrawal document: its options are v1 to v3, each explained under the heading of its name (REQ-CON-06). */
export const parseWithdrawalDocument = (points: readonly ConsentPoint[]) => {
  const sections = groupByHeading(points)
  const [question] = listQuestions(points)
  const options = question?.options ?? []
  return {
    question: question?.text ?? '',
    choices: choices.flatMap((choice, index): ChoiceTexts[] => {
      const name = options[index]
      return name === undefined ? [] : [{ choice, name, texts: sections.get(name) ?? [] }]
    }),
    /** The sections that apply to every choice. */
    consequences: [...sections].filter(([title]) => !options.includes(title)).map(([title, texts]) => ({ title, texts })),
  }
}
