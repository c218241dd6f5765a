import { findRequiredStep } from '@registry/domain/access/routes'
import { redirect } from '@tanstack/react-router'
import type { CurrentUser } from './guard.ts'
import { forgetAnswers } from './query-client.ts'
import type { Shell } from './shell.ts'
import { takeRememberedRoute } from './remembered-route.ts'

/** After a sign-in, opens the page that the person wanted first, else home. The guard then leads to a required step. */
export const enter = ({ site, home, history, queryClient, trpc }: Shell, user: CurrentUser): void => {
  queryClient.setQueryData(trpc.session.current.queryKey(), user)
  history.push((findRequiredStep(user) === undefined ? takeRememberedRoute(site) : undefined) ?? home)
}

type Address = { readonly location: { readonly state: { readonly keepDrafts?: boolean } } }

/** The `beforeLoad` of `/logout`: ends the session, forgets its answers and drafts, and opens `/` (REQ-UI-03, THREAT-51). */
export const createSignOut =
  ({ api, drafts, queryClient, trpc }: Shell) =>
  async ({ location }: Address): Promise<never> => {
    if (location.state.keepDrafts === true) drafts.close()
    else await drafts.clear()
    await api.session.end.mutate().finally(() => {
      queryClient.removeQueries(trpc.session.current.queryFilter())
      forgetAnswers(queryClient)
    })
    throw redirect({ to: '/', replace: true })
  }
