/** Loads the page anew: its document is never kept (security.md 5.2), so that it brings the newest front end. */
export const reloadPage = (): void => window.location.reload()
