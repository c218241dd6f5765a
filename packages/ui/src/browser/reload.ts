/** Reloads the page. Browsers never cache index.html, so the newest front end is loaded. */
export const reloadPage = (): void => window.location.reload()
