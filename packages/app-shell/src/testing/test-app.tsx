import type { UserInfo } from '@registry/api-contract/session'
import type { Site } from '@registry/domain/access/screens'
import { NotOpenYet, PageHeading } from '@registry/ui/layout/page.tsx'
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import type { Fake } from '@registry/api-contract/testing/fake-site'
import { createGuard } from '../guard.ts'
import { createHomeLoader } from '../layout/home-loader.ts'
import { HomePage } from '../layout/home-page.tsx'
import { PublicRouteLayout } from '../layout/public-route-layout.tsx'
import { RootRouteLayout } from '../layout/root-route-layout.tsx'
import { SignedInRouteLayout } from '../layout/signed-in-route-layout.tsx'
import { ChangeOwnPassword } from '../password/change-own-password.tsx'
import { LayoutFailure, LayoutSkeleton, routerOptions } from '../router.tsx'
import { OwnSecurity } from '../security/own-security.tsx'
import { createSignOut } from '../session.ts'
import { createShell, type Shell } from '../shell.ts'
import { createFakeServer } from './fake-server.ts'
import { loadTexts } from './messages.ts'
import { createOpenAt } from './open-app.tsx'
import { patientUser, staffUser } from './people.ts'
import { setUpTests } from './set-up-tests.ts'

type SiteUnderTest = {
  readonly home: Shell['home']
  readonly homeHeading: string
  readonly person: UserInfo
  /** Requests of the home page. */
  readonly ports: Pick<Fake, 'home'>
  readonly load: (shell: Shell) => Promise<unknown>
}

const sites = {
  staff: {
    home: '/uhome',
    homeHeading: 'Pagina principale',
    person: staffUser({ role: 'UserAdmin', areaid: 'IT' }),
    ports: {
      home: {
        staff: async () => ({
          areas: [],
          tasks: [],
          patients: null,
          cohort: null,
          deletionRequests: [],
        }),
      },
    },
    load: ({ queryClient, trpc }) => queryClient.ensureQueryData(trpc.home.staff.queryOptions()),
  },
  myconsent: {
    home: '/myconsent',
    homeHeading: 'Ciao, Maria',
    person: patientUser(),
    ports: { home: { patient: async () => ({ uses: [], usesThisYear: 0, listReadsThisYear: 0 }) } },
    load: ({ queryClient, trpc }) => queryClient.ensureQueryData(trpc.home.patient.queryOptions()),
  },
} as const satisfies Record<Site, SiteUnderTest>

/** The pages and layouts of this package, without the features of an app. */
const createTestRouter = (shell: Shell, { homeHeading, load }: SiteUnderTest) => {
  const root = createRootRoute({ component: RootRouteLayout })
  const withoutSession = createRoute({ getParentRoute: () => root, id: 'public', component: PublicRouteLayout })
  const SignedIn = () => {
    const { user } = withSession.useRouteContext()
    return <SignedInRouteLayout user={user} width="wide" menu={[]} security={OwnSecurity} />
  }
  const withSession = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    beforeLoad: createGuard(shell),
    component: SignedIn,
    pendingComponent: LayoutSkeleton,
    errorComponent: LayoutFailure,
  })
  const ChangePassword = () => <ChangeOwnPassword user={withSession.useRouteContext().user} />
  return createRouter({
    ...routerOptions(shell),
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/logout', beforeLoad: createSignOut(shell) }),
      withoutSession.addChildren([
        createRoute({ getParentRoute: () => withoutSession, path: '/', loader: createHomeLoader(shell), component: HomePage }),
        createRoute({ getParentRoute: () => withoutSession, path: '/login', component: () => <PageHeading title="Accesso" /> }),
      ]),
      withSession.addChildren([
        createRoute({
          getParentRoute: () => withSession,
          path: shell.home,
          loader: () => load(shell),
          component: () => <PageHeading title={homeHeading} />,
        }),
        createRoute({ getParentRoute: () => withSession, path: '/changepasswd', component: ChangePassword }),
        createRoute({ getParentRoute: () => withSession, path: '/$', component: NotOpenYet }),
      ]),
    ]),
  })
}

/** Sets up an app of this package alone, with a fake server, for the tests of the calling file. */
export const setUpTestApp = (site: Site) => {
  const settings: SiteUnderTest = sites[site]
  const shell = createShell({ site, title: { it: 'Registro', en: 'Registry' }, home: settings.home })
  const fakeServer = createFakeServer(site)
  setUpTests(shell, fakeServer)
  const openAt = createOpenAt({ shell, createRouter: () => createTestRouter(shell, settings), loadTexts })
  return { ...settings, history: shell.history, queryClient: shell.queryClient, serve: fakeServer.serve, server: fakeServer.server, openAt }
}
