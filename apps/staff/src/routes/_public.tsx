import { PublicLayout } from '@registry/ui/layout/public-layout.tsx'
import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { HeaderTools } from '../app/header-tools.tsx'
import { productTitle } from '../app/product.ts'
import { SiteContacts } from '../app/site-contacts.tsx'

const Public = () => {
  const back = useMatches({ select: (matches) => matches.at(-1)?.staticData.back })
  return (
    <PublicLayout title={productTitle} back={back} tools={<HeaderTools />} footer={<SiteContacts />}>
      <Outlet />
    </PublicLayout>
  )
}

export const Route = createFileRoute('/_public')({ component: Public })
