import { type Destination, findDestination } from '@registry/domain/access/routes'
import { redirect } from '@tanstack/react-router'
import type { Shell } from './shell.ts'
import { rememberRoute } from './remembered-route.ts'

/** The signed-in person, or null. Requests the server again when its answer is older than ten seconds. */
export const fetchCurrentUser = ({ queryClient, trpc }: Shell) => queryClient.fetchQuery(trpc.session.current.queryOptions())
export type CurrentUser = NonNullable<Awaited<ReturnType<typeof fetchCurrentUser>>>

/** @throws a redirect to the same address on the other host */
const leaveSite = async ({ site, queryClient, trpc }: Shell, address: string): Promise<never> => {
  const { staffOrigin, myconsentOrigin } = await queryClient.fetchQuery(trpc.session.site.queryOptions())
  throw redirect({ href: new URL(address, site === 'staff' ? myconsentOrigin : staffOrigin).href })
}

const follow = async (shell: Shell, destination: Destination, address: string): Promise<void> => {
  if (destination.kind === 'other-site') await leaveSite(shell, address)
  if (destination.kind === 'own-home') throw redirect({ href: shell.home, replace: true })
  if (destination.kind !== 'route') return
  if (destination.remember) rememberRoute(shell.site, address)
  throw redirect({ href: destination.to, replace: true })
}

type Address = { readonly location: { readonly pathname: string; readonly href: string } }

/** The `beforeLoad` of pages with a session. It redirects everybody whom the table of screens does not allow (REQ-UI-04, REQ-UI-05). */
export const createGuard =
  (shell: Shell) =>
  async ({ location }: Address): Promise<{ user: CurrentUser }> => {
    const user = await fetchCurrentUser(shell)
    await follow(shell, findDestination(shell.site, location.pathname, user), location.href)
    if (!user) throw redirect({ to: '/' })
    return { user }
  }
