import { i18n } from '@lingui/core'
import { findRequiredStep } from '@registry/domain/access/routes'
import { isLanguage, type Language } from '@registry/domain/language'
import { toRequestError } from '@registry/ui/request-error.ts'
import { type HistoryState, redirect } from '@tanstack/react-router'
import type { CurrentUser } from './guard.ts'
import { forgetAnswers } from './query-client.ts'
import type { Shell } from './shell.ts'
import { consumeRememberedRoute } from './remembered-route.ts'

/**
 * Stores the language of the pages for the mails and SMS of the signed-in person (REQ-UI-08). If the call fails, the language is stored at
 * the next sign-in.
 */
export const storeOwnLanguage = async ({ api, queryClient, trpc }: Shell, language: Language): Promise<void> => {
  const user = queryClient.getQueryData(trpc.session.current.queryKey())
  if (!user || user.lang === language) return
  await api.session.chooseLanguage.mutate({ language }).catch(() => undefined)
}

/** After a sign-in, opens the page that the person wanted first, else home. The guard then leads to a required step. */
export const enter = (shell: Shell, user: CurrentUser): void => {
  const { account, site, home, history, queryClient, trpc } = shell
  account.set(user.account)
  queryClient.setQueryData(trpc.session.current.queryKey(), user)
  if (isLanguage(i18n.locale)) void storeOwnLanguage(shell, i18n.locale)
  history.push((findRequiredStep(user) === undefined ? consumeRememberedRoute(site) : undefined) ?? home)
}

type Address = { readonly location: { readonly state: Pick<HistoryState, 'keepDrafts' | 'sessionEnd'> } }

/** The `beforeLoad` of `/logout`: ends the session, forgets its answers and drafts, and opens `/` (REQ-UI-03, THREAT-51). */
export const createSignOut =
  ({ account, api, drafts, leavePage, queryClient, trpc }: Shell) =>
  async ({ location: { state } }: Address): Promise<never> => {
    const hasDraft = state.keepDrafts === true ? await drafts.suspend() : await drafts.clear()
    try {
      await api.session.end.mutate()
      if (state.keepDrafts !== true) account.tellSignedOut()
    } catch (error) {
      if (!leavePage(toRequestError(error))) throw error
    } finally {
      queryClient.removeQueries(trpc.session.current.queryFilter())
      forgetAnswers(queryClient)
    }
    account.release()
    throw redirect({ to: '/', replace: true, state: { ...(state.sessionEnd && { sessionEnd: state.sessionEnd, hasDraft }) } })
  }
