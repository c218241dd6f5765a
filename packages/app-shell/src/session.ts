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

/** The `beforeLoad` of `/logout`: ends the session, forgets its answers and opens `/` (REQ-UI-03). */
export const createSignOut =
  ({ api, queryClient, trpc }: Shell) =>
  async (): Promise<never> => {
    await api.session.end.mutate().finally(() => {
      queryClient.removeQueries(trpc.session.current.queryFilter())
      forgetAnswers(queryClient)
    })
    throw redirect({ to: '/', replace: true })
  }
