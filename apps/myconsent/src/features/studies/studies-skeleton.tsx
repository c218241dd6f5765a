import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'

/** A placeholder for the list and for a study while they load. It has its own file because the routes load it with every page of the app. */
export const StudiesSkeleton = () => {
  const { t } = useLingui()
  return (
    <>
      <PageHeading title={t`Studi clinici`} />
      <LinesSkeleton lines={6} />
    </>
  )
}
