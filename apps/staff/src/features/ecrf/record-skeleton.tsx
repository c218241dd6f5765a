import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { useLocation } from '@tanstack/react-router'
import classes from './ecrf.module.css'
import { findTab } from './record-tabs.ts'

/** A long tab takes a whole window from the first moment, so that the footer never jumps out of it (REQ-CRF-06). */
export const RecordSkeleton = () => {
  const isLong = useLocation({ select: ({ hash }) => ['form', 'timeline'].includes(findTab(hash)) })
  return (
    <div className={isLong ? classes.window : undefined}>
      <BlockSkeleton height={480} />
    </div>
  )
}
