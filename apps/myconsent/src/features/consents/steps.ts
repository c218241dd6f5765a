import type { Answer, ConsentPoint, Question } from '@registry/domain/consent/points'

export type TextPoint = Exclude<ConsentPoint, Question>
/** One question with the headings and paragraphs before it. */
export type Step = { readonly lead: readonly TextPoint[]; readonly question: Question }

/** Splits a document into one step per question; `closing` contains the texts after the last question. */
export const splitIntoSteps = (
  points: readonly ConsentPoint[],
): { readonly steps: readonly Step[]; readonly closing: readonly TextPoint[] } => {
  const steps: Step[] = []
  let lead: TextPoint[] = []
  for (const point of points) {
    if (point.type === 'radio') {
      steps.push({ lead, question: point })
      lead = []
    } else lead.push(point)
  }
  return { steps, closing: lead }
}

/** The answer of an option: a boolean with two options, the number from 1 with more. */
export const toAnswer = ({ options }: Question, index: number): Answer => (options.length === 2 ? index === 0 : index + 1)
