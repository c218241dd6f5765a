import { createGuard } from '@registry/app-shell/guard.ts'
import { SignedInRouteLayout } from '@registry/app-shell/layout/signed-in-route-layout.tsx'
import { OwnSecurity } from '@registry/app-shell/security/own-security.tsx'
import { isOpen } from '@registry/domain/access/screens'
import { LayoutFailure, LayoutSkeleton } from '@registry/app-shell/router.tsx'
import { addTexts } from '@registry/ui/language/language.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { loadSignedInTexts } from '../app/messages.ts'
import { shell } from '../app/shell.ts'
import { useMenu } from '../features/home/menu.tsx'

const SignedIn = () => {
  const { user } = Route.useRouteContext()
  const dataPath = isOpen('/pdati') ? '/pdati' : undefined
  return <SignedInRouteLayout user={user} width="narrow" menu={useMenu(user)} security={OwnSecurity} dataPath={dataPath} />
}

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: createGuard(shell),
  loader: () => addTexts(loadSignedInTexts),
  component: SignedIn,
  pendingComponent: LayoutSkeleton,
  errorComponent: LayoutFailure,
})
