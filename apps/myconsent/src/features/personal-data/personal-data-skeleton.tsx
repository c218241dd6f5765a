import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'

/**
 * A placeholder for the page while its data load. It stands alone because the route loads it with every page of the app, and the page with
 * its first visit.
 */
export const PersonalDataSkeleton = () => {
  const { t } = useLingui()
  return (
    <>
      <PageHeading title={t`I tuoi dati`} />
      <LinesSkeleton lines={12} />
    </>
  )
}
