import { createGuard } from '@registry/app-shell/guard.ts'
import { SignedInRouteLayout } from '@registry/app-shell/layout/signed-in-route-layout.tsx'
import { isOpen } from '@registry/domain/access/screens'
import { LayoutFailure, LayoutSkeleton } from '@registry/app-shell/router.tsx'
import { lazyDialog } from '@registry/ui/dialogs/lazy-dialog.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { loadAllTexts } from '../app/messages.ts'
import { shell } from '../app/shell.ts'
import { useMenu } from '../features/home/menu.tsx'
import { ActingBanner } from '../features/guardian/acting-banner.tsx'

const Security = lazyDialog(async () => (await import('@registry/app-shell/security/own-security.tsx')).OwnSecurity)

const SignedIn = () => {
  const { user } = Route.useRouteContext()
  const dataPath = isOpen('/pdati') ? '/pdati' : undefined
  return (
    <SignedInRouteLayout
      user={user}
      width="narrow"
      menu={useMenu(user)}
      security={Security}
      dataPath={dataPath}
      banner={<ActingBanner user={user} />}
    />
  )
}

const guard = createGuard(shell)

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async (match) => (await Promise.all([guard(match), loadAllTexts()]))[0],
  component: SignedIn,
  pendingComponent: LayoutSkeleton,
  errorComponent: LayoutFailure,
})
