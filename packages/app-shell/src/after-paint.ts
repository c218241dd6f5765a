/**
 * Requests the app when the browser has drawn the page: its frame has the form of the sign-in (REQ-UI-22), and nothing competes with what
 * that needs. The server names the parts of the app in links that request nothing by themselves.
 */
export const startAfterPaint = (): void => {
  const parts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="app-part"]')]
  const start = (): void => {
    for (const part of parts) part.rel = 'modulepreload'
    for (const { dataset, href } of parts) if (dataset['start'] !== undefined) void import(/* @vite-ignore */ href)
  }
  // Browsers draw no page in the background.
  if (document.visibilityState === 'hidden') start()
  else requestAnimationFrame(() => setTimeout(start))
}
