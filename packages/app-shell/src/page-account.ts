import type { Site } from '@registry/domain/access/screens'

/** Known reason for the end of the session of this page. */
export type SessionEnd = 'signed-out' | 'idle' | 'ended'

/** The change in another tab: the account, or the patient for whom a guardian acts. */
type Change = 'account' | 'child'

/** A message between the tabs of a site: the account that a tab shows, or null after a sign-out. */
type Message = { readonly account: string | null }

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && 'account' in data && (data.account === null || typeof data.account === 'string')

type Settings = {
  readonly site: Site
  /** Called when another person has signed in in this browser. */
  readonly onChanged: () => void
  /** Called when the person signed out in another tab. */
  readonly onSignedOut: () => void
}

/**
 * The account of this page. Two tabs share the session of a browser. So a page names its account with each request, and closes when another
 * person has signed in (THREAT-61).
 */
export const createPageAccount = ({ site, onChanged, onSignedOut }: Settings) => {
  let own: string | undefined
  let shownCentre: string | undefined
  let shownChild: string | undefined
  let closedBy: Change | undefined
  const listeners = new Set<() => void>()
  const setClosed = (change: Change | undefined): void => {
    closedBy = change
    for (const listener of listeners) listener()
  }
  const close = (change: Change): void => {
    if (closedBy) return
    setClosed(change)
    onChanged()
  }
  const tabs = new BroadcastChannel(`registry.account.${site}`)
  tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (own === undefined || closedBy || !isMessage(data)) return
    if (data.account === null) onSignedOut()
    else if (data.account !== own) close('account')
  })
  return {
    headers: (): Readonly<Record<string, string>> => ({
      ...(own !== undefined && { 'X-Account': own }),
      ...(shownCentre !== undefined && { 'X-Centre': shownCentre }),
      ...(shownChild !== undefined && { 'X-Acting-For': shownChild }),
    }),
    isKnown: (): boolean => own !== undefined,
    /** The page shows this account from now on. Tabs of another one close. */
    set: (account: string): void => {
      if (account === own) return
      own = account
      tabs.postMessage({ account } satisfies Message)
    },
    /** The page shows this centre until it is loaded again, even if another tab chooses another one (REQ-IMP-09). */
    showCentre: (centre: string | undefined): void => {
      shownCentre ??= centre
    },
    /** The page of a guardian shows this patient, or none, until it is loaded again (THREAT-62). */
    showChild: (child: string | null | undefined): void => {
      if (child !== undefined) shownChild ??= child ?? 'none'
    },
    /** The page shows no account any more. */
    release: (): void => {
      own = undefined
      shownCentre = undefined
      shownChild = undefined
    },
    /** Notifies the other tabs of the sign-out. */
    tellSignedOut: (): void => tabs.postMessage({ account: null } satisfies Message),
    /** Closes the page whose request was rejected. The sign-in of another account closes its tabs before. */
    close: (): void => close(shownChild === undefined ? 'account' : 'child'),
    getClosedBy: (): Change | undefined => closedBy,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Forgets everything, between two tests. */
    reset: (): void => {
      own = undefined
      shownCentre = undefined
      shownChild = undefined
      setClosed(undefined)
    },
  }
}
