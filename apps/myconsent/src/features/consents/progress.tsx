import { useLingui } from '@lingui/react/macro'
import classes from './consents.module.css'

/** The progress through the questions; the review follows the last one. */
export const Progress = ({ position, total }: { readonly position: number; readonly total: number }) => {
  const { t } = useLingui()
  const number = position + 1
  const text = position < total ? t`Domanda ${number} di ${total}` : t`Ultimo passo: rileggi le tue risposte`
  return (
    <div className={classes.progress}>
      <p className={classes.progressText}>{text}</p>
      <progress className={classes.progressBar} value={position} max={total} aria-label={text} />
    </div>
  )
}
