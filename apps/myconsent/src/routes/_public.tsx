import { PublicFrame } from '@registry/ui/frame/header.tsx'
import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { HeaderTools } from '../app/header-tools.tsx'
import { productTitle } from '../app/product.ts'
import { SiteContacts } from '../app/site-contacts.tsx'

const Public = () => {
  const back = useMatches({ select: (matches) => matches.at(-1)?.staticData.back })
  return (
    <PublicFrame title={productTitle} back={back} tools={<HeaderTools />} footer={<SiteContacts />}>
      <Outlet />
    </PublicFrame>
  )
}

export const Route = createFileRoute('/_public')({ component: Public })
