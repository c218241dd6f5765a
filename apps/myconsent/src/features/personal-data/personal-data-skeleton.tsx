import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'

/** Without the lead it is the heading of the form. */
export const PersonalDataHeading = ({ lead = true }: { readonly lead?: boolean }) => {
  const { t } = useLingui()
  const text = t`Con questi dati il tuo centro ti riconosce e ti contatta. Se qualcosa è cambiato o non è giusto, premi Modifica: nome, cognome e data di nascita li corregge il centro.`
  return <PageHeading title={t`I tuoi dati`} {...(lead && { lead: text })} />
}

/**
 * A placeholder for the page while its data load. It has its own file, because every page loads it and only the first visit loads the page
 * itself.
 */
export const PersonalDataSkeleton = () => (
  <>
    <PersonalDataHeading />
    <LinesSkeleton lines={12} />
  </>
)
