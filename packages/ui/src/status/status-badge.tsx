import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconHandStop,
  IconInfoCircle,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './status.module.css'

export type Status = 'waiting' | 'info' | 'warning' | 'yes' | 'no' | 'withdrawn' | 'error' | 'unknown'

const icons = {
  waiting: IconClock,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  yes: IconCircleCheck,
  no: IconCircleX,
  withdrawn: IconHandStop,
  error: IconAlertCircle,
  unknown: IconCircleDashed,
} as const satisfies Record<Status, typeof IconClock>

type BadgeProps = {
  readonly status: Status
  /** A sentence takes several lines where a word stays on one. */
  readonly wraps?: boolean
  readonly children: ReactNode
}

/** A state as text, icon and colour, so that no reader depends on colour alone. */
export const StatusBadge = ({ status, wraps, children }: BadgeProps) => {
  const Icon = icons[status]
  return (
    <span className={classes.badge} data-status={status} data-wraps={wraps}>
      <Icon size={18} aria-hidden="true" />
      {children}
    </span>
  )
}

type NoticeProps = { readonly status: Status; readonly title?: string; readonly children: ReactNode }

/** A notice as wide as the column. Screen readers announce `error` immediately, the others politely. */
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
