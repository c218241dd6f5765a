import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'

/**
 * A placeholder for the page while the questionnaire loads. It has its own file, because every page loads it and only the first visit loads
 * the page itself.
 */
export const Sf36Skeleton = () => {
  const { t } = useLingui()
  return (
    <>
      <PageHeading title={t`Questionario sulla salute`} />
      <LinesSkeleton lines={8} />
    </>
  )
}
