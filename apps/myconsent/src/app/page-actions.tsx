import type { ReactNode } from 'react'
import classes from './page-actions.module.css'

/** The buttons at the end of a page, the main one first. On a phone they stay at the bottom of the screen. They are not printed. */
export const PageActions = ({ children }: { readonly children: ReactNode }) => <div className={classes.actions}>{children}</div>
