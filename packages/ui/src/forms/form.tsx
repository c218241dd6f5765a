import type { ReactNode, SubmitEvent } from 'react'
import classes from './forms.module.css'

type Props = { readonly onSubmit: () => void; readonly label?: string; readonly children: ReactNode }

/** A form that the product checks itself, in its own words, instead of the browser's bubbles. */
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
