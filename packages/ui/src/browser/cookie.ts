/** Cookies of the page, never of a session. They are `__Host-` and Secure over https, so the sibling host cannot set them (THREAT-10). */
const secure = (): boolean => window.location.protocol === 'https:'
const toCookieName = (name: string): string => (secure() ? `__Host-${name}` : name)

/** A cookie that cannot be decoded counts as absent, so that it cannot block the sign-in (THREAT-43). */
const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export const readCookie = (name: string): string | undefined => {
  const prefix = `${toCookieName(name)}=`
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(prefix))
  return found === undefined ? undefined : decode(found.slice(prefix.length))
}

export const writeCookie = (name: string, value: string, maxAgeSeconds: number): void => {
  const attributes = `Path=/; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure() ? '; Secure' : ''}`
  document.cookie = `${toCookieName(name)}=${encodeURIComponent(value)}; ${attributes}`
}

export const dropCookie = (name: string): void => writeCookie(name, '', 0)
