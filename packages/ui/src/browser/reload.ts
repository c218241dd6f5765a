/** Reloads the page. Browsers never cache index.html, so the newest front end is loaded (REQ-UI-09). */
export const reloadPage = (): void => window.location.reload()
