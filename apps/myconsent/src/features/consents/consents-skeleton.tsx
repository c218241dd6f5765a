import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'

/** Without the lead it is the heading of a step. */
export const ConsentsHeading = ({ lead = true }: { readonly lead?: boolean }) => {
  const { t } = useLingui()
  const text = t`Le tre schede contengono le informazioni, le domande preliminari e i consensi. Le risposte di oggi valgono finché non ne confermi altre: puoi farlo quando vuoi, e ogni volta che confermi ricevi una ricevuta firmata. Da qui puoi anche lasciare il registro.`
  return <PageHeading title={t`I tuoi consensi`} {...(lead && { lead: text })} />
}

/** A placeholder for the page while its documents load. */
export const ConsentsSkeleton = () => (
  <>
    <ConsentsHeading />
    <LinesSkeleton lines={12} />
  </>
)
