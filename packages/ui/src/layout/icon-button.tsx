import type { ComponentProps, ReactNode } from 'react'
import classes from './layout.module.css'

type Props = Omit<ComponentProps<'button'>, 'className' | 'type' | 'aria-label' | 'title' | 'children'> & {
  /** What it does: its name, and what is shown when it is pointed at. */
  readonly label: string
  readonly children: ReactNode
}

/** A button of the header, 44 px on each side (interface.md). */
export const IconButton = ({ label, children, ...rest }: Props) => (
  <button type="button" className={classes.iconButton} aria-label={label} title={label} {...rest}>
    {children}
  </button>
)
