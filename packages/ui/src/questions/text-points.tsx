import type { ConsentPoint, Question } from '@registry/domain/consent/points'
import { MarkedText } from './marked-text.tsx'
import classes from './texts.module.css'

export type TextPoint = Exclude<ConsentPoint, Question>
type Props = { readonly points: readonly TextPoint[]; readonly heading?: 'h2' | 'h3' }

/** Headings, summaries and paragraphs of a consent document. */
export const TextPoints = ({ points, heading: Heading = 'h2' }: Props) =>
  points.map((point) => {
    if (point.type === 'title')
      return (
        <Heading key={point.text} className={classes.title}>
          <MarkedText text={point.text} />
        </Heading>
      )
    return (
      <p key={point.text} className={point.type === 'summary' ? classes.summary : classes.text}>
        <MarkedText text={point.text} />
      </p>
    )
  })
