import { PublicLayout } from '@registry/ui/layout/public-layout.tsx'
import { useProductName } from '../shell.ts'
import { HeaderTools } from './header-tools.tsx'
import { PageOutlet } from './page-outlet.tsx'
import { SiteContacts } from './site-contacts.tsx'
import { useBackAddress } from './use-back-address.ts'

/** Header and footer of pages without a session. */
export const PublicRouteLayout = () => (
  <PublicLayout title={useProductName()} back={useBackAddress()} tools={<HeaderTools />} footer={<SiteContacts />}>
    <PageOutlet />
  </PublicLayout>
)
