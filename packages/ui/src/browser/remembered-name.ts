/** Remember-me keeps the name or contact on the device, never a password and never a longer session (D6). */
const key = 'registry.username'

export const rememberedName = (): string => localStorage.getItem(key) ?? ''

export const rememberName = (name: string | undefined): void => {
  if (name === undefined) localStorage.removeItem(key)
  else localStorage.setItem(key, name)
}
