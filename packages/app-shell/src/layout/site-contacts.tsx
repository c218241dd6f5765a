import { Footer } from '@registry/ui/layout/footer.tsx'
import { useSiteInfo } from './use-site-info.ts'

/** The data controller and the contacts that the operator configured. */
export const SiteContacts = () => {
  const { data: site } = useSiteInfo()
  return site ? <Footer contacts={site.contacts} /> : null
}
