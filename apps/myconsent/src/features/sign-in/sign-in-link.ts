/** What a link to the patient sign-in may carry (spec 1, section 2): the contact, and the one-time secret of D5. */
export type SignInLink = { readonly contact: string; readonly secret: string | undefined }

/** Reads `u` and `p` from the address of the sign-in page and removes them from it and from the history at once (D5; THREAT-11). */
export const takeSignInLink = (): SignInLink | undefined => {
  const { pathname, search } = window.location
  if (pathname !== '/loginp' || search === '') return undefined
  const parameters = new URLSearchParams(search)
  window.history.replaceState(null, '', pathname)
  const contact = parameters.get('u')
  return contact === null ? undefined : { contact, secret: parameters.get('p') ?? undefined }
}
