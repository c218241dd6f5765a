import { AppFrame } from '@registry/ui/frame/app-frame.tsx'
import { createFileRoute, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { guarded } from '../app/guard.ts'
import { productTitle } from '../app/product.ts'
import { usePlaces } from '../features/home/places.tsx'

const SignedIn = () => {
  const { user } = Route.useRouteContext()
  const back = useMatches({ select: (matches) => matches.at(-1)?.staticData.back })
  const here = useLocation({ select: (location) => location.pathname })
  const places = usePlaces()
  /** Whoever has to choose a password can go nowhere else (D6). */
  const confined = user.passwordExpired
  return (
    <AppFrame
      title={productTitle}
      home="/myconsent"
      width="narrow"
      personName={`${user.name} ${user.surname}`}
      places={confined ? [] : places}
      back={confined ? undefined : back}
      here={here}
    >
      <Outlet />
    </AppFrame>
  )
}

export const Route = createFileRoute('/_signed-in')({ beforeLoad: guarded, component: SignedIn })
