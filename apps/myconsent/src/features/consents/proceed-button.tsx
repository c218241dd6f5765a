import { Button } from '@mantine/core'
import classes from '../../questions/questions.module.css'

type Props = { readonly button: string; readonly onProceed: () => void }

/** The button below a text that needs no answer. It names what comes next. */
export const ProceedButton = ({ button, onProceed }: Props) => (
  <div className={classes.actions}>
    <Button size="lg" onClick={onProceed}>
      {button}
    </Button>
  </div>
)
