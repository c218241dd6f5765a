import type { ConsentParagraph, Question } from '@registry/domain/consent/questions'
import { MarkedText } from './marked-text.tsx'
import classes from './texts.module.css'

export type TextParagraph = Exclude<ConsentParagraph, Question>
type Props = { readonly paragraphs: readonly TextParagraph[]; readonly heading?: 'h2' | 'h3' }

/** Headings, summaries and texts of a consent document. */
export const TextParagraphs = ({ paragraphs, heading: Heading = 'h2' }: Props) =>
  paragraphs.map((paragraph) => {
    if (paragraph.type === 'title')
      return (
        <Heading key={paragraph.text} className={classes.title}>
          <MarkedText text={paragraph.text} />
        </Heading>
      )
    return (
      <p key={paragraph.text} className={paragraph.type === 'summary' ? classes.summary : classes.text}>
        <MarkedText text={paragraph.text} />
      </p>
    )
  })
