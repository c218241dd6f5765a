/** The script of the page that a phone without a network shows. It is a separate file, because no other file is stored. */

const retryMs = 5_000

const readLanguage = (): string => {
  const stored = /(?:^|; )(?:__Host-)?lang=(it|en)(?:;|$)/.exec(document.cookie)?.[1]
  return stored ?? navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'it' || tag === 'en') ?? 'en'
}

const reload = (): void => location.reload()

/** Loads the page again as soon as the server answers. */
const reloadIfReachable = async (): Promise<void> => {
  try {
    const { ok } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    if (ok) reload()
  } catch {
    // There is still no network.
  }
}

document.documentElement.lang = readLanguage()
for (const button of document.querySelectorAll('button')) button.addEventListener('click', reload)
addEventListener('online', () => void reloadIfReachable())
setInterval(() => void reloadIfReachable(), retryMs)
