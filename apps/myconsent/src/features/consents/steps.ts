import type { Answer, ConsentParagraph, Question } from '@registry/domain/consent/questions'
import type { TextParagraph } from '@registry/ui/questions/text-paragraphs.tsx'

/** One question with the headings and paragraphs before it. */
export type Step = { readonly lead: readonly TextParagraph[]; readonly question: Question }

/** Splits a document into one step per question; `closing` contains the paragraphs after the last question. */
export const splitIntoSteps = (
  paragraphs: readonly ConsentParagraph[],
): { readonly steps: readonly Step[]; readonly closing: readonly TextParagraph[] } => {
  const steps: Step[] = []
  let lead: TextParagraph[] = []
  for (const paragraph of paragraphs) {
    if (paragraph.type === 'radio') {
      steps.push({ lead, question: paragraph })
      lead = []
    } else lead.push(paragraph)
  }
  return { steps, closing: lead }
}

/** The answer of an option: a boolean with two options, the number from 1 with more. */
export const toAnswer = ({ options }: Pick<Question, 'options'>, index: number): Answer => (options.length === 2 ? index === 0 : index + 1)

/** The place of the option of an answer, from 0. */
export const findOptionIndex = (answer: Answer): number => (typeof answer === 'number' ? answer - 1 : answer ? 0 : 1)

export type Section = { readonly id: string; readonly title: string; readonly paragraphs: readonly TextParagraph[] }

/** Splits a document without questions at its headings; `lead` contains the paragraphs before the first one. */
export const splitIntoSections = (
  paragraphs: readonly ConsentParagraph[],
): { readonly lead: readonly TextParagraph[]; readonly sections: readonly Section[] } => {
  const lead: TextParagraph[] = []
  const sections: { id: string; title: string; paragraphs: TextParagraph[] }[] = []
  for (const paragraph of paragraphs) {
    if (paragraph.type === 'radio') continue
    if (paragraph.type === 'title') sections.push({ id: `section-${sections.length + 1}`, title: paragraph.text, paragraphs: [] })
    else (sections.at(-1)?.paragraphs ?? lead).push(paragraph)
  }
  return { lead, sections }
}
