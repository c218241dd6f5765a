import { Footer } from '@registry/ui/layout/footer.tsx'
import type { CurrentUser } from '../guard.ts'
import { useSiteInfo } from './use-site-info.ts'

/** The data controller and the contacts that the operator configured, and the patient's centre. */
export const SiteContacts = ({ centre }: { readonly centre?: CurrentUser['patientCentre'] }) => {
  const { data: site } = useSiteInfo()
  return site ? <Footer contacts={site.contacts} centre={centre} /> : null
}
