import { Progress } from '@mantine/core'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import type { ReactNode } from 'react'
import layout from '../layout/layout.module.css'
import classes from './progress.module.css'

const [shortMs, longMs, shortQuestions] = [1000, 5000, 20]

/** Asks again until the page ends the question. Without an answer the page only shows less, so failures stay silent. */
export const progressQuery = {
  // Each question is an entry of the log (REQ-ADM-01), so work of many minutes is asked about less often.
  refetchInterval: ({ state }: { readonly state: { readonly dataUpdateCount: number } }): number =>
    state.dataUpdateCount < shortQuestions ? shortMs : longMs,
  gcTime: 0,
  ...ownFailures,
} as const

/** A screen reader hears the name of the work and every quarter of it, not each step. */
const formatAnnouncement = (label: string, percent: number | undefined): string =>
  percent === undefined ? label : `${label}: ${Math.floor(percent / 25) * 25}%`

type Props = {
  readonly label: string
  /** Without it nobody knows how long the work takes, and the bar only moves. */
  readonly percent: number | undefined
  /** A sentence with numbers. */
  readonly children: ReactNode
}

/** The progress of long work: a bar, a sentence, and what screen readers announce (REQ-EXP-01, REQ-IMP-18). */
export const WorkProgress = ({ label, percent, children }: Props) => {
  const value = percent === undefined ? undefined : Math.min(100, Math.round(percent))
  return (
    <div className={classes.progress}>
      <Progress.Root>
        <Progress.Section
          value={value ?? 100}
          animated={value === undefined}
          withAria={false}
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          {...(value !== undefined && { 'aria-valuenow': value, 'aria-valuetext': `${value}%` })}
        />
      </Progress.Root>
      <span className={layout.quiet}>{children}</span>
      <span role="status" className="visually-hidden">
        {formatAnnouncement(label, value)}
      </span>
    </div>
  )
}
