import classes from '../../questions/questions.module.css'
import type { TextPoint } from './steps.ts'

type Props = { readonly points: readonly TextPoint[]; readonly heading?: 'h2' | 'h3' }

/** Headings, summaries and paragraphs of a consent document. */
export const TextPoints = ({ points, heading: Heading = 'h2' }: Props) =>
  points.map((point) => {
    if (point.type === 'title')
      return (
        <Heading key={point.text} className={classes.title}>
          {point.text}
        </Heading>
      )
    return (
      <p key={point.text} className={point.type === 'summary' ? classes.summary : classes.text}>
        {point.text}
      </p>
    )
  })
