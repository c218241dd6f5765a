import { type Destination, findDestination, findRequiredStep } from '@registry/domain/access/routes'
import { toRequestError } from '@registry/ui/request-error.ts'
import { redirect } from '@tanstack/react-router'
import type { Shell } from './shell.ts'
import { rememberRoute } from './remembered-route.ts'

/** The signed-in person, or null. Requests the server again when its answer is older than ten seconds. */
export const fetchCurrentUser = async ({ account, queryClient, trpc }: Shell) => {
  const user = await queryClient.fetchQuery(trpc.session.current.queryOptions())
  if (user) account.set(user.account)
  account.showCentre(user?.centre)
  account.showChild(user?.actingFor)
  return user
}
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

/** The person for the guard. Without an answer it is the last known one: a page that is open stays open (FAULT-24). */
const findUser = async (shell: Shell): Promise<CurrentUser | null> => {
  try {
    return await fetchCurrentUser(shell)
  } catch (error) {
    const known = shell.queryClient.getQueryData(shell.trpc.session.current.queryKey())
    if (known && toRequestError(error).kind !== 'refused') return known
    throw error
  }
}

/** @throws a redirect to `/logout`, which shows on `/` that the session has ended (REQ-UI-24) */
const leaveLostSession = ({ site }: Shell, pathname: string, href: string): void => {
  const destination = findDestination(site, pathname, null)
  if (destination.kind !== 'route') return
  if (destination.remember) rememberRoute(site, href)
  throw redirect({ to: '/logout', replace: true, state: { keepDrafts: true, sessionEnd: 'ended' } })
}

/**
 * The `beforeLoad` of pages with a session. It redirects everybody whom the table of screens does not allow (REQ-UI-04, REQ-UI-05).
 * It asks the server when the path changes; the steps of one page open immediately.
 */
export const createGuard = (shell: Shell) => {
  let allowed: { readonly path: string; readonly user: CurrentUser } | undefined
  return async ({ location: { pathname, href } }: Address): Promise<{ user: CurrentUser }> => {
    const known = shell.queryClient.getQueryData(shell.trpc.session.current.queryKey())
    if (known && allowed?.path === pathname && allowed.user === known) return { user: known }
    const user = await findUser(shell)
    // The server marks the page of a request with the cookie of a session.
    const hadSession = shell.account.isKnown() || (allowed === undefined && document.documentElement.hasAttribute('data-session'))
    if (!user && hadSession) leaveLostSession(shell, pathname, href)
    await follow(shell, findDestination(shell.site, pathname, user), href)
    if (!user) throw redirect({ to: '/' })
    // Only pages with drafts wait for the keys, in their loaders.
    if (findRequiredStep(user) === undefined) void shell.drafts.open()
    allowed = { path: pathname, user }
    return { user }
  }
}
