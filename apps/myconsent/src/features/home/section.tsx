import type { ReactNode } from 'react'
import classes from './home.module.css'

/** One section of the home page. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={classes.section} aria-label={title}>
    <h2 className={classes.sectionTitle}>{title}</h2>
    {children}
  </section>
)
