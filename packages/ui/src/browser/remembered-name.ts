/** Remember-me stores the name or contact on the device, never a password (REQ-ACC-20). */
const key = 'registry.username'

export const rememberedName = (): string => localStorage.getItem(key) ?? ''

export const rememberName = (name: string | undefined): void => {
  if (name === undefined) localStorage.removeItem(key)
  else localStorage.setItem(key, name)
}
