import type { AppRouter } from '@registry/api-contract/app-router'
import type { Site } from '@registry/domain/access/screens'
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { createContext, use } from 'react'
import { createApi } from './api.ts'
import { createConnection } from './connection.ts'
import { createDraftStore } from './drafts/draft-store.ts'
import { createQueryClient } from './query-client.ts'
import { rememberRoute } from './remembered-route.ts'

/** What differs between the two apps. */
type AppSettings = {
  readonly site: Site
  /** The product name in the header, the same in both languages. */
  readonly title: string
  /** The address of the home page with a session. */
  readonly home: '/uhome' | '/myconsent'
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True on the way to `/logout` without the person's will: their drafts stay, encrypted, for the next sign-in. */
    keepDrafts?: boolean
  }
}

/** Ends a session that is lost or idle. No question about unsaved work stops it. */
export const leaveWithDrafts = (history: RouterHistory): void => history.push('/logout', { keepDrafts: true }, { ignoreBlocker: true })

/**
 * Browser history, cache and server of one app. It knows no routes, so that a failed call can leave a page.
 * `trpc` has the query and mutation options of every procedure: `trpc.home.staff.queryOptions()` is the argument of the hook.
 */
export const createShell = (settings: AppSettings) => {
  const history = createBrowserHistory()
  const queryClient = createQueryClient(() => {
    rememberRoute(settings.site, history.location.href)
    leaveWithDrafts(history)
  })
  const connection = createConnection()
  const api = createApi(connection.watchedFetch)
  const trpc = createTRPCOptionsProxy<AppRouter>({ client: api, queryClient })
  const drafts = createDraftStore(() => api.ownSessions.draftKeys.query())
  return { ...settings, history, queryClient, connection, drafts, api, trpc }
}

export type Shell = ReturnType<typeof createShell>

const ShellContext = createContext<Shell | undefined>(undefined)
export const ShellProvider = ShellContext

/** The shell of the app around this component. */
export const useShell = (): Shell => {
  const shell = use(ShellContext)
  if (!shell) throw new Error('useShell needs a ShellProvider above it')
  return shell
}
