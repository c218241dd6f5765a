import { i18n } from '@lingui/core'
import type { AppRouter } from '@registry/api-contract/app-router'
import type { Site } from '@registry/domain/access/screens'
import type { Language } from '@registry/domain/language'
import { createUnreachableError, readFileError } from '@registry/ui/file-error.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { isSessionLost, type RequestError, toRequestError } from '@registry/ui/request-error.ts'
import { createBrowserHistory } from '@tanstack/react-router'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { createContext, use } from 'react'
import { createApi } from './api.ts'
import { createConnection } from './connection.ts'
import { createDraftStore } from './drafts/draft-store.ts'
import { createPageAccount, type SessionEnd } from './page-account.ts'
import { createQueryClient } from './query-client.ts'
import { rememberRoute } from './remembered-route.ts'

type Settings = {
  /** The headers of every request of our pages. */
  readonly headers: () => Readonly<Record<string, string>>
  readonly onError: (error: unknown) => void
}

/** Requests that send or receive files, which tRPC does not do. A lost session redirects away from the page, as for tRPC (REQ-API-04, THREAT-61). */
const createFileCalls = ({ headers, onError }: Settings) => ({
  headers,
  fetch: (
    path: string,
    init: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Response> =>
    fetch(path, { ...init, headers: { ...headers(), ...init.headers } }).catch((error: unknown) => {
      throw error instanceof TypeError ? createUnreachableError() : error
    }),
  /** Reads the error that came instead of a file. */
  readError: async (response: Response, fallback: string): Promise<Error> => {
    const error = await readFileError(response, fallback)
    onError(error)
    return error
  },
})

/** Differences between the two apps. */
type AppSettings = {
  readonly site: Site
  /** The product name in the header and in the titles of windows. */
  readonly title: Readonly<Record<Language, string>>
  /** The address of the home page with a session. */
  readonly home: '/uhome' | '/myconsent'
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True on the way to `/logout` without the person's will: their drafts stay, encrypted, for the next sign-in. */
    keepDrafts?: boolean
    /** On the way to `/logout` and on `/`: why the session ended without the person's will in this tab (REQ-UI-24). */
    sessionEnd?: SessionEnd
    /** On `/`: something that the person wrote waits for the next sign-in. */
    hasDraft?: boolean
  }
}

/**
 * Browser history, cache and server of one app. It knows no routes, so that a failed call can leave a page.
 * `trpc` has the query and mutation options of every procedure, such as `trpc.home.staff.queryOptions()`.
 */
export const createShell = (settings: AppSettings) => {
  const history = createBrowserHistory()
  /**
   * Leaves a page whose session has ended. No question about unsaved work stops it: the drafts wait, encrypted. The clock, another tab and a
   * failed call can report one end. A second sign-out would remove the answers for which the next page waits.
   */
  const leave = (sessionEnd: SessionEnd): void => {
    if (!account.isKnown() || history.location.pathname === '/logout') return
    rememberRoute(settings.site, history.location.href)
    history.push('/logout', { keepDrafts: true, sessionEnd }, { ignoreBlocker: true })
  }
  const account = createPageAccount({
    site: settings.site,
    onSignedOut: () => leave('signed-out'),
    onChanged: () => {
      drafts.close()
      queryClient.clear()
    },
  })
  /** Leaves the page if the failure ends it, and returns whether it did. */
  const leavePage = (failure: RequestError): boolean => {
    if (failure.code === 'session_changed') account.close()
    else if (isSessionLost(failure)) leave('ended')
    else return false
    return true
  }
  const headers = () => ({ 'X-Requested-By': 'app', 'Accept-Language': i18n.locale, ...account.headers() })
  const queryClient = createQueryClient(leavePage)
  const connection = createConnection()
  const api = createApi(connection.watchedFetch, headers)
  const trpc = createTRPCOptionsProxy<AppRouter>({ client: api, queryClient })
  const drafts = createDraftStore(() => api.ownSessions.draftKeys.query())
  const files = createFileCalls({ headers, onError: (error) => leavePage(toRequestError(error)) })
  return { ...settings, history, queryClient, connection, drafts, api, trpc, account, files, leave, leavePage }
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

/** The name of the product in the language of the page. */
export const useProductName = (): string => {
  const { language } = useLanguage()
  return useShell().title[language]
}
