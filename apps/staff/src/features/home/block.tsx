import type { ReactNode } from 'react'
import classes from './home.module.css'

type Props = { readonly id?: string; readonly title: string; readonly children: ReactNode }

/** A part of the home page with its heading. A number above links to its `id`. */
export const Block = ({ id, title, children }: Props) => (
  <section id={id} className={classes.block} aria-label={title}>
    <h2 className={classes.blockTitle}>{title}</h2>
    {children}
  </section>
)
