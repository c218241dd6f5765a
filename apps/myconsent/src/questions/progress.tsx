import { useLingui } from '@lingui/react/macro'
import classes from './questions.module.css'

type Props = {
  readonly position: number
  readonly total: number
  /** The text of the review, which follows the last question. */
  readonly reviewTitle: string
}

/** The progress through the questions. */
export const Progress = ({ position, total, reviewTitle }: Props) => {
  const { t } = useLingui()
  const number = position + 1
  const text = position < total ? t`Domanda ${number} di ${total}` : reviewTitle
  return (
    <div className={classes.progress}>
      <p className={classes.progressText}>{text}</p>
      <progress className={classes.progressBar} value={position} max={total} aria-label={text} />
    </div>
  )
}
