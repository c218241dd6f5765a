import { findDestination, type Destination } from '@registry/domain/access/routes'
import { rememberRoute } from '@registry/ui/layout/remembered-route.ts'
import { redirect } from '@tanstack/react-router'
import { queryClient } from './query-client.ts'
import { trpc } from './trpc.ts'

const site = 'staff'

/** The signed-in person as the server knows them now; asked again when the answer is older than ten seconds. */
export const currentUser = () => queryClient.fetchQuery(trpc.session.current.queryOptions())
export type CurrentUser = NonNullable<Awaited<ReturnType<typeof currentUser>>>

const leaveSite = async (address: string): Promise<never> => {
  const { myconsentOrigin } = await queryClient.fetchQuery(trpc.session.site.queryOptions())
  throw redirect({ href: new URL(address, myconsentOrigin).href })
}

const follow = async (found: Destination, address: string): Promise<void> => {
  if (found.kind === 'other-site') await leaveSite(address)
  if (found.kind === 'own-home') throw redirect({ to: '/uhome', replace: true })
  if (found.kind !== 'route') return
  if (found.remember) rememberRoute(site, address)
  throw redirect({ to: found.to, replace: true })
}

type Address = { readonly location: { readonly pathname: string; readonly href: string } }

/** Lets in whom the route table lets in, and sends everybody else where spec 1, section 2 says. */
export const guarded = async ({ location }: Address): Promise<{ user: CurrentUser }> => {
  const user = await currentUser()
  await follow(findDestination(site, location.pathname, user), location.href)
  if (!user) throw redirect({ to: '/' })
  return { user }
}
