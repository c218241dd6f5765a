import { createBrowserHistory } from '@tanstack/react-router'
import { takeSignInLink } from '../features/sign-in/sign-in-link.ts'

/** What an invitation or reset link carried, taken out of the address bar before the router or any call sees the address (D5). */
export const openedLink = takeSignInLink()

/** The addresses of this window; apart from the router, so that a failed call can leave a page without knowing the routes. */
export const history = createBrowserHistory()
