import { createBrowserHistory } from '@tanstack/react-router'

/** The addresses of this window; apart from the router, so that a failed call can leave a page without knowing the routes. */
export const history = createBrowserHistory()
