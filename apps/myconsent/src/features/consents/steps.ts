import type { Answer, Answers, ConsentPoint, Question } from '@registry/domain/consent/points'

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

/** The step of an address: the named question, the review (after the last step), or else the first question without an answer. */
export const findPosition = (steps: readonly Step[], answers: Answers, point: string | undefined): number => {
  const named = steps.findIndex(({ question }) => question.field === point)
  if (named !== -1) return named
  const unanswered = steps.findIndex(({ question }) => answers[question.field] === undefined)
  return unanswered === -1 ? steps.length : unanswered
}

export type Section = { readonly id: string; readonly title: string; readonly points: readonly TextPoint[] }

/** Splits a text without questions at its headings; `lead` contains the texts before the first one. */
export const splitIntoSections = (
  points: readonly ConsentPoint[],
): { readonly lead: readonly TextPoint[]; readonly sections: readonly Section[] } => {
  const lead: TextPoint[] = []
  const sections: { id: string; title: string; points: TextPoint[] }[] = []
  for (const point of points) {
    if (point.type === 'radio') continue
    if (point.type === 'title') sections.push({ id: `section-${sections.length + 1}`, title: point.text, points: [] })
    else (sections.at(-1)?.points ?? lead).push(point)
  }
  return { lead, sections }
}
