import { findRequiredStep } from '@registry/domain/access/routes'
import { AppLayout } from '@registry/ui/layout/app-layout.tsx'
import { createFileRoute, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { guarded } from '../app/guard.ts'
import { HeaderTools } from '../app/header-tools.tsx'
import { Idle } from '../app/idle.tsx'
import { productTitle } from '../app/product.ts'
import { SiteContacts } from '../app/site-contacts.tsx'
import { useMenu } from '../features/home/use-menu.tsx'
import { OwnSecurity } from '../features/security/own-security.tsx'

const SignedIn = () => {
  const { user } = Route.useRouteContext()
  const back = useMatches({ select: (matches) => matches.at(-1)?.staticData.back })
  const currentPath = useLocation({ select: (location) => location.pathname })
  const owed = findRequiredStep(user) !== undefined
  return (
    <AppLayout
      title={productTitle}
      home="/uhome"
      width="wide"
      person={{
        name: `${user.name} ${user.surname}`,
        security: owed ? undefined : OwnSecurity,
      }}
      menu={useMenu(user)}
      back={owed ? undefined : back}
      currentPath={currentPath}
      tools={<HeaderTools />}
      footer={<SiteContacts />}
    >
      <Outlet />
      <Idle />
    </AppLayout>
  )
}

export const Route = createFileRoute('/_signed-in')({ beforeLoad: guarded, component: SignedIn })
