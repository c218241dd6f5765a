import type { ComponentProps, ReactNode } from 'react'
import classes from './layout.module.css'

type Props = Omit<ComponentProps<'button'>, 'className' | 'type' | 'aria-label' | 'title' | 'children'> & {
  /** The accessible name and the tooltip. */
  readonly label: string
  readonly children: ReactNode
}

/** A button of the header, as large as a touch target. */
export const IconButton = ({ label, children, ...rest }: Props) => (
  <button type="button" className={classes.iconButton} aria-label={label} title={label} {...rest}>
    {children}
  </button>
)
