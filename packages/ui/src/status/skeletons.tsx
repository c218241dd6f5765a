import { useLingui } from '@lingui/react/macro'
import classes from './status.module.css'

/** Stands where lines of text will be. */
export const LinesSkeleton = ({ lines }: { readonly lines: number }) => {
  const { t } = useLingui()
  return (
    <div className={classes.lines} role="status" aria-label={t`Caricamento`}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={classes.line} />
      ))}
    </div>
  )
}

/** Stands where something of a known height will be, a grid for example. */
export const BlockSkeleton = ({ height }: { readonly height: number }) => {
  const { t } = useLingui()
  return <div className={classes.block} style={{ height }} role="status" aria-label={t`Caricamento`} />
}
