import { createShell } from '@registry/app-shell/shell.ts'
import { consumeSignInLink } from '../features/sign-in/sign-in-link.ts'

/** The link of an invitation or reset. It is removed from the address bar before the history or a call reads the address (REQ-PAT-08). */
export const openedLink = consumeSignInLink()

/** Browser history, cache and server of this app. */
export const shell = createShell({ site: 'myconsent', title: { it: 'MyConsent', en: 'MyConsent' }, home: '/myconsent' })
export const { api, history, queryClient, trpc } = shell
