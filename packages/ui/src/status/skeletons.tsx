import { useLingui } from '@lingui/react/macro'
import classes from './status.module.css'

/** A placeholder for lines of text. */
export const LinesSkeleton = ({ lines }: { readonly lines: number }) => {
  const { t } = useLingui()
  return (
    <div className={classes.lines} data-loading role="status" aria-label={t`Caricamento`}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={classes.line} />
      ))}
    </div>
  )
}

/** A placeholder for a page: its heading, and lines of text. */
export const PageSkeleton = () => (
  <div className={classes.page}>
    <div className={classes.pageHeading} />
    <LinesSkeleton lines={8} />
  </div>
)

/** A placeholder of a known height, in pixels. */
export const BlockSkeleton = ({ height }: { readonly height: number }) => {
  const { t } = useLingui()
  return <div className={classes.block} style={{ height }} data-loading role="status" aria-label={t`Caricamento`} />
}
