import { useLingui } from '@lingui/react/macro'
import classes from './consents.module.css'

/** How far a patient is: questions before this one, of so many; after the last comes the review. */
export const Progress = ({ at, of }: { readonly at: number; readonly of: number }) => {
  const { t } = useLingui()
  const number = at + 1
  const text = at < of ? t`Domanda ${number} di ${of}` : t`Ultimo passo: rileggi le tue risposte`
  return (
    <div className={classes.progress}>
      <p className={classes.progressText}>{text}</p>
      <progress className={classes.progressBar} value={at} max={of} aria-label={text} />
    </div>
  )
}
