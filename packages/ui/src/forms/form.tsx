import type { ReactNode, SubmitEvent } from 'react'
import classes from './forms.module.css'

type Props = { readonly onSubmit: () => void; readonly label?: string; readonly children: ReactNode }

/** A form without the browser's validation: the screen checks it and shows our messages. */
export const Form = ({ onSubmit, label, children }: Props) => {
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form noValidate className={classes.form} aria-label={label} onSubmit={submit}>
      {children}
    </form>
  )
}
