/** The parameters of a link to the patient sign-in: the contact, and the secret that is usable once. */
type SignInLink = { readonly contact: string; readonly secret: string | undefined }

/** Secrets that opened a session. Without a reload the page could open such a link again, and would report it as used. */
const openedSecrets = new Set<string>()
export const markAsOpened = (secret: string): void => void openedSecrets.add(secret)
export const wasOpened = (secret: string): boolean => openedSecrets.has(secret)

/** The length of a secret. A message program can cut an address at the end of a line. */
const secretLength = 43
export const isCut = (secret: string): boolean => secret.length < secretLength

/** Removes characters that surround a copied address: `<`, a full stop, a bracket, `&amp;`. */
const removeDecoration = (text: string): string => text.replaceAll(/^[^\w-]+|[^\w-]+$/g, '')

/** Reads `u` and `p` from the address of the sign-in page, and removes them from address bar and history immediately (THREAT-11). */
export const consumeSignInLink = (): SignInLink | undefined => {
  const { pathname, search } = window.location
  if (pathname !== '/loginp' || search === '') return undefined
  const parameters = new URLSearchParams(search.replaceAll('&amp;', '&'))
  window.history.replaceState(null, '', pathname)
  const contact = parameters.get('u')
  const secret = parameters.get('p')
  return contact === null ? undefined : { contact: contact.trim(), secret: secret === null ? undefined : removeDecoration(secret) }
}
