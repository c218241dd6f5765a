/** Cookies of the page itself, never of a session: `__Host-` and Secure wherever the page is (security.md, section 5.4). */
const secure = (): boolean => window.location.protocol === 'https:'
const named = (name: string): string => (secure() ? `__Host-${name}` : name)

/** A cookie that is not ours to read is none: it must not keep anybody from signing in (THREAT-43). */
const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export const readCookie = (name: string): string | undefined => {
  const begin = `${named(name)}=`
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(begin))
  return found === undefined ? undefined : decoded(found.slice(begin.length))
}

export const writeCookie = (name: string, value: string, maxAgeSeconds: number): void => {
  const attributes = `Path=/; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure() ? '; Secure' : ''}`
  document.cookie = `${named(name)}=${encodeURIComponent(value)}; ${attributes}`
}

export const dropCookie = (name: string): void => writeCookie(name, '', 0)
