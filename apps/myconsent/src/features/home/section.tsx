import type { ReactNode } from 'react'
import classes from './home.module.css'

type Props = { readonly id?: string; readonly title: string; readonly children: ReactNode }

/** One section of the home page. Links lead to its `id`. */
export const Section = ({ id, title, children }: Props) => (
  <section id={id} className={classes.section} aria-label={title}>
    <h2 className={classes.sectionTitle}>{title}</h2>
    {children}
  </section>
)
