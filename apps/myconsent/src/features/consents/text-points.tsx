import classes from '../../questions/questions.module.css'
import type { TextPoint } from './steps.ts'

/** Headings, summaries and paragraphs of a consent document. */
export const TextPoints = ({ points }: { readonly points: readonly TextPoint[] }) =>
  points.map((point) => {
    if (point.type === 'title')
      return (
        <h2 key={point.text} className={classes.title}>
          {point.text}
        </h2>
      )
    return (
      <p key={point.text} className={point.type === 'summary' ? classes.summary : classes.text}>
        {point.text}
      </p>
    )
  })
