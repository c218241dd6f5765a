import { createGuard } from '@registry/app-shell/guard.ts'
import { SignedInRouteLayout } from '@registry/app-shell/layout/signed-in-route-layout.tsx'
import { LayoutFailure, LayoutSkeleton } from '@registry/app-shell/router.tsx'
import { lazyDialog } from '@registry/ui/dialogs/lazy-dialog.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { loadAllTexts } from '../app/messages.ts'
import { shell } from '../app/shell.ts'
import { CentreChoice, CentreSelect } from '../features/home/centre-choice.tsx'
import { useMenu } from '../features/home/menu.tsx'
import { QuickSearchButton } from '../app/quick-search/quick-search-button.tsx'

const Security = lazyDialog(async () => (await import('../features/second-factor/second-factor-summary.tsx')).StaffSecurity)

const SignedIn = () => {
  const { user } = Route.useRouteContext()
  const menu = useMenu(user)
  const { centre, centres } = user
  return (
    <SignedInRouteLayout
      user={user}
      width="wide"
      menu={menu}
      security={Security}
      tools={
        <>
          {centres && centre !== undefined && <CentreSelect centres={centres} centre={centre} />}
          {!(centres && centre === undefined) && <QuickSearchButton menu={menu} />}
        </>
      }
      choice={centres && centre === undefined && <CentreChoice centres={centres} />}
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
