import { findRequiredStep } from '@registry/domain/access/routes'
import { AppFrame } from '@registry/ui/frame/app-frame.tsx'
import { createFileRoute, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { guarded } from '../app/guard.ts'
import { HeaderTools } from '../app/header-tools.tsx'
import { Idle } from '../app/idle.tsx'
import { productTitle } from '../app/product.ts'
import { SiteContacts } from '../app/site-contacts.tsx'
import { usePlaces } from '../features/home/places.tsx'
import { OwnSecurity } from '../features/security/own-security.tsx'

const SignedIn = () => {
  const { user } = Route.useRouteContext()
  const back = useMatches({ select: (matches) => matches.at(-1)?.staticData.back })
  const here = useLocation({ select: (location) => location.pathname })
  const owed = findRequiredStep(user) !== undefined
  return (
    <AppFrame
      title={productTitle}
      home="/uhome"
      width="wide"
      person={{
        name: `${user.name} ${user.surname}`,
        security: owed ? undefined : OwnSecurity,
      }}
      places={usePlaces(user)}
      back={owed ? undefined : back}
      here={here}
      tools={<HeaderTools />}
      footer={<SiteContacts />}
    >
      <Outlet />
      <Idle />
    </AppFrame>
  )
}

export const Route = createFileRoute('/_signed-in')({ beforeLoad: guarded, component: SignedIn })
