import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, IconClock, IconHandStop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './status.module.css'

export type Status = 'waiting' | 'yes' | 'no' | 'withdrawn' | 'error' | 'unknown'

const icons = {
  waiting: IconClock,
  yes: IconCircleCheck,
  no: IconCircleX,
  withdrawn: IconHandStop,
  error: IconAlertTriangle,
  unknown: IconCircleDashed,
} as const satisfies Record<Status, typeof IconClock>

/** A state as word, icon and colour together, so that none of the three carries it alone. */
export const StatusBadge = ({ status, children }: { readonly status: Status; readonly children: ReactNode }) => {
  const Icon = icons[status]
  return (
    <span className={classes.badge} data-status={status}>
      <Icon size={18} aria-hidden="true" />
      {children}
    </span>
  )
}

type NoticeProps = { readonly status: Status; readonly title?: string; readonly children: ReactNode }

/** A notice across the page's column; `error` is announced at once, the others when the reader gets there. */
export const Notice = ({ status, title, children }: NoticeProps) => {
  const Icon = icons[status]
  return (
    <div className={classes.notice} data-status={status} role={status === 'error' ? 'alert' : 'status'}>
      <Icon size={24} aria-hidden="true" />
      <div className={classes.noticeText}>
        {title !== undefined && <strong>{title}</strong>}
        <div>{children}</div>
      </div>
    </div>
  )
}
