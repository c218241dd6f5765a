import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { BlockSkeleton, LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import classes from '../../questions/questions.module.css'

/** A placeholder for the page while its texts load. */
export const ConsentsSkeleton = () => {
  const { t } = useLingui()
  return (
    <>
      <PageHeading title={t`I tuoi consensi`} />
      <BlockSkeleton height={48} />
      <div className={classes.panel}>
        <LinesSkeleton lines={12} />
      </div>
    </>
  )
}
