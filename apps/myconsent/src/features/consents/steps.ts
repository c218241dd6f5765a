import type { Answer, ConsentPoint, Question } from '@registry/domain/consent/points'
import type { TextPoint } from '@registry/ui/questions/text-points.tsx'

/** One question with the headings and paragraphs before it. */
export type Step = { readonly lead: readonly TextPoint[]; readonly question: Question }

/** Splits a document into one step per question; `closing` contains the paragraphs after the last question. */
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
export const toAnswer = ({ options }: Pick<Question, 'options'>, index: number): Answer => (options.length === 2 ? index === 0 : index + 1)

/** The place of the option of an answer, from 0. */
export const findOptionIndex = (answer: Answer): number => (typeof answer === 'number' ? answer - 1 : answer ? 0 : 1)

export type Section = { readonly id: string; readonly title: string; readonly points: readonly TextPoint[] }

/** Splits a document without questions at its headings; `lead` contains the paragraphs before the first one. */
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
