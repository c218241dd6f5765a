import type { Answer, ConsentPoint, Question } from '@registry/domain/consent/points'

export type TextPoint = Exclude<ConsentPoint, Question>
/** One question with the headings and paragraphs that lead to it. */
export type Step = { readonly lead: readonly TextPoint[]; readonly question: Question }

/** Cuts a document into one step a question; what follows the last question stands in `closing`. */
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

/** The answer that choosing an option gives: yes or no where there are two, the option's number from 1 where there are more. */
export const toAnswer = ({ options }: Question, index: number): Answer => (options.length === 2 ? index === 0 : index + 1)
