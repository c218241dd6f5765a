import classes from './consents.module.css'
import type { TextPoint } from './steps.ts'

/** Headings and paragraphs of a consent document. */
export const TextPoints = ({ points }: { readonly points: readonly TextPoint[] }) =>
  points.map((point) =>
    point.type === 'title' ? (
      <h2 key={point.text} className={classes.title}>
        {point.text}
      </h2>
    ) : (
      <p key={point.text} className={classes.text}>
        {point.text}
      </p>
    ),
  )
