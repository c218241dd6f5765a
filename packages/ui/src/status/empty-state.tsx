import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './status.module.css'

type Props = { readonly title: string; readonly children: ReactNode; readonly action?: ReactNode }

/** Replaces an empty list: the reason and the next step. */
export const EmptyState = ({ title, children, action }: Props) => (
  <div className={classes.empty}>
    <IconInbox size={32} aria-hidden="true" />
    <p className={classes.emptyTitle}>{title}</p>
    <div className={classes.emptyText}>{children}</div>
    {action !== undefined && <div className={classes.emptyAction}>{action}</div>}
  </div>
)
