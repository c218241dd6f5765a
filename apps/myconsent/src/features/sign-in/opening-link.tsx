import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'

/** The page while a link is being opened. */
export const OpeningLink = () => {
  const { t } = useLingui()
  return (
    <>
      <PageHeading title={t`Apriamo il tuo link`} />
      <LinesSkeleton lines={3} />
    </>
  )
}
